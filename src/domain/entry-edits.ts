import { type FileEntry, entryKey } from './entry-changes.ts';
import {
  isBlank,
  parseLines,
  printLines,
  type LinedBlock,
  type LinedDocument,
  type Span,
} from './lined-document.ts';
import { type EntryEdits } from './entry-merge.ts';

type NamedSpan = Span & Pick<FileEntry, 'name' | 'isCount'>;

/** What the entries of a Markdown format are. */
export interface EntryFormat<B extends LinedBlock = LinedBlock> {
  readonly parseBlock: (lines: readonly string[]) => B;
  readonly startsBlock?: (line: string, previous: string) => boolean;
  /** What a block's entries stand under; empty before the first heading. */
  readonly placeOf: (block: B) => string;
  /** Ascending by line. */
  readonly spansOf: (block: B) => readonly NamedSpan[];
  /** The line before which a new entry goes; the end of the block's text when absent. */
  readonly insertAt?: (block: B, entry: FileEntry) => number;
  /** The lines that a file begins with. */
  readonly title: readonly string[];
  /** Lines of a place that the file does not have yet, with its entries. */
  readonly openPlace: (heading: string, entries: readonly FileEntry[]) => readonly string[];
  /** A place stands behind those of a lower order; null for the end. */
  readonly orderOf: (place: string) => number | null;
}

/** Everything that a file holds, in its order; nothing for null, which stands for no file. */
export function entriesIn<B extends LinedBlock>(
  bytes: Uint8Array | null,
  format: EntryFormat<B>,
): readonly FileEntry[] {
  return parseLines(bytes, format.parseBlock, format.startsBlock).blocks.flatMap((block) =>
    entriesOf(block, format),
  );
}

/** The file with edits made; what they do not name keeps its bytes. */
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
  return printLines(insertEntries({ ...read, blocks }, add, format));
}

/** Other lines, without line ends, for entries of a block, ascending; without any the entry is taken out. */
export function rewriteEntries<B extends LinedBlock>(
  block: B,
  changed: readonly (Span & { readonly to: readonly string[] })[],
  { parseBlock }: Pick<EntryFormat<B>, 'parseBlock'>,
): B {
  if (changed.length === 0) return block;
  let lines = block.lines;
  for (const { at, length, to } of changed.toReversed()) {
    // The blank line that set an entry apart is removed with it, unless it then sets apart what was around it.
    const isApart = isBlank(lines[at - 1] ?? '') && isBlank(lines[at + length] ?? 'x');
    const apart = to.length === 0 && isApart ? 1 : 0;
    const isLast = at + length + apart >= lines.length;
    const written = keepingReturns(lines.slice(at, at + length), to);
    lines = lines.toSpliced(at, length + (isLast ? 0 : apart), ...written);
  }
  return parseBlock(lines);
}

/** New lines for old ones, each with the line end of the old line in its place counted from the end. */
function keepingReturns(old: readonly string[], lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => {
    const before = old.at(Math.max(index - lines.length, -old.length)) ?? '';
    return before.endsWith('\r') ? `${line}\r` : line;
  });
}

/** The document with more entries, each at the end of its place, which is made where it is missing. Only inserts bytes. */
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
      : insertPlaceOfEntries(grown, place, entries, format);
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
  // The heading of the next block would be read as a line of what is right above it.
  const next = block.lines[at] ?? (isLast ? '' : 'heading');
  const apart = isBlank(next) ? [] : [''];
  const added = [...setEntriesApart([entry], before), ...apart].map(
    (line) => line + document.lineEnd,
  );
  const lines =
    at < block.lines.length || !isLast
      ? block.lines.toSpliced(at, 0, ...added)
      : [...endLastLine(block.lines, document), ...added, ''];
  return { ...document, blocks: document.blocks.with(index, format.parseBlock(lines)) };
}

/** The entries' lines, a blank line before each that does not go on with a list. */
export function setEntriesApart(entries: readonly FileEntry[], before: string): readonly string[] {
  const isListed = (line = '') => /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
  return entries.flatMap(({ text }, index) => {
    const previous = index === 0 ? before : entries[index - 1]?.text;
    const goesOn = isListed(text) && isListed(previous);
    return [...(goesOn ? [] : ['']), ...text.split('\n')];
  });
}

/** The document with a place and its entries; there is none of that name that they could be added to. */
export function insertPlaceOfEntries<B extends LinedBlock>(
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

/** Behind the last of the places that come before it, else before the first of those that come after it; null: the end. */
function placeFor(wanted: number | null, orders: readonly (number | null)[]): number {
  if (wanted === null) return orders.length;
  const behind = orders.findLastIndex((order) => order !== null && order < wanted);
  const before = orders.findIndex((order) => order !== null && order > wanted);
  if (behind !== -1) return behind + 1;
  return before === -1 ? orders.length : before;
}

/** Lines of which the last one, too, ends as lines of this file do. */
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
  // The file's last line is empty: its line feed, not a line of its own.
  const ended = lines.at(-1) === '' ? lines.slice(0, -1) : endLastLine(lines, document);
  const body = isLast ? ended : lines;
  return isBlank(body.at(-1) ?? '') ? body : [...body, document.lineEnd];
}
