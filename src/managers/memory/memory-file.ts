import { LockedError, StorageError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { DurableFile } from '../../storage/storage.ts';
import {
  applyChanges,
  applyVisits,
  type ChangeResult,
  type MemoryChange,
  type RoomVisits,
} from './memory-changes.ts';
import { printLines } from '../../domain/lined-document.ts';
import {
  parseDocument,
  roomsOf,
  type MemoryDocument,
  type RoomMemories,
} from './memory-document.ts';

/** What became of changes. While the file cannot be written they wait, and count as applied to what is remembered. */
export interface WriteReport {
  readonly results: readonly ChangeResult[];
  /** Why the changes wait; null when everything is durable. */
  readonly waiting: LockedError | StorageError | null;
}

/**
 * Memories.md and what waits to be written to it. `rooms` always is the file as last read or written with the waiting
 * changes applied to it, by the same function that changes the file, so that file and cache cannot diverge.
 */
export class MemoryFile {
  readonly #file: DurableFile;
  #bytes: Uint8Array | null;
  #document: MemoryDocument;
  #rooms: ReadonlyMap<LocationId, RoomMemories>;
  /** The version that `#bytes` are known to be; undefined when the file must be compared. */
  #version: string | null | undefined;
  #waiting: readonly MemoryChange[] = [];
  #visits: readonly RoomVisits[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  /** Reads the file. Throws StorageError when it cannot be read; a missing file is an empty one. */
  constructor(file: DurableFile) {
    this.#file = file;
    this.#version = file.version();
    this.#bytes = file.read();
    this.#document = parseDocument(this.#bytes);
    this.#rooms = roomsOf(this.#document);
  }

  get rooms(): ReadonlyMap<LocationId, RoomMemories> {
    return this.#rooms;
  }

  /** How many changes are not on disk yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Reads the file again when somebody else changed it; returns whether it differs. Throws StorageError. */
  sync(): boolean {
    const version = this.#file.version();
    if (version === this.#version) return false;
    const bytes = this.#file.read();
    this.#version = version;
    if (isEqual(bytes, this.#bytes)) return false;
    this.#remember(bytes, parseDocument(bytes));
    return true;
  }

  /** Counts a visit; it is written with the next change or by `flush`. */
  countVisit(locationId: LocationId, episode: number): void {
    const isSame = (visit: RoomVisits) =>
      visit.locationId === locationId && visit.episode === episode;
    const count = this.#visits.find(isSame)?.count ?? 0;
    const others = this.#visits.filter((visit) => !isSame(visit));
    this.#visits = [...others, { locationId, episode, count: count + 1 }];
  }

  /** Applies the changes to the file as it is by then, together with those that wait, in one replacement of the file. */
  change(changes: readonly MemoryChange[]): Promise<WriteReport> {
    const written = this.#queue.then(() => this.#write(changes));
    this.#queue = written.catch(() => null);
    return written;
  }

  /** Writes what waits, and visits. */
  flush(): Promise<WriteReport> {
    return this.change([]);
  }

  async #write(changes: readonly MemoryChange[]): Promise<WriteReport> {
    const wanted = [...this.#waiting, ...changes];
    const visits = this.#visits;
    this.#visits = [];
    let commit = applyAll(this.#document, this.#bytes, wanted, visits);
    try {
      await this.#file.update((bytes) => {
        const before = isEqual(bytes, this.#bytes) ? this.#document : parseDocument(bytes);
        commit = applyAll(before, bytes, wanted, visits);
        return commit.bytes;
      });
    } catch (error) {
      this.#visits = [...visits, ...this.#visits];
      if (!(error instanceof LockedError || error instanceof StorageError)) throw error;
      return { results: this.#wait(changes), waiting: error };
    }
    this.#waiting = [];
    this.#visits = [...commit.uncounted, ...this.#visits];
    this.#version = undefined;
    this.#remember(commit.bytes, commit.document);
    return { results: commit.results, waiting: null };
  }

  #wait(changes: readonly MemoryChange[]): readonly ChangeResult[] {
    const { document } = applyChanges(this.#document, this.#waiting);
    const { results } = applyChanges(document, changes);
    const accepted = results.filter(({ outcome }) => outcome === 'applied');
    this.#waiting = [...this.#waiting, ...accepted.map(({ change }) => change)];
    this.#remember(this.#bytes, this.#document);
    return results;
  }

  #remember(bytes: Uint8Array | null, document: MemoryDocument): void {
    this.#bytes = bytes;
    this.#document = document;
    this.#rooms = roomsOf(applyChanges(document, this.#waiting).document);
  }
}

/** The whole of one change of the file as a pure function; the same bytes when there is nothing to change. */
function applyAll(
  before: MemoryDocument,
  bytes: Uint8Array | null,
  changes: readonly MemoryChange[],
  visits: readonly RoomVisits[],
) {
  const { document: changed, results } = applyChanges(before, changes);
  const { document, uncounted } = applyVisits(changed, visits);
  const isSame = document === before;
  return { bytes: isSame ? bytes : printLines(document), document, results, uncounted };
}

function isEqual(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}
