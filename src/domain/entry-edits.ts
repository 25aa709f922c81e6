import { type FileEntry, entryKey } from './entry-changes.ts';
import {
  isBlank,
  parseLines,
  printDocumentLines,
  type LinedBlock,
  type LinedDocument,
  type Span,
} from './lined-document.ts';
import { type EntryEdits } from './entry-merge.ts';

type NamedSpan = Span & Pick<FileEntry, 'name' | 'isCount'>;

/** How a Markdown format stores its entries. */
export interface EntryFormat<B extends LinedBlock = LinedBlock> {
  readonly parseBlock: (lines: readonly string[]) => B;
  readonly startsBlock?: (line: string, previous: string) => boolean;
  /** The heading above a block's entries. Empty before the first heading. */
  readonly placeOf: (block: B) => string;
  /** Ascending by line. */
  readonly spansOf: (block: B) => readonly NamedSpan[];
  /** The line before which a new entry goes. If absent, the end of the block's text. */
  readonly insertAt?: (block: B, entry: FileEntry) => number;
  /** The first lines of a new file. */
  readonly title: readonly string[];
  /** The lines of a new place, with its entries. */
  readonly openPlace: (heading: string, entries: readonly FileEntry[]) => readonly string[];
  /** A place comes after those of a lower order. Null for the end. */
  readonly orderOf: (place: string) => number | null;
}

/** All entries of a file, in order. Null stands for no file and gives none. */
export function entriesIn<B extends LinedBlock>(
  bytes: Uint8Array | null,
  format: EntryFormat<B>,
): readonly FileEntry[] {
  return parseLines(bytes, format.parseBlock, format.startsBlock).blocks.flatMap((block) =>
    entriesOf(block, format),
  );
}

/** Applies edits to a file. Bytes that no edit names stay. */
export function applyEntryEdits<B extends LinedBlock>(
  bytes: Uint8Array | null,
  { add, replace, remove }: Pick<EntryEdits, 'add' | 'replace' | 'remove'>,
  format: EntryFormat<B>,
): Uint8Array {
  const texts = new Map<string, readonly string[]>([
    ...remove.map((entry) => [entryKey(entry), []] as const),
    ...replace.map(({ from, to }) => [entryKey(from), to.text.split('\n')] as const),
  ]);
  const read = parseLines(bytes, format.parseBlock, format.startsBlock);
  const blocks = read.blocks.map((block) => {
    const place = format.placeOf(block);
    const changed = format.spansOf(block).flatMap((span) => {
      const to = texts.get(`${place}\n${textOf(block, span)}`);
      return to === undefined ? [] : [{ ...span, to }];
    });
    return rewriteEntries(block, changed, format);
  });
  return printDocumentLines(insertEntries({ ...read, blocks }, add, format));
}

/** Replaces the lines of entries of a block, ascending and without line ends. Without lines an entry is removed. */
export function rewriteEntries<B extends LinedBlock>(
  block: B,
  changed: readonly (Span & { readonly to: readonly string[] })[],
  { parseBlock }: Pick<EntryFormat<B>, 'parseBlock'>,
): B {
  if (changed.length === 0) return block;
  let lines = block.lines;
  for (const { at, length, to } of changed.toReversed()) {
    // Removes the blank line before an entry with it, unless that line then separates its neighbours.
    const isApart = isBlank(lines[at - 1] ?? '') && isBlank(lines[at + length] ?? 'x');
    const apart = to.length === 0 && isApart ? 1 : 0;
    const isLast = at + length + apart >= lines.length;
    const written = keepingReturns(lines.slice(at, at + length), to);
    lines = lines.toSpliced(at, length + (isLast ? 0 : apart), ...written);
  }
  return parseBlock(lines);
}

/** New lines in place of old ones. Each keeps the line end of its old line, counted from the end. */
function keepingReturns(old: readonly string[], lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => {
    const before = old.at(Math.max(index - lines.length, -old.length)) ?? '';
    return before.endsWith('\r') ? `${line}\r` : line;
  });
}

/** Adds entries at the end of their places, and makes missing places. Only inserts bytes. */
export function insertEntries<B extends LinedBlock>(
  document: LinedDocument<B>,
  added: readonly FileEntry[],
  format: EntryFormat<B>,
): LinedDocument<B> {
  let grown = document;
  for (const place of new Set(added.map((entry) => entry.place))) {
    const entries = added.filter((entry) => entry.place === place);
    const isThere = grown.blocks.some((block) => format.placeOf(block) === place);
    grown = isThere
      ? entries.reduce((before, entry) => insertEntry(before, entry, format), grown)
      : insertEntryPlace(grown, place, entries, format);
  }
  return grown;
}

