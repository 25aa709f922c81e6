import {
  endLastLine,
  endLines,
  isBlank,
  replaceBlock,
  toLatin1,
} from '../../domain/lined-document.ts';
import { renderItem, type Item, type Origin } from './item.ts';
import {
  parseKnowledgeBlock,
  type KnowledgeBlock,
  type KnowledgeDocument,
  type PlacedItem,
} from './knowledge-document.ts';
import { SECTIONS, type KnowledgeSection } from './knowledge-section.ts';

const TITLE = '# Knowledge Base';

/** Adds an item at the end of its section, which is made where it is missing. Only inserts bytes. */
export function insertItem(
  document: KnowledgeDocument,
  section: KnowledgeSection,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  const whole = withSection(withFinalLineFeed(document), section);
  const index = whole.blocks.findLastIndex((block) => block.section === section);
  return editBlock(whole, index, ({ lines, items }) => {
    const last = items.at(-1);
    const line = writtenLine(text, origin);
    if (last === undefined) {
      const end = lines.findLastIndex((one) => !isBlank(one)) + 1;
      return splice(whole, lines, { at: end, add: ['', line] });
    }
    const at = last.at + last.length;
    return splice(whole, lines, { at, add: last.isListed ? [line] : ['', line] });
  });
}

/** A learnt item where it stands. */
export interface ItemPlace {
  readonly section: KnowledgeSection;
  readonly item: Item;
}

/** Replaces an item in its place; the same document when it is not there. */
export function replaceItem(
  document: KnowledgeDocument,
  place: ItemPlace,
  text: string,
  origin: Origin,
): KnowledgeDocument {
  return editItem(document, place, ({ at, length }, { lines }) =>
    splice(document, lines, { at, remove: length, add: [writtenLine(text, origin)] }),
  );
}

/** Takes an item out; the same document when it is not there. */
export function removeItem(document: KnowledgeDocument, place: ItemPlace): KnowledgeDocument {
  return editItem(document, place, ({ at, length }, { lines }) =>
    splice(document, lines, { at, remove: length, add: [] }),
  );
}

function writtenLine(text: string, origin: Origin): string {
  return toLatin1(renderItem(text, origin));
}

/** Every written item is one line, so the lines that leave are the item's alone. */
function editItem(
  document: KnowledgeDocument,
  { section, item }: ItemPlace,
  change: (placed: PlacedItem, block: KnowledgeBlock) => readonly string[],
): KnowledgeDocument {
  const written = item.origin === null ? null : renderItem(item.text, item.origin);
  const isIt = ({ item: { text, origin } }: PlacedItem) =>
    origin !== null && renderItem(text, origin) === written;
  const index = document.blocks.findIndex(
    (block) => block.section === section && block.items.some(isIt),
  );
  if (index === -1) return document;
  return editBlock(document, index, (block) => {
    const placed = block.items.find(isIt);
    return placed === undefined ? block.lines : change(placed, block);
  });
}

function editBlock(
  document: KnowledgeDocument,
  index: number,
  change: (block: KnowledgeBlock) => readonly string[],
): KnowledgeDocument {
  const block = document.blocks[index];
  if (block === undefined) return document;
  return replaceBlock(document, index, parseKnowledgeBlock(change(block)));
}

function splice(
  document: KnowledgeDocument,
  lines: readonly string[],
  { at, remove = 0, add }: { at: number; remove?: number; add: readonly string[] },
): readonly string[] {
  return lines.toSpliced(at, remove, ...endLines(document, add));
}

function withFinalLineFeed(document: KnowledgeDocument): KnowledgeDocument {
  const last = document.blocks.at(-1)?.lines.at(-1) ?? '';
  if (last === '') return document;
  return editBlock(document, document.blocks.length - 1, ({ lines }) => [
    ...endLastLine(document, lines),
    '',
  ]);
}

function withSection(document: KnowledgeDocument, section: KnowledgeSection): KnowledgeDocument {
  if (document.blocks.some((block) => block.section === section)) return document;
  const isEmpty = document.blocks.every(({ lines }) => lines.join('') === '' && lines.length < 2);
  const blocks = isEmpty ? [parseKnowledgeBlock([TITLE, ''])] : document.blocks;
  const at = placeOf(blocks, section);
  const isLast = at === blocks.length;
  const before = endApart(blocks.slice(0, at), document.lineEnd);
  const heading = `## ${section}${document.lineEnd}`;
  const made = parseKnowledgeBlock([heading, isLast ? '' : document.lineEnd]);
  return { ...document, blocks: [...before, made, ...blocks.slice(at)] };
}

/** Where a missing section goes: behind the last of those before it, else before the first of those after it. */
function placeOf(blocks: readonly KnowledgeBlock[], section: KnowledgeSection): number {
  const order = (one: KnowledgeSection | null) => (one === null ? -1 : SECTIONS.indexOf(one));
  const wanted = SECTIONS.indexOf(section);
  const behind = blocks.findLastIndex((one) => one.section !== null && order(one.section) < wanted);
  if (behind !== -1) return behind + 1;
  const before = blocks.findIndex((one) => order(one.section) > wanted);
  return before === -1 ? blocks.length : before;
}

/** Blocks with a blank line at their end, so that a heading can follow. */
function endApart(blocks: readonly KnowledgeBlock[], lineEnd: string): readonly KnowledgeBlock[] {
  const last = blocks.at(-1);
  if (last === undefined) return blocks;
  const end = last.lines.at(-1) ?? '';
  // An empty line is the file's last line feed: what follows makes a line of its own of it.
  const kept = end === '' ? last.lines.slice(0, -1) : last.lines;
  const apart = end !== '' && isBlank(end) ? kept : [...kept, lineEnd];
  return [...blocks.slice(0, -1), parseKnowledgeBlock(apart)];
}
