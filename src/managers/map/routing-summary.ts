import type { LocationId } from '../../domain/ids.ts';
import { displayName, type MapGraph } from './map-graph.ts';
import { waysFrom } from './way.ts';

/** The exits of a room as the objective discovery prompt shows them. */
export function routingSummary(graph: MapGraph, from: LocationId, pruneAfter: number): string {
  const ways = waysFrom(graph, from, pruneAfter);
  const exits = ways.map(
    ({ command, to }) => `  - ${command} → Location ${to} (${displayName(graph, to)})`,
  );
  return [
    `## Current Location: ${from} (${displayName(graph, from)})`,
    ...(exits.length > 0 ? ['**Available Exits:**', ...exits] : ['  - No mapped exits']),
  ].join('\n');
}
