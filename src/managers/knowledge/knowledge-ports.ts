import type { Ask } from '../../model/ask.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Tools } from '../tools.ts';
import {
  allItems,
  itemsOf,
  type KnowledgeDocument,
  SECTIONS,
  type KnowledgeSection,
} from './knowledge-document.ts';

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

/** Turns that no update was worth are skipped; failed are questions without a usable answer, and updates refused whole. */
export const NO_METRICS = {
  updates: 0,
  skipped: 0,
  failed: 0,
  added: 0,
  revised: 0,
  retired: 0,
  refused: 0,
};

export type KnowledgeMetrics = Readonly<typeof NO_METRICS>;

/** `pending` are the updates that are not on disk yet; what is written by hand is never changed. */
export function knowledgeStatus(
  document: KnowledgeDocument,
  pending: number,
  metrics: KnowledgeMetrics,
) {
  const items = allItems(document);
  const sections = SECTIONS.map((section) => [section, itemsOf(document, section).length]);
  const writtenByHand = items.filter(({ origin }) => origin === null).length;
  const bySection = Object.fromEntries(sections) as Record<KnowledgeSection, number>;
  const state = { items: items.length, writtenByHand, bySection, pending };
  return { component: 'knowledge' as const, state, metrics };
}
