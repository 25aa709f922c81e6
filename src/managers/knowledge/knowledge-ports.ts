import type { Ask } from '../../model/ask.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Tools } from '../tools.ts';
import { ZorkGptError } from '../../domain/errors.ts';

/** Answers to `ask` may be held back until the turn's lessons are settled. */
export interface KnowledgePorts extends Tools {
  /** knowledgebase.md. */
  readonly file: DurableFile;
  /** ledger.jsonl; absent where none is kept. */
  readonly ledger?: DurableFile;
  /** For the end of an episode, when nobody settles lessons any more. */
  readonly askAtEnd: Ask;
  readonly keepVersion: KeepVersion;
}

export function warn({ emit }: Pick<KnowledgePorts, 'emit'>, code: string, message: string): void {
  emit({ type: 'warning', code, message });
}

export function fail({ emit }: Pick<KnowledgePorts, 'emit'>, reason: string): void {
  emit({ type: 'lesson-failed', lesson: 'knowledge', reason });
}

/**
 * Keeps a version in the episode's directory: what the file held after a turn, 0 for the start. The same turn may come
 * with other bytes, when a person edited the file; both are to be kept. Throws StorageError.
 */
export type KeepVersion = (bytes: Uint8Array, turn: number) => void;

/** Hands on each version once; one that cannot be kept is a warning, the knowledge itself is safe in its file. */
export class VersionKeeper {
  readonly #keepVersion: KeepVersion;
  readonly #warn: (message: string) => void;
  #newest: Uint8Array | null = null;

  constructor(keepVersion: KeepVersion, warn: (message: string) => void) {
    this.#keepVersion = keepVersion;
    this.#warn = warn;
  }

  /** Forgets what was kept: a new episode has its own directory. */
  reset(): void {
    this.#newest = null;
  }

  keep(bytes: Uint8Array | null, turn: number): void {
    if (bytes === null) return;
    if (this.#newest !== null && Buffer.compare(bytes, this.#newest) === 0) return;
    try {
      this.#keepVersion(bytes, turn);
      this.#newest = bytes;
    } catch (error) {
      if (!(error instanceof ZorkGptError)) throw error;
      this.#warn(error.message);
    }
  }
}
