import { LockedError, StorageError } from '../../domain/errors.ts';
import type { DurableFile } from '../../storage/storage.ts';
import { printLines } from '../../domain/lined-document.ts';
import { parseKnowledge, type KnowledgeDocument } from './knowledge-document.ts';
import { applyUpdate, type KnowledgeUpdate, type UpdateOutcome } from './knowledge-update.ts';

/** One replacement of the file, or what kept it from happening. */
export type WriteReport =
  | {
      readonly kind: 'written';
      /** Bytes that the update was applied to; null when there was no file. */
      readonly before: Uint8Array | null;
      /** Bytes of the file now; null when there still is none. */
      readonly after: Uint8Array | null;
      /** One for each update, those that waited first. */
      readonly outcomes: readonly UpdateOutcome[];
    }
  | { readonly kind: 'waiting'; readonly reason: string };

/**
 * knowledgebase.md and the updates that wait to be written to it. `document` is the file as last read or written with
 * the waiting updates applied to it by the same function that changes the file.
 */
export class KnowledgeFile {
  readonly #file: DurableFile;
  #version: string | null;
  #bytes: Uint8Array | null;
  #document: KnowledgeDocument;
  #waiting: readonly KnowledgeUpdate[] = [];

  /** Reads the file. Throws StorageError when it cannot be read; a missing file is an empty one. */
  constructor(file: DurableFile) {
    this.#file = file;
    this.#version = file.version();
    this.#bytes = file.read();
    this.#document = parseKnowledge(this.#bytes);
  }

  get document(): KnowledgeDocument {
    return this.#document;
  }

  /** Bytes of the file as last read or written; null when there was none. */
  get bytes(): Uint8Array | null {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Reads the file again when somebody else changed it. Throws StorageError. */
  sync(): void {
    const version = this.#file.version();
    if (version !== this.#version) this.#remember(this.#file.read(), version);
  }

  /** Applies an update, and those that wait, to the file as it is by then. */
  async change(update: KnowledgeUpdate | null): Promise<WriteReport> {
    const updates = update === null ? this.#waiting : [...this.#waiting, update];
    let change: ReturnType<typeof applyAll> = applyAll(null, []);
    try {
      await this.#file.update((bytes) => {
        change = applyAll(bytes, updates);
        return change.after;
      });
    } catch (error) {
      if (!(error instanceof LockedError || error instanceof StorageError)) throw error;
      this.#waiting = updates;
      this.#remember(this.#bytes, this.#version);
      return { kind: 'waiting', reason: error.message };
    }
    this.#waiting = [];
    // An unknown version makes the next look read the file: somebody may have saved it since.
    this.#remember(change.after, null);
    return { kind: 'written', ...change };
  }

  #remember(bytes: Uint8Array | null, version: string | null): void {
    this.#version = version;
    this.#bytes = bytes;
    this.#document = applyAll(bytes, this.#waiting).document;
  }
}

/** The whole of one change of the file as a pure function; the same bytes when there is nothing to change. */
function applyAll(before: Uint8Array | null, updates: readonly KnowledgeUpdate[]) {
  const read = parseKnowledge(before);
  const outcomes: UpdateOutcome[] = [];
  let document = read;
  for (const update of updates) {
    const outcome = applyUpdate(document, update);
    outcomes.push(outcome);
    document = outcome.document;
  }
  const after = document === read ? before : printLines(document);
  return { before, after, outcomes, document };
}
