import { setApart, type EntryFormat } from '../../domain/entry-edits.ts';
import { isBlockStart } from '../../domain/lined-document.ts';
import { parseKnowledgeBlock, type KnowledgeBlock } from './knowledge-document.ts';
import { SECTIONS, sectionNamed } from './knowledge-section.ts';

/** The entries of knowledgebase.md: its items, each of which is its words alone. */
export const KNOWLEDGE_ENTRIES: EntryFormat<KnowledgeBlock> = {
  parseBlock: parseKnowledgeBlock,
  placeOf({ section, lines }) {
    if (section !== null) return section;
    const first = lines[0] ?? '';
    return isBlockStart(first) ? first.replace(/\r+$/, '') : '';
  },
  spansOf: ({ items }) => items.map(({ at, length }) => ({ at, length, name: null })),
  openPlace: (heading, entries) => [heading, ...setApart(entries, '')],
  orderOf(place) {
    const section = sectionNamed(place);
    return section === null ? null : SECTIONS.indexOf(section);
  },
};
