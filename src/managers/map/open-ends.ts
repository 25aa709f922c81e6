import type { LocationId } from '../../domain/ids.ts';
import { edgesFrom, totalVisits, type MapGraph } from './map-graph.ts';
import { summariesFrom, untriedDirections } from './way.ts';

/** A way out that nobody went. */
export interface OpenEnd {
  /** The command to play. */
  readonly action: string;
  /** Where it leads; null where nobody knows. */
  readonly to: LocationId | null;
}

/** The ways out of a room that nobody went and that lead where nobody was, as far as is known. Pure. */
export function openEndsOf(graph: MapGraph, from: LocationId, probed: boolean): OpenEnd[] {
  const ends = new Map(
    summariesFrom(graph, from, Infinity).map(({ command, to }) => [command, to] as const),
  );
  return untriedDirections(graph, from, probed)
    .map((action) => ({ action, to: ends.get(action) ?? null }))
    .filter(({ to }) => to === null || isUnseen(graph, to));
}

/** The rooms that somebody was in, by id, and where ways lead out of them. */
export function roomsWithWays(graph: MapGraph): readonly LocationId[] {
  return [...graph.rooms.keys()]
    .filter((id) => !isUnseen(graph, id) && edgesFrom(graph, id).size > 0)
    .sort((a, b) => a - b);
}

function isUnseen(graph: MapGraph, id: LocationId): boolean {
  const room = graph.rooms.get(id);
  return room === undefined || totalVisits(room) === 0;
}
