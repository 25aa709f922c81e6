import {
  endLastLine,
  endLines,
  isBlank,
  parseLines,
  printLines,
  replaceBlock,
  type LinedBlock,
  type LinedDocument,
  type Span,
} from './lined-document.ts';
import { keyOf, type EntryEdits, type FileEntry } from './entry-merge.ts';

/** An entry's lines in a block, and what it is called. */
export type NamedSpan = Span & Pick<FileEntry, 'name' | 'isCount'>;

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
  /** Lines of a place that the file does not have yet, with its entries. */
  readonly openPlace: (heading: string, entries: readonly FileEntry[]) => readonly string[];
  /** Places of a file stand in ascending order where its file has them so; null for the end. */
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
  const texts = new Map<string, string | null>([
    ...remove.map((entry) => [keyOf(entry), null] as const),
    ...replace.map(({ from, to }) => [keyOf(from), to.text] as const),
  ]);
  const read = parseLines(bytes, format.parseBlock, format.startsBlock);
  let document: LinedDocument<B> = {
    ...read,
    blocks: read.blocks.map((block) => rewrite(block, texts, read.lineEnd, format)),
  };
  for (const place of new Set(add.map((entry) => entry.place))) {
    const entries = add.filter((entry) => entry.place === place);
    const isThere = document.blocks.some((block) => format.placeOf(block) === place);
    document = isThere
      ? entries.reduce((grown, entry) => insertEntry(grown, entry, format), document)
      : insertPlace(document, place, entries, format);
  }
  return printLines(document);
}

function entriesOf<B extends LinedBlock>(block: B, format: EntryFormat<B>): readonly FileEntry[] {
  const place = format.placeOf(block);
  const heading = place === '' ? '' : (block.lines[0] ?? '').replace(/\r+$/, '');
  const entries = format.spansOf(block).map((span) => ({
    place,
    heading,
    name: span.name,
    text: textOf(block, span),
    ...(span.isCount === true && { isCount: span.isCount }),
  }));
  return entries.filter(({ text }) => !isBlank(text));
}

function textOf({ lines }: LinedBlock, { at, length }: Span): string {
  return lines
    .slice(at, at + length)
    .map((line) => line.replace(/\r+$/, ''))
    .join('\n');
}

function rewrite<B extends LinedBlock>(
  block: B,
  texts: ReadonlyMap<string, string | null>,
  lineEnd: string,
  format: EntryFormat<B>,
): B {
  const place = format.placeOf(block);
  const named = format.spansOf(block).map((span) => ({
    ...span,
    to: texts.get(`${place}\n${textOf(block, span)}`),
  }));
  const changed = named.filter(({ to }) => to !== undefined);
  if (changed.length === 0) return block;
  let lines = block.lines;
  for (const { at, length, to } of changed.toReversed()) {
    const written = typeof to === 'string' ? to.split('\n').map((line) => line + lineEnd) : [];
    // The blank line that set an entry apart is removed with it, unless it then sets apart what was around it.
    const isApart = isBlank(lines[at - 1] ?? '') && isBlank(lines[at + length] ?? 'x');
    const apart = typeof to !== 'string' && isApart ? 1 : 0;
    const isLast = at + length + apart >= lines.length;
    lines = lines.toSpliced(at, length + (isLast ? 0 : apart), ...written);
  }
  return format.parseBlock(lines);
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
  const before = block.lines.slice(0, at).findLast((line) => !isBlank(line)) ?? '';
  const isLast = index === document.blocks.length - 1;
  // The heading of the next block would be read as a line of what is right above it.
  const next = block.lines[at] ?? (isLast ? '' : 'heading');
  const apart = isBlank(next) ? [] : [''];
  const added = endLines(document, [...setApart([entry], before), ...apart]);
  const lines =
    at < block.lines.length || !isLast
      ? block.lines.toSpliced(at, 0, ...added)
      : [...endLastLine(document, block.lines), ...added, ''];
  return replaceBlock(document, index, format.parseBlock(lines));
}

/** The entries' lines, a blank line before each that does not go on with a list. */
export function setApart(entries: readonly FileEntry[], before: string): readonly string[] {
  const isListed = (line: string | undefined) => /^[-*+][ \t]/.test(line ?? '');
  return entries.flatMap(({ text }, index) => {
    const previous = index === 0 ? before : entries[index - 1]?.text;
    const goesOn = isListed(text) && isListed(previous);
    return [...(goesOn ? [] : ['']), ...text.split('\n')];
  });
}

function insertPlace<B extends LinedBlock>(
  document: LinedDocument<B>,
  place: string,
  entries: readonly FileEntry[],
  format: EntryFormat<B>,
): LinedDocument<B> {
  const lines = endLines(document, format.openPlace(entries[0]?.heading ?? '', entries));
  const order = format.orderOf(place);
  const orders = document.blocks.map((block) => format.orderOf(format.placeOf(block)));
  const next = order === null ? -1 : orders.findIndex((other) => other !== null && other > order);
  if (next > 0 || place === '') {
    const block = format.parseBlock([...lines, document.lineEnd]);
    return { ...document, blocks: document.blocks.toSpliced(Math.max(next, 0), 0, block) };
  }
  const last = document.blocks.at(-1);
  if (last === undefined) return { ...document, blocks: [format.parseBlock([...lines, ''])] };
  const isEmpty = document.blocks.length === 1 && last.lines.every((line) => line === '');
  const end = last.lines.findLastIndex((line) => !isBlank(line)) + 1;
  const closed = [...endLastLine(document, last.lines.slice(0, end)), document.lineEnd];
  const before = isEmpty ? [] : [...document.blocks.slice(0, -1), format.parseBlock(closed)];
  return { ...document, blocks: [...before, format.parseBlock([...lines, ''])] };
}
