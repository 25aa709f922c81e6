import type { Ask } from '../../model/ask.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Tools } from '../tools.ts';

/** Answers to `ask` may be held back until the turn's lessons are settled. */
export interface KnowledgePorts extends Tools {
  readonly file: DurableFile;
  readonly isFork?: boolean | undefined;
  /** ledger.jsonl. Absent if none is kept. */
  readonly ledger?: DurableFile;
  /** For the end of an episode, when no lessons are settled any more. */
  readonly askAtEnd: Ask;
  /** Keeps the file after a turn (0: the start) in the episode's directory, each version apart. Throws StorageError. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
}
