import type { LocationId } from '../../domain/ids.ts';
import { type Location, DIRECTIONS, type Direction } from '../../domain/observation.ts';

/** Where an action led, as one episode saw it. */
export interface SeenDestination {
  readonly to: LocationId;
  readonly walks: number;
  /** Whether trying the direction between a snapshot and a restore led there. */
  readonly probed: boolean;
  /** Revision of the evidence that saw it last; the highest is the newest. */
  readonly at: number;
  /** The words that led there, where the action's usual spelling is another; a probe's are the surest. */
  readonly command?: string;
  /** The command that was seen to open the way, in the room that it leaves. */
  readonly opener?: string;
  /** Whether it was shut at first and takes more than a command there to open: a key, or a bolt on the other side. */
  readonly locked?: true;
}

/** What is kept of a way besides where it led: by which words, and what opened it. */
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
  /** The newest episode that read the name. */
  readonly namedIn: number;
  readonly visits: ReadonlyMap<number, number>;
}

/** Rooms by id, and directed edges by the room they leave and the normalised action that takes them. */
export interface MapGraph {
  readonly rooms: ReadonlyMap<LocationId, Room>;
  readonly edges: ReadonlyMap<LocationId, ReadonlyMap<string, Edge>>;
}

/** Each edge and each room remembers at most this many episodes, the newest; this bounds the map file for ever. */
export const EPISODES_KEPT = 8;

export const EMPTY_GRAPH: MapGraph = { rooms: new Map(), edges: new Map() };

export function edgesFrom(graph: MapGraph, from: LocationId): ReadonlyMap<string, Edge> {
  return graph.edges.get(from) ?? new Map<string, Edge>();
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

/** What players are told of a room that nobody was in: a name that only a probe saw would give the way away. */
const UNVISITED = 'somewhere new';

/** The name of a room that a player was in, else words that say that nobody was there. */
export function nameForPlayers(graph: MapGraph, id: LocationId): string {
  return isVisited(graph, id) ? displayName(graph, id) : UNVISITED;
}

export function forPlayers(graph: MapGraph): MapGraph {
  const rooms = [...graph.rooms].map(
    ([id, room]) => [id, { ...room, name: nameForPlayers(graph, id) }] as const,
  );
  return { ...graph, rooms: new Map(rooms) };
}

/** How a room is called where it may be unknown: its name, else `Location #id`. */
export function displayName(graph: MapGraph, id: LocationId): string {
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
