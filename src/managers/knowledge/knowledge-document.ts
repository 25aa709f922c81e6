import { readItem, type Item } from './item.ts';
import { sectionNamed, type KnowledgeSection } from './knowledge-section.ts';

/** Where in a block an item stands. */
export interface PlacedItem {
  readonly at: number;
  readonly length: number;
  readonly item: Item;
  /** Whether it is an entry of a list, so that the next entry may follow without a blank line. */
  readonly isListed: boolean;
}

/** A stretch of the file from one heading of level 1 or 2 to the next: raw lines, and what was understood of them. */
export interface Block {
  /** Latin1, one character per byte; a carriage return stays at the end of its line. */
  readonly lines: readonly string[];
  /** Text of the heading; empty before the first one. */
  readonly title: string;
  /** Null under any heading that is not one of SECTIONS. */
  readonly section: KnowledgeSection | null;
  readonly items: readonly PlacedItem[];
}

/** knowledgebase.md as it is, byte for byte, with what was understood of it. `print(parse(bytes))` equals `bytes`. */
export interface KnowledgeDocument {
  readonly byteOrderMark: string;
  /** What new lines end with before their line feed: a carriage return when most lines of the file do. */
  readonly lineEnd: '' | '\r';
  readonly blocks: readonly Block[];
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Reads the file's bytes; null stands for no file. Linear in their number; never fails. */
export function parseKnowledge(bytes: Uint8Array | null): KnowledgeDocument {
  const raw = Buffer.from(bytes ?? []).toString('latin1');
  const byteOrderMark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const lines = raw.slice(byteOrderMark.length).split('\n');
  const returns = lines.filter((line) => line.endsWith('\r')).length;
  return {
    byteOrderMark,
    lineEnd: returns > (lines.length - 1) / 2 ? '\r' : '',
    blocks: splitBlocks(lines).map(parseBlock),
  };
}

/** The file's bytes. */
export function printKnowledge({ byteOrderMark, blocks }: KnowledgeDocument): Uint8Array {
  const lines = blocks.map((block) => block.lines.join('\n'));
  return Buffer.from(byteOrderMark + lines.join('\n'), 'latin1');
}

/** Items under one of SECTIONS, in the order of the file; a section that the file has twice is read as one. */
export function itemsOf(document: KnowledgeDocument, section: KnowledgeSection): readonly Item[] {
  return document.blocks
    .filter((block) => block.section === section)
    .flatMap(({ items }) => items.map(({ item }) => item));
}

/** Every item of the file, those under other headings too. */
export function allItems(document: KnowledgeDocument): readonly Item[] {
  return document.blocks.flatMap(({ items }) => items.map(({ item }) => item));
}

/** Understands the lines of one block. */
export function parseBlock(lines: readonly string[]): Block {
  const plain = lines.map(decodeLine);
  const heading = /^##?(?:[ \t]+(.*))?$/.exec(plain[0] ?? '');
  const title = (heading?.[1] ?? '').trim();
  const isSection = /^##[ \t]/.test(plain[0] ?? '');
  return {
    lines,
    title,
    section: isSection ? sectionNamed(title) : null,
    items: readItems(plain, heading === null ? 0 : 1),
  };
}

/** One line of the text as one character per byte of its UTF-8. */
export function encodeLine(line: string): string {
  return Buffer.from(line, 'utf8').toString('latin1');
}

function decodeLine(line: string): string {
  const bytes = line.endsWith('\r') ? line.slice(0, -1) : line;
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function splitBlocks(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (/^##?(?:[ \t]|\r?$)/.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks[0]?.length === 0 && blocks.length > 1 ? blocks.slice(1) : blocks;
}

function readItems(lines: readonly string[], from: number): PlacedItem[] {
  const items: PlacedItem[] = [];
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const length = paragraphLength(lines, at);
    if (length > 0 && !isOrnament(line)) {
      const item = readItem(lines.slice(at, at + length));
      items.push({ at, length, item, isListed: isEntry(line) });
    }
    at += Math.max(length, 1);
  }
  return items;
}

/** How many lines from here belong together; 0 for a blank line. */
function paragraphLength(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (isBlank(line)) return 0;
  if (isAlone(line)) return 1;
  let end = at + 1;
  while (end < lines.length && !endsParagraph(lines[end] ?? '')) end += 1;
  return end - at;
}

function endsParagraph(line: string): boolean {
  return isBlank(line) || isAlone(line) || isEntry(line);
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Headings of lower levels and rules. */
function isAlone(line: string): boolean {
  return /^#{3,6}(?:[ \t]|$)/.test(line) || /^(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(line);
}

function isEntry(line: string): boolean {
  return /^[-*+][ \t]+[^ \t]/.test(line);
}

/** What says nothing by itself: headings, rules and comments. */
function isOrnament(line: string): boolean {
  return isAlone(line) || line.startsWith('<!--');
}
