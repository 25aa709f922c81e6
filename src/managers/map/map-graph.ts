import type { LocationId } from '../../domain/ids.ts';
import { type Location, DIRECTIONS, type Direction } from '../../domain/observation.ts';

/** A destination of an action, as one episode saw it. */
export interface SeenDestination {
  readonly to: LocationId;
  readonly walks: number;
  /** Whether a probe (trying the direction between a snapshot and a restore) led there. */
  readonly probed: boolean;
  /** The revision of the evidence that saw it last. The highest is the newest. */
  readonly at: number;
  /** The words that led there, if they differ from the action's usual spelling. Those of a probe are the surest. */
  readonly command?: string;
  /** The command that opened the exit, given in the room that it leaves. */
  readonly opener?: string;
  /** Whether it was shut at first and takes more than a command there: a key, or a bolt on the other side. */
  readonly locked?: true;
}

export type WayWords = Pick<SeenDestination, 'command' | 'opener' | 'locked'>;

/** What one episode learnt of one action in one room. It only grows: the higher revision contains the other. */
export interface EdgeEvidence {
  readonly revision: number;
  /** Failures since the newest success of this episode. */
  readonly failures: number;
  readonly deaths: number;
  /** Whether the newest success or death was a death. */
  readonly deadly: boolean;
  /** Ascending by `to`, each at most once. */
  readonly destinations: readonly SeenDestination[];
}

export type Edge = ReadonlyMap<number, EdgeEvidence>;

export interface Room extends Location {
  /** The newest episode that saw the name. */
  readonly namedIn: number;
  readonly visits: ReadonlyMap<number, number>;
}

/** Rooms by id, and directed edges by source room and normalised action. */
export interface MapGraph {
  readonly rooms: ReadonlyMap<LocationId, Room>;
  readonly edges: ReadonlyMap<LocationId, ReadonlyMap<string, Edge>>;
}

/** Edges and rooms keep at most so many episodes, the newest. This bounds the map file for ever. */
export const EPISODES_KEPT = 8;

export const EMPTY_GRAPH: MapGraph = { rooms: new Map(), edges: new Map() };

export function edgesFrom(graph: MapGraph, from: LocationId): ReadonlyMap<string, Edge> {
  return graph.edges.get(from) ?? new Map<string, Edge>();
}

/** The newest destination. Null if the action never led anywhere. */
export function newestDestination(evidence: EdgeEvidence): SeenDestination | null {
  return evidence.destinations.reduce<SeenDestination | null>(
    (newest, next) => (newest === null || next.at > newest.at ? next : newest),
    null,
  );
}

/** The newest entries by episode number, ascending. */
export function newestEpisodes<T>(entries: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
  return new Map([...entries].sort(([a], [b]) => a - b).slice(-EPISODES_KEPT));
}

export function totalVisits(room: Room): number {
  return [...room.visits.values()].reduce((sum, visits) => sum + visits, 0);
}

export function isVisited(graph: MapGraph, id: LocationId): boolean {
  const room = graph.rooms.get(id);
  return room !== undefined && totalVisits(room) > 0;
}

/** What players are told of an unvisited room: a name that only a probe saw would give the way away. */
const UNVISITED = 'somewhere new';

/** The name of a visited room. For others, words that say that nobody was there. */
export function roomNameForPlayers(graph: MapGraph, id: LocationId): string {
  return isVisited(graph, id) ? roomDisplayName(graph, id) : UNVISITED;
}

/** A room's name, else `Location #id`. */
export function roomDisplayName(graph: MapGraph, id: LocationId): string {
  return graph.rooms.get(id)?.name ?? `Location #${id}`;
}

const NAMES: ReadonlySet<string> = new Set(DIRECTIONS);

export function isDirection(action: string): action is Direction {
  return NAMES.has(action);
}

/** Orders actions as people read a compass: directions in their usual order, then other commands by code unit. */
export function compareActions(left: string, right: string): number {
  const [a, b] = [rank(left), rank(right)];
  if (a !== b) return a - b;
  return left < right ? -1 : Number(left > right);
}

function rank(action: string): number {
  return isDirection(action) ? DIRECTIONS.indexOf(action) : DIRECTIONS.length;
}

/** Merges two maps. Commutative, associative and idempotent: of one episode's evidence the longer record wins. */
export function mergeMapGraphs(left: MapGraph, right: MapGraph): MapGraph {
  return {
    rooms: unite(left.rooms, right.rooms, mergeRooms),
    edges: unite(left.edges, right.edges, (a, b) =>
      unite(a, b, (one, other) => newestEpisodes(unite(one, other, longer))),
    ),
  };
}

/** The map without the additions of one episode: the map from which that episode starts when it is played again. */
export function mapGraphWithoutEpisode(graph: MapGraph, episode: number): MapGraph {
  const edges = new Map<LocationId, ReadonlyMap<string, Edge>>();
  const mentioned = new Set<LocationId>();
  for (const [from, actions] of graph.edges) {
    const kept = [...actions]
      .map(([action, edge]) => [action, without(edge, episode)] as const)
      .filter(([, edge]) => edge.size > 0);
    if (kept.length === 0) continue;
    edges.set(from, new Map(kept));
    const seen = kept.flatMap(([, edge]) => [...edge.values()].flatMap((one) => one.destinations));
    for (const room of [from, ...seen.map(({ to }) => to)]) mentioned.add(room);
  }
  const rooms = [...graph.rooms.values()]
    .map((room) => ({ ...room, visits: without(room.visits, episode) }))
    .filter(({ id, visits }) => visits.size > 0 || mentioned.has(id));
  return { rooms: new Map(rooms.map((room) => [room.id, room])), edges };
}

function mergeRooms(left: Room, right: Room): Room {
  const isLeft =
    left.namedIn === right.namedIn ? left.name <= right.name : left.namedIn > right.namedIn;
  const visits = newestEpisodes(unite(left.visits, right.visits, Math.max));
  return { ...(isLeft ? left : right), visits };
}

function longer(left: EdgeEvidence, right: EdgeEvidence): EdgeEvidence {
  if (left.revision !== right.revision) return left.revision > right.revision ? left : right;
  // Two honest records of one episode and length are equal. Any fixed choice keeps the merge commutative.
  return fingerprint(left) >= fingerprint(right) ? left : right;
}

function fingerprint({ failures, deaths, deadly, destinations }: EdgeEvidence): string {
  const seen = destinations.map((one) => FIELDS.map((field) => one[field]));
  return JSON.stringify([failures, deaths, deadly, seen]);
}

const FIELDS = ['to', 'walks', 'probed', 'at', 'command', 'opener', 'locked'] as const;

function unite<K, V>(
  left: ReadonlyMap<K, V>,
  right: ReadonlyMap<K, V>,
  join: (left: V, right: V) => V,
): ReadonlyMap<K, V> {
  const united = new Map(left);
  for (const [key, value] of right) {
    const known = united.get(key);
    united.set(key, known === undefined ? value : join(known, value));
  }
  return united;
}

function without<T>(entries: ReadonlyMap<number, T>, episode: number): ReadonlyMap<number, T> {
  return new Map([...entries].filter(([key]) => key !== episode));
}
