import { allItems, itemsOf, type KnowledgeDocument } from './knowledge-document.ts';
import { SECTIONS, type KnowledgeSection } from './knowledge-section.ts';

/** Counts of one episode. */
export interface KnowledgeMetrics {
  /** Answers whose edits were carried out. */
  readonly updates: number;
  /** Updates that the turns were not worth. */
  readonly skipped: number;
  /** Questions without a usable answer, and updates refused as a whole. */
  readonly failed: number;
  readonly added: number;
  readonly revised: number;
  readonly retired: number;
  readonly refused: number;
}

export interface KnowledgeStatus {
  readonly component: 'knowledge';
  readonly state: {
    readonly items: number;
    /** Items that a person wrote, which are never changed. */
    readonly writtenByHand: number;
    readonly bySection: Readonly<Record<KnowledgeSection, number>>;
    /** Updates that are not on disk yet. */
    readonly pending: number;
  };
  readonly metrics: KnowledgeMetrics;
}

export const NO_METRICS: KnowledgeMetrics = {
  updates: 0,
  skipped: 0,
  failed: 0,
  added: 0,
  revised: 0,
  retired: 0,
  refused: 0,
};

export function addMetrics(
  metrics: KnowledgeMetrics,
  more: Partial<KnowledgeMetrics>,
): KnowledgeMetrics {
  const names = Object.keys(metrics) as (keyof KnowledgeMetrics)[];
  const sums = names.map((name) => [name, metrics[name] + (more[name] ?? 0)]);
  return Object.fromEntries(sums) as KnowledgeMetrics;
}

export function knowledgeStatus(
  document: KnowledgeDocument,
  pending: number,
  metrics: KnowledgeMetrics,
): KnowledgeStatus {
  const items = allItems(document);
  const sections = SECTIONS.map((section) => [section, itemsOf(document, section).length]);
  return {
    component: 'knowledge',
    state: {
      items: items.length,
      writtenByHand: items.filter(({ origin }) => origin === null).length,
      bySection: Object.fromEntries(sections) as Record<KnowledgeSection, number>,
      pending,
    },
    metrics,
  };
}
