import * as z from 'zod';
import { StorageError } from '../../domain/errors.ts';
import { parsedJson } from '../../domain/json.ts';
import type { Emit } from '../../events/event.ts';
import { sha256 } from '../../storage/bytes.ts';
import { type DurableFile } from '../../storage/storage.ts';
import { decodeMap, encodeMap } from './map-file.ts';
import { EMPTY_GRAPH, mergeMapGraphs, type MapGraph } from './map-graph.ts';

export interface MapStorePorts {
  readonly file: DurableFile;
  /** Opens a file beside the map, for bytes that cannot be read. */
  readonly openFile: (path: string) => DurableFile;
  readonly emit: Emit;
}

interface Unusable {
  readonly bytes: Uint8Array;
  readonly reason: string;
}

const ATTEMPTS = 3;

/**
 * The file `map_state.json`. Saving merges into the file, so several processes may share it. Bytes that are no map of this
 * story are first copied to `<path>.unusable-<hash>`, durably and named by their content, and only then replaced.
 */
export class MapStore {
  readonly #ports: MapStorePorts;
  readonly #story: string;
  readonly #kept = new Set<string>();

  /** `story` is the IFID of the story. A map of another story is never mixed in. */
  constructor(ports: MapStorePorts, story: string) {
    this.#ports = ports;
    this.#story = story;
  }

  /** The map on disk. Empty if there is no file, or if it had to be set aside. Throws StorageError. */
  async load(): Promise<MapGraph> {
    const bytes = this.#ports.file.read();
    if (bytes === null) return EMPTY_GRAPH;
    const decoded = decodeMap(bytes, this.#story);
    if (decoded.kind === 'map') return decoded.graph;
    await this.#setAside({ bytes, reason: decoded.reason });
    return EMPTY_GRAPH;
  }

  /** Merges a map into the file and returns the file's map. Rejects with StorageError or LockedError. */
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
      outcome = decoded?.kind === 'map' ? mergeMapGraphs(decoded.graph, graph) : graph;
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
  return sha256(bytes).slice(0, 16);
}

const owned = z.object({ story: z.string() });

/** Merges two map files of one story. One that is no such map is left out. Pure. */
export function mergeStoredMaps(one: Uint8Array, other: Uint8Array): Uint8Array {
  const story = storyOf(one) ?? storyOf(other);
  if (story === null) return one;
  const [left, right] = [decodeMap(one, story), decodeMap(other, story)];
  if (left.kind === 'unusable') return other;
  if (right.kind === 'unusable') return one;
  return encodeMap(mergeMapGraphs(left.graph, right.graph), story);
}

function storyOf(bytes: Uint8Array): string | null {
  return owned.safeParse(parsedJson(Buffer.from(bytes).toString())).data?.story ?? null;
}
