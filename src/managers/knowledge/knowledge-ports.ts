import type { Ask } from '../../model/ask.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Tools } from '../tools.ts';

/** Answers to `ask` may be held back until the turn's lessons are settled. */
export interface KnowledgePorts extends Tools {
  readonly file: DurableFile;
  /** Whether the episode took over its first turns from another. */
  readonly isFork?: boolean | undefined;
  /** ledger.jsonl; absent where none is kept. */
  readonly ledger?: DurableFile;
  /** For the end of an episode, when nobody settles lessons any more. */
  readonly askAtEnd: Ask;
  /**
   * Keeps a version in the episode's directory: what the file held after a turn, 0 for the start. The same turn may come
   * with other bytes, when a person edited the file; both are to be kept. Throws StorageError.
   */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
}
