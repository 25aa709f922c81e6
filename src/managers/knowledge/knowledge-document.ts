import {
  type EntryFormat,
  insertEntries,
  rewriteEntries,
  separateEntries,
} from '../../domain/entry-edits.ts';
import {
  type LinedBlock,
  type LinedDocument,
  type ParagraphRules,
  type Span,
  documentHeading,
  documentParagraphs,
  parseLines,
  printDocumentLines,
  withoutReturn,
} from '../../domain/lined-document.ts';
import { fromLatin1, toLatin1 } from '../../domain/text.ts';
import { type Item, type Origin, isGuess, readItem, renderItem } from './knowledge-item.ts';

/** The sections of knowledgebase.md in the order in which they are written. */
export const SECTIONS = [
  'UNIVERSAL GAME MECHANICS',
  'DANGER CATEGORIES',
  'STRATEGIC PRINCIPLES',
  'DEATH & DANGER ANALYSIS',
  'LESSONS LEARNED',
  'CROSS-EPISODE INSIGHTS',
] as const;

export type KnowledgeSection = (typeof SECTIONS)[number];

/** Grows at the end of an episode, never by an update during play. */
export const CROSS_EPISODE: KnowledgeSection = 'CROSS-EPISODE INSIGHTS';

/** Updates during play may add to any section but the insights; the synthesis at the end only to the insights. */
export type Scope = 'play' | 'synthesis';

/** The section that a heading or a model names, whatever its case, spaces and heading marks. Null for any other. */
export function sectionNamed(name: string): KnowledgeSection | null {
  const wanted = name
    .replace(/^[#*_\s]+|[#*_\s]+$/g, '')
    .replace(/\\&|&amp;/g, '&')
    .replaceAll(/\s+/g, ' ')
    .toUpperCase();
  return SECTIONS.find((section) => section === wanted) ?? null;
}

/** Whether a text is a heading of a section instead of an item in one. */
export function namesSection(text: string): boolean {
  const upper = text.toUpperCase().replaceAll(/\s+/g, ' ');
  const isHeading = SECTIONS.some((name) => upper.startsWith(name) || upper.includes(`# ${name}`));
  return isHeading || upper.includes(CROSS_EPISODE);
}

/** Whether a section of the knowledge document is written by play, or by the synthesis of episodes. */
export function isInScope(section: KnowledgeSection, scope: Scope): boolean {
  return (section === CROSS_EPISODE) === (scope === 'synthesis');
}

interface PlacedItem extends Span {
  readonly item: Item;
}

interface KnowledgeBlock extends LinedBlock {
  readonly title: string;
  /** Null under any heading that is not one of SECTIONS. */
  readonly section: KnowledgeSection | null;
  readonly items: readonly PlacedItem[];
}

/** knowledgebase.md byte for byte, with its meaning. `print(parse(bytes))` equals `bytes`. */
export type KnowledgeDocument = LinedDocument<KnowledgeBlock>;

const PARAGRAPHS: ParagraphRules = { standsAlone: isAlone, begins: isEntry };

/** Parses the file's bytes; null stands for no file. Linear in their number; never fails. */
export function parseKnowledge(bytes: Uint8Array | null): KnowledgeDocument {
  return parseLines(bytes, parseKnowledgeBlock);
}

/** The items of a section, in the order of the file. A section that occurs twice is read as one. */
export function itemsOf(document: KnowledgeDocument, section: KnowledgeSection): readonly Item[] {
  return document.blocks
    .filter((block) => block.section === section)
    .flatMap(({ items }) => items.map(({ item }) => item));
}

/** Every item of the file, those under other headings included. */
export function allItems(document: KnowledgeDocument): readonly Item[] {
  return document.blocks.flatMap(({ items }) => items.map(({ item }) => item));
}

export function certainTexts(document: KnowledgeDocument): readonly string[] {
  const items = allItems(document);
  return items.flatMap(({ text, origin }) => (origin !== null && isGuess(origin) ? [] : [text]));
}

function parseKnowledgeBlock(lines: readonly string[]): KnowledgeBlock {
  const plain = lines.map((line) => fromLatin1(withoutReturn(line)));
  const [, marks = '', name = ''] = /^(##?)(?:[ \t]+(.*))?$/.exec(plain[0] ?? '') ?? [];
  const title = name.trim();
  const section = marks === '##' ? sectionNamed(title) : null;
  return { lines, title, section, items: readItems(plain) };
}

function readItems(lines: readonly string[]): PlacedItem[] {
  return [...documentParagraphs(lines, PARAGRAPHS)].flatMap(({ at, length }) => {
    const line = lines[at] ?? '';
    // Headings, rules and comments are no items.
    if (isAlone(line) || line.startsWith('<!--')) return [];
    return [{ at, length, item: readItem(lines.slice(at, at + length)) }];
  });
}

/** Headings of lower levels and rules. */
function isAlone(line: string): boolean {
  return /^#{3,6}(?:[ \t]|$)/.test(line) || /^(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(line);
}

function isEntry(line: string): boolean {
  return /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+[^ \t]/.test(line);
}

/** The entries of knowledgebase.md: its items, identified by their words. */
export const KNOWLEDGE_ENTRIES: EntryFormat<KnowledgeBlock> = {
  parseBlock: parseKnowledgeBlock,
  placeOf: (block) => block.section ?? documentHeading(block),
  spansOf: ({ items }) => items.map(({ at, length }) => ({ at, length, name: null })),
  insertAt({ items, lines }) {
    const last = items.at(-1);
    return last === undefined ? lines.length : last.at + last.length;
  },
  title: ['# Knowledge Base'],
  openPlace: (heading, entries) => [heading, ...separateEntries(entries, '')],
  orderOf(place) {
    const section = sectionNamed(place);
    return section === null ? null : SECTIONS.indexOf(section);
  },
};

/** The whole document as text. Empty if it has no items. */
export function knowledgeText(document: KnowledgeDocument): string {
  if (allItems(document).length === 0) return '';
  return new TextDecoder().decode(printDocumentLines(document)).trim();
}

/** Adds an item at the end of its section, and makes the section if it is missing. Only inserts bytes. */
export function documentWithItem(
  document: KnowledgeDocument,
  section: KnowledgeSection,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  const line = toLatin1(renderItem(text, origin));
  const entry = { place: section, heading: `## ${section}`, name: null, text: line };
  return insertEntries(document, [entry], KNOWLEDGE_ENTRIES);
}

export function documentWithReplacedItem(
  document: KnowledgeDocument,
  item: Item,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  return rewriteItems(document, [item], [toLatin1(renderItem(text, origin))]);
}

export function documentWithoutItems(
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
    return rewriteEntries(block, spans, KNOWLEDGE_ENTRIES);
  });
  return { ...document, blocks };
}
