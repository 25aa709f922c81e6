import type { LocationId } from '../../domain/ids.ts';
import type { Exit, Location } from '../../domain/observation.ts';
import { addFinding, type EdgeFinding } from './evidence.ts';
import { edgesFrom, newestEpisodes, type Edge, type MapGraph, type Room } from './map-graph.ts';
import { isDirection } from './compare-actions.ts';

/**
 * Makes a room known by id; a room that is known keeps its visits and takes the newest episode's name, of two names in
 * one episode the first in code unit order, so that the order of looking never matters.
 */
export function addRoom(graph: MapGraph, location: Location, episode: number): MapGraph {
  const known = graph.rooms.get(location.id);
  if (known !== undefined && known.namedIn > episode) return graph;
  if (known?.namedIn === episode && known.name <= location.name) return graph;
  const visits: Room['visits'] = known?.visits ?? new Map<number, number>();
  return withRoom(graph, { id: location.id, name: location.name, namedIn: episode, visits });
}

/** Counts one entry into a room. */
export function addVisit(graph: MapGraph, location: Location, episode: number): MapGraph {
  const named = addRoom(graph, location, episode);
  const room = named.rooms.get(location.id);
  if (room === undefined) return named;
  const visits = new Map(room.visits).set(episode, (room.visits.get(episode) ?? 0) + 1);
  return withRoom(named, { ...room, visits: newestEpisodes(visits) });
}

/**
 * Adds what was seen of a normalised action taken in `from`. Both rooms of a success must have been added.
 * Returns the same graph when nothing new was learnt.
 */
export function addToEdge(
  graph: MapGraph,
  from: LocationId,
  action: string,
  seen: { readonly episode: number; readonly finding: EdgeFinding },
): MapGraph {
  const actions = edgesFrom(graph, from);
  const edge: Edge = actions.get(action) ?? new Map();
  const before = edge.get(seen.episode);
  const after = addFinding(before, seen.finding);
  if (after === before) return graph;
  const grown = newestEpisodes(new Map(edge).set(seen.episode, after));
  const edges = new Map(graph.edges).set(from, new Map(actions).set(action, grown));
  return { ...graph, edges };
}

/**
 * Applies the exits that a probe found open in a room at this moment. They replace what was open there before: a
 * direction that once led somewhere and is missing now stays known, with a failure.
 */
export function addProbedExits(
  graph: MapGraph,
  location: Location,
  exits: readonly Exit[],
  episode: number,
): MapGraph {
  const open = new Set<string>(exits.map(({ direction }) => direction));
  const closed = [...edgesFrom(graph, location.id)]
    .filter(([action, edge]) => isDirection(action) && !open.has(action) && leadsSomewhere(edge))
    .map(([action]) => action);
  let grown = addRoom(graph, location, episode);
  for (const { direction, command, to, deadly } of exits) {
    const spelt = command === direction ? {} : { command };
    const finding = { kind: 'probed', to: to.id, deadly, ...spelt } as const;
    grown = addToEdge(addRoom(grown, to, episode), location.id, direction, { episode, finding });
  }
  for (const action of closed) {
    grown = addToEdge(grown, location.id, action, { episode, finding: { kind: 'closed' } });
  }
  return grown;
}

function withRoom(graph: MapGraph, room: Room): MapGraph {
  return { ...graph, rooms: new Map(graph.rooms).set(room.id, room) };
}

function leadsSomewhere(edge: Edge): boolean {
  return [...edge.values()].some(({ destinations }) => destinations.length > 0);
}
