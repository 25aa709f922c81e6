import type { LocationId } from '../../domain/ids.ts';
import type { Exit, Location } from '../../domain/observation.ts';
import {
  edgesFrom,
  newestDestination,
  newestEpisodes,
  type Edge,
  type MapGraph,
  type Room,
  isDirection,
  type SeenDestination,
  type EdgeEvidence,
  type WayWords,
} from './map-graph.ts';

/** Adds a room by id, with its name in the newest episode. Of two names in one episode, the first in code unit order. */
export function addRoom(graph: MapGraph, location: Location, episode: number): MapGraph {
  const known = graph.rooms.get(location.id);
  if (known !== undefined && known.namedIn > episode) return graph;
  if (known?.namedIn === episode && known.name <= location.name) return graph;
  const visits: Room['visits'] = known?.visits ?? new Map<number, number>();
  return withRoom(graph, { id: location.id, name: location.name, namedIn: episode, visits });
}

export function addVisit(graph: MapGraph, location: Location, episode: number): MapGraph {
  const named = addRoom(graph, location, episode);
  const room = named.rooms.get(location.id);
  if (room === undefined) return named;
  const visits = new Map(room.visits).set(episode, (room.visits.get(episode) ?? 0) + 1);
  return withRoom(named, { ...room, visits: newestEpisodes(visits) });
}

/** Adds the outcome of a normalised action; both rooms must be known. The same graph if nothing was learnt. */
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

/** Adds the exits that a probe found. A missing direction that once led somewhere gets a failure. */
export function addProbedExits(
  graph: MapGraph,
  location: Location,
  exits: readonly Exit[],
  episode: number,
): MapGraph {
  const open = new Set<string>(exits.map(({ direction }) => direction));
  const ledSomewhere = (edge: Edge) =>
    [...edge.values()].some(({ destinations }) => destinations.length > 0);
  const closed = [...edgesFrom(graph, location.id)].filter(
    ([action, edge]) => isDirection(action) && !open.has(action) && ledSomewhere(edge),
  );
  const finding = { kind: 'closed' } as const;
  return closed.reduce(
    (grown, [action]) => addToEdge(grown, location.id, action, { episode, finding }),
    addExits(addRoom(graph, location, episode), location, exits, { episode }),
  );
}

/** Adds open exits that a probe found, with what is known of how they opened. */
export function addExits(
  graph: MapGraph,
  from: Location,
  exits: readonly Exit[],
  { episode, words = {} }: { readonly episode: number; readonly words?: WayWords },
): MapGraph {
  return exits.reduce((grown, { direction, command, to, deadly }) => {
    const spelt = spelling(command, direction);
    const finding = { kind: 'probed', to: to.id, deadly, ...spelt, ...words } as const;
    const rooms = addRoom(addRoom(grown, from, episode), to, episode);
    return addToEdge(rooms, from.id, direction, { episode, finding });
  }, graph);
}

/** The words of an action if they are not its usual spelling. */
export function spelling(command: string, action: string): Pick<WayWords, 'command'> {
  return command === action ? {} : { command };
}

function withRoom(graph: MapGraph, room: Room): MapGraph {
  return { ...graph, rooms: new Map(graph.rooms).set(room.id, room) };
}

export type EdgeFinding =
  | ({ readonly kind: 'walked'; readonly to: LocationId } & Pick<WayWords, 'command'>)
  | ({ readonly kind: 'probed'; readonly to: LocationId; readonly deadly: boolean } & WayWords)
  | { readonly kind: 'failed' }
  /** A probe no longer finds the exit: a door was closed, a troll came. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'died' };

const NOTHING = { revision: 0, failures: 0, deaths: 0, deadly: false, destinations: [] };

/** Adds a finding. Returns the same object if a probe repeats what is known. */
export function addFinding(known: EdgeEvidence = NOTHING, finding: EdgeFinding): EdgeEvidence {
  const revision = known.revision + 1;
  if (finding.kind === 'walked') {
    const walk = { to: finding.to, walks: 1, probed: false, at: revision };
    return succeed(known, { ...walk, ...wordsIn(finding) }, false);
  }
  if (finding.kind === 'probed') {
    if (isRepeated(known, finding)) return known;
    const probe = { to: finding.to, walks: 0, probed: true, at: revision };
    const seen = { ...probe, ...wordsIn(finding), ...opening(finding, null) };
    return succeed(known, seen, finding.deadly);
  }
  if (finding.kind === 'died') {
    return { ...known, revision, deaths: known.deaths + 1, deadly: true };
  }
  // Ten turns before a closed door are one failure, not ten.
  if (finding.kind === 'closed' && known.failures > 0) return known;
  return { ...known, revision, failures: known.failures + 1 };
}

function succeed(known: EdgeEvidence, seen: SeenDestination, deadly: boolean): EdgeEvidence {
  const before = known.destinations.find(({ to }) => to === seen.to);
  const destination: SeenDestination = {
    to: seen.to,
    walks: seen.walks + (before?.walks ?? 0),
    probed: seen.probed || (before?.probed ?? false),
    at: seen.at,
    ...wordsIn(seen),
    ...(before?.probed === true && !seen.probed && wordsIn(before)),
    ...opening(seen, before ?? null),
  };
  const destinations = [...known.destinations.filter(({ to }) => to !== seen.to), destination];
  return {
    ...known,
    revision: seen.at,
    failures: 0,
    deadly,
    destinations: destinations.sort((a, b) => a.to - b.to),
  };
}

function isRepeated(known: EdgeEvidence, finding: Extract<EdgeFinding, { kind: 'probed' }>) {
  const newest = newestDestination(known);
  if (newest === null || !newest.probed || known.failures > 0) return false;
  const { opener, locked } = opening(finding, newest);
  const now = { ...finding, opener, locked };
  const isSame = (['to', 'command', 'opener', 'locked'] as const).every(
    (field) => newest[field] === now[field],
  );
  return isSame && known.deadly === finding.deadly;
}

function wordsIn({ command }: WayWords): WayWords {
  return command === undefined ? {} : { command };
}

/** How an exit is opened, from the new finding and the known facts. An exit that a command here opened was not locked. */
function opening(now: WayWords, before: WayWords | null): WayWords {
  const opener = now.opener ?? before?.opener;
  const locked = before?.locked ?? (before?.opener === undefined ? now.locked : undefined);
  return { ...(opener !== undefined && { opener }), ...(locked && { locked }) };
}