function entriesOf<B extends LinedBlock>(block: B, format: EntryFormat<B>): readonly FileEntry[] {
  const place = format.placeOf(block);
  const heading = place === '' ? '' : textOf(block, { at: 0, length: 1 });
  const entries = format.spansOf(block).map((span) => {
    const { name, isCount } = span;
    return { place, heading, name, text: textOf(block, span), ...(isCount && { isCount }) };
  });
  return entries.filter(({ text }) => !isBlank(text));
}

function textOf({ lines }: LinedBlock, { at, length }: Span): string {
  const own = lines.slice(at, at + length);
  return own.map((line) => line.replace(/\r+$/, '')).join('\n');
}

function insertEntry<B extends LinedBlock>(
  document: LinedDocument<B>,
  entry: FileEntry,
  format: EntryFormat<B>,
): LinedDocument<B> {
  const index = document.blocks.findLastIndex((block) => format.placeOf(block) === entry.place);
  const block = document.blocks[index];
  if (block === undefined) return document;
  const end = block.lines.findLastIndex((line) => !isBlank(line)) + 1;
  const at = Math.min(format.insertAt?.(block, entry) ?? end, end);
  const previous = format.spansOf(block).findLast((span) => span.at + span.length <= at);
  const before = block.lines[previous?.at ?? -1] ?? '';
  const isLast = index === document.blocks.length - 1;
  // Directly below text, the heading of the next block would be read as part of that text.
  const next = block.lines[at] ?? (isLast ? '' : 'heading');
  const apart = isBlank(next) ? [] : [''];
  const added = [...separateEntries([entry], before), ...apart].map(
    (line) => line + document.lineEnd,
  );
  const lines =
    at < block.lines.length || !isLast
      ? block.lines.toSpliced(at, 0, ...added)
      : [...endLastLine(block.lines, document), ...added, ''];
  return { ...document, blocks: document.blocks.with(index, format.parseBlock(lines)) };
}

/** The lines of the entries, with a blank line before each one that does not continue a list. */
export function separateEntries(entries: readonly FileEntry[], before: string): readonly string[] {
  const isListed = (line = '') => /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
  return entries.flatMap(({ text }, index) => {
    const previous = index === 0 ? before : entries[index - 1]?.text;
    const goesOn = isListed(text) && isListed(previous);
    return [...(goesOn ? [] : ['']), ...text.split('\n')];
  });
}

export function insertEntryPlace<B extends LinedBlock>(
  document: LinedDocument<B>,
  place: string,
  entries: readonly FileEntry[],
  format: EntryFormat<B>,
): LinedDocument<B> {
  const order = format.orderOf(place);
  const isEmpty = document.blocks.every(({ lines }) => lines.every((line) => line === ''));
  const title = format.parseBlock([...format.title, '']);
  const blocks = isEmpty && order !== null ? [title] : document.blocks;
  const orders = blocks.map((block) => format.orderOf(format.placeOf(block)));
  const at = place === '' ? 0 : placeFor(order, orders);
  const opened = format.openPlace(entries[0]?.heading ?? '', entries);
  const lines = opened.map((line) => line + document.lineEnd);
  const made = format.parseBlock([...lines, at === blocks.length ? '' : document.lineEnd]);
  const start = Math.max(0, at - 1);
  const before = blocks
    .slice(start, at)
    .map((block) => format.parseBlock(setOff({ ...document, blocks }, block)));
  return { ...document, blocks: blocks.toSpliced(start, before.length, ...before, made) };
}

/** The index after the last place of lower order, else before the first of higher order. Null: the end. */
function placeFor(wanted: number | null, orders: readonly (number | null)[]): number {
  if (wanted === null) return orders.length;
  const behind = orders.findLastIndex((order) => order !== null && order < wanted);
  const before = orders.findIndex((order) => order !== null && order > wanted);
  if (behind !== -1) return behind + 1;
  return before === -1 ? orders.length : before;
}

function endLastLine(
  lines: readonly string[],
  { lineEnd }: LinedDocument<LinedBlock>,
): readonly string[] {
  const last = lines.at(-1) ?? '';
  return [...lines.slice(0, -1), last.endsWith('\r') ? last : last + lineEnd];
}

/** A block's lines with a blank one at their end, so that a heading can follow. */
function setOff(document: LinedDocument<LinedBlock>, { lines }: LinedBlock): readonly string[] {
  const isLast = lines === document.blocks.at(-1)?.lines;
  // The last, empty line of a file is only its line feed.
  const ended = lines.at(-1) === '' ? lines.slice(0, -1) : endLastLine(lines, document);
  const body = isLast ? ended : lines;
  return isBlank(body.at(-1) ?? '') ? body : [...body, document.lineEnd];
}
