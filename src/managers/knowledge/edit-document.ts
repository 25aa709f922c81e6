import { insertEntries, rewriteBlock } from '../../domain/entry-edits.ts';
import { toLatin1 } from '../../domain/lined-document.ts';
import { renderItem, type Item, type Origin } from './item.ts';
import { KNOWLEDGE_ENTRIES, type KnowledgeDocument } from './knowledge-document.ts';
import type { KnowledgeSection } from './knowledge-section.ts';

/** Adds an item at the end of its section, which is made where it is missing. Only inserts bytes. */
export function insertItem(
  document: KnowledgeDocument,
  section: KnowledgeSection,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  const line = toLatin1(renderItem(text, origin));
  const entry = { place: section, heading: `## ${section}`, name: null, text: line };
  return insertEntries(document, [entry], KNOWLEDGE_ENTRIES);
}

/** Replaces an item of this document in its place. */
export function replaceItem(
  document: KnowledgeDocument,
  item: Item,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  return rewriteItems(document, [item], [toLatin1(renderItem(text, origin))]);
}

/** Takes items of this document out. */
export function removeItems(
  document: KnowledgeDocument,
  items: readonly Item[],
): KnowledgeDocument {
  return rewriteItems(document, items, []);
}

function rewriteItems(
  document: KnowledgeDocument,
  items: readonly Item[],
  to: readonly string[],
): KnowledgeDocument {
  const blocks = document.blocks.map((block) => {
    const changed = block.items.filter(({ item }) => items.includes(item));
    const spans = changed.map(({ at, length }) => ({ at, length, to }));
    return rewriteBlock(block, spans, KNOWLEDGE_ENTRIES);
  });
  return { ...document, blocks };
}
