import type { LocationId } from '../../domain/ids.ts';
import { plural } from '../../domain/words.ts';
import { displayName, totalVisits, type MapGraph, type Room } from './map-graph.ts';
import { summariesFrom, waysFrom, type EdgeSummary } from './way.ts';

/** The map for people: each room with its visits, and each action tried there with what became of it. */
export function renderMapText(graph: MapGraph, pruneAfter: number): string {
  const rooms = [...graph.rooms.values()].sort((a, b) => a.id - b.id);
  return rooms
    .map((room) => {
      const edges = summariesFrom(graph, room.id, pruneAfter);
      return [heading(room), ...edges.map((edge) => `  ${describe(graph, edge)}`)].join('\n');
    })
    .join('\n\n');
}

/** The exits of a room as the objective discovery prompt shows them, also those that are shut. */
export function routingSummary(graph: MapGraph, from: LocationId): string {
  const exits = waysFrom(graph, from, Infinity).map(({ command, to, failures }) => {
    const shut = failures > 0 ? ', shut when last tried' : '';
    return `  - ${command} → Location ${to} (${displayName(graph, to)})${shut}`;
  });
  return [
    `## Current Location: ${from} (${displayName(graph, from)})`,
    ...(exits.length > 0 ? ['**Available Exits:**', ...exits] : ['  - No mapped exits']),
  ].join('\n');
}

function heading(room: Room): string {
  const visits = totalVisits(room);
  const seen = visits === 0 ? 'never entered' : `entered ${plural(visits, 'time')}`;
  return `${oneLine(room.name)} (${room.id}), ${seen}`;
}

function describe(graph: MapGraph, edge: EdgeSummary): string {
  const target =
    edge.to === null
      ? 'leads nowhere'
      : `→ ${oneLine(displayName(graph, edge.to))} (${edge.to}), ${edge.source}, confidence ${edge.confidence.toFixed(1)}`;
  const others = edge.destinations.filter(({ to }) => to !== edge.to).map(({ to }) => to);
  const remarks = [
    ...(others.length > 0 ? [`also led to ${others.join(', ')}`] : []),
    ...(edge.failures > 0 ? [`failed ${edge.failures}×`] : []),
    ...(edge.pruned && edge.to !== null ? ['pruned'] : []),
    ...(edge.deadly ? ['deadly'] : []),
  ];
  return [`${oneLine(edge.command)} ${target}`, ...remarks].join(', ');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ');
}
