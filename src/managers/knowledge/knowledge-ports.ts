import type { Ask } from '../../model/ask.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Tools } from '../tools.ts';
import type { KeepVersion } from './version-keeper.ts';

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
