import { createHash } from 'node:crypto';
import * as z from 'zod';
import { StorageError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import { parsedJson } from '../../domain/json.ts';
import type { Emit } from '../../events/event.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { decodeMap, encodeMap } from './map-file.ts';
import {
  EMPTY_GRAPH,
  type MapGraph,
  newestEpisodes,
  type Edge,
  type EdgeEvidence,
  type Room,
} from './map-graph.ts';

export interface MapStorePorts {
  readonly file: DurableFile;
  /** Opens another file beside the map, to set aside what cannot be read. */
  readonly openFile: (path: string) => DurableFile;
  readonly emit: Emit;
}

interface Unusable {
  readonly bytes: Uint8Array;
  readonly reason: string;
}

const ATTEMPTS = 3;

/**
 * `map_state.json`. Saving merges into what is on disk, so several processes may share the file. Bytes that are no map of this
 * story are first copied to `<path>.unusable-<hash>`, durably and under a name made of their content, and only then replaced.
 */
export class MapStore {
  readonly #ports: MapStorePorts;
  readonly #story: string;
  readonly #kept = new Set<string>();

  /** `story` is the IFID of the story played: a map of another story is never mixed in. */
  constructor(ports: MapStorePorts, story: string) {
    this.#ports = ports;
    this.#story = story;
  }

  /** The map on disk; empty when there is no file, or when what is there had to be set aside. Throws StorageError. */
  async load(): Promise<MapGraph> {
    const bytes = this.#ports.file.read();
    if (bytes === null) return EMPTY_GRAPH;
    const decoded = decodeMap(bytes, this.#story);
    if (decoded.kind === 'map') return decoded.graph;
    await this.#setAside({ bytes, reason: decoded.reason });
    return EMPTY_GRAPH;
  }

  /** Merges a map into the file and returns what the file then holds. Rejects with StorageError or LockedError. */
  async save(graph: MapGraph): Promise<MapGraph> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await this.#merge(graph);
      if (!('reason' in outcome)) return outcome;
      await this.#setAside(outcome);
    }
    const { path } = this.#ports.file;
    throw new StorageError(
      `${path} keeps being replaced by something that is no map; move it away.`,
      { path },
    );
  }

  async #merge(graph: MapGraph): Promise<MapGraph | Unusable> {
    let outcome: MapGraph | Unusable = graph;
    await this.#ports.file.update((bytes) => {
      const decoded = bytes === null ? null : decodeMap(bytes, this.#story);
      if (bytes !== null && decoded?.kind === 'unusable' && !this.#kept.has(hash(bytes))) {
        outcome = { bytes, reason: decoded.reason };
        return bytes;
      }
      outcome = decoded?.kind === 'map' ? mergeGraphs(decoded.graph, graph) : graph;
      return encodeMap(outcome, this.#story);
    });
    return outcome;
  }

  async #setAside({ bytes, reason }: Unusable): Promise<void> {
    const digest = hash(bytes);
    const { path } = this.#ports.file;
    const aside = `${path}.unusable-${digest}`;
    await this.#ports.openFile(aside).update(() => bytes);
    this.#kept.add(digest);
    const message = `${path} cannot be used (${reason}); it was kept as ${aside} and a new map is started.`;
    this.#ports.emit({ type: 'warning', code: 'map-set-aside', message });
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/**
 * What both maps know. Commutative, associative and idempotent: evidence is filed under the episode that saw it, and of
 * one episode's evidence the longer record wins, so nothing is counted twice, in whatever order processes save.
 */
export function mergeGraphs(left: MapGraph, right: MapGraph): MapGraph {
  return {
    rooms: unite(left.rooms, right.rooms, mergeRooms),
    edges: unite(left.edges, right.edges, (a, b) => unite(a, b, mergeEdges)),
  };
}

/** The map without the additions of one episode: the map that episode starts from when it is played again. */
export function withoutEpisode(graph: MapGraph, episode: number): MapGraph {
  const edges = new Map<LocationId, ReadonlyMap<string, Edge>>();
  const mentioned = new Set<LocationId>();
  for (const [from, actions] of graph.edges) {
    const kept = [...actions]
      .map(([action, edge]) => [action, without(edge, episode)] as const)
      .filter(([, edge]) => edge.size > 0);
    if (kept.length > 0) edges.set(from, new Map(kept));
    if (kept.length > 0) mentioned.add(from);
    for (const [, edge] of kept) {
      for (const { destinations } of edge.values()) {
        for (const { to } of destinations) mentioned.add(to);
      }
    }
  }
  const rooms = [...graph.rooms.values()]
    .map((room) => ({ ...room, visits: without(room.visits, episode) }))
    .filter(({ id, visits }) => visits.size > 0 || mentioned.has(id));
  return { rooms: new Map(rooms.map((room) => [room.id, room])), edges };
}

function mergeRooms(left: Room, right: Room): Room {
  const newer = [left, right].sort(
    (a, b) => b.namedIn - a.namedIn || (a.name < b.name ? -1 : Number(a.name > b.name)),
  )[0];
  const visits = newestEpisodes(unite(left.visits, right.visits, Math.max));
  return { ...(newer ?? left), visits };
}

function mergeEdges(left: Edge, right: Edge): Edge {
  return newestEpisodes(unite(left, right, longer));
}

function longer(left: EdgeEvidence, right: EdgeEvidence): EdgeEvidence {
  if (left.revision !== right.revision) return left.revision > right.revision ? left : right;
  // Two honest records of one episode with one length are equal; any fixed choice keeps the merge commutative.
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

const owned = z.object({ story: z.string() });

/** Joins two files of maps of one story; one that is no such map is left out. Pure. */
export function mergeMapFiles(one: Uint8Array, other: Uint8Array): Uint8Array {
  const story = storyOf(one) ?? storyOf(other);
  if (story === null) return one;
  const [left, right] = [decodeMap(one, story), decodeMap(other, story)];
  if (left.kind === 'unusable') return other;
  if (right.kind === 'unusable') return one;
  return encodeMap(mergeGraphs(left.graph, right.graph), story);
}

function storyOf(bytes: Uint8Array): string | null {
  return owned.safeParse(parsedJson(Buffer.from(bytes).toString())).data?.story ?? null;
}
