/** A Markdown file as lines of latin1, one character per byte: bytes that are no UTF-8 and carriage returns survive. */
export interface LinedDocument<B extends LinedBlock> {
  readonly byteOrderMark: string;
  /** The end of new lines before their line feed: a carriage return if most lines of the file have one. */
  readonly lineEnd: '' | '\r';
  readonly blocks: readonly B[];
}

/** The lines from one heading of level 1 or 2 to the next. */
export interface LinedBlock {
  readonly lines: readonly string[];
}

export interface Span {
  readonly at: number;
  readonly length: number;
}

/** How a format separates paragraphs, besides blank lines. Lines come without their carriage return. */
export interface ParagraphRules {
  /** Headings, rules and the like: a paragraph each. */
  readonly standsAlone: (line: string) => boolean;
  /** Whether a line begins a paragraph even without a blank line before it. */
  readonly begins: (line: string) => boolean;
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Reads a file's bytes; null stands for no file. Linear in their number; never fails. `printDocumentLines` is its inverse. */
export function parseLines<B extends LinedBlock>(
  bytes: Uint8Array | null,
  parseBlock: (lines: readonly string[]) => B,
  startsBlock: (line: string, previous: string) => boolean = startsDocumentBlock,
): LinedDocument<B> {
  const raw = Buffer.from(bytes ?? []).toString('latin1');
  const byteOrderMark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const lines = raw.slice(byteOrderMark.length).split('\n');
  const returns = lines.filter((line) => line.endsWith('\r')).length;
  return {
    byteOrderMark,
    lineEnd: returns > (lines.length - 1) / 2 ? '\r' : '',
    blocks: splitBlocks(lines, startsBlock).map(parseBlock),
  };
}

export function printDocumentLines({
  byteOrderMark,
  blocks,
}: LinedDocument<LinedBlock>): Uint8Array {
  const lines = blocks.map((block) => block.lines.join('\n'));
  return Buffer.from(byteOrderMark + lines.join('\n'), 'latin1');
}

/** Whether a line is a heading of level 1 or 2, which begins a block. */
export function startsDocumentBlock(line: string): boolean {
  return line.startsWith('#') && /^##?(?:[ \t]|\r?$)/.test(line);
}

/** The heading of a block. Empty before the first one of the file. */
export function documentHeading({ lines: [first = ''] }: LinedBlock): string {
  return startsDocumentBlock(first) ? first.replace(/\r+$/, '') : '';
}

/** The paragraphs after a block's heading. */
export function* documentParagraphs(
  lines: readonly string[],
  { standsAlone, begins }: ParagraphRules,
): Generator<Span> {
  const ends = (line: string) => isBlank(line) || standsAlone(line) || begins(line);
  for (let at = startsDocumentBlock(lines[0] ?? '') ? 1 : 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    let end = at + 1;
    while (!standsAlone(line) && end < lines.length && !ends(lines[end] ?? '')) end += 1;
    yield { at, length: end - at };
    at = end - 1;
  }
}

/** A line of a file without its final carriage return. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Whether a line has only spaces and tabs, apart from its carriage return. */
export function isBlank(line: string): boolean {
  return line === '' || /^[ \t]*\r?$/.test(line);
}

function splitBlocks(
  lines: readonly string[],
  startsBlock: (line: string, previous: string) => boolean,
): string[][] {
  const blocks: string[][] = [[]];
  let previous = '';
  for (const line of lines) {
    const starts = startsBlock(line, previous);
    if (starts) blocks.push([line]);
    else blocks.at(-1)?.push(line);
    // A line directly below a heading counts as one below a blank line.
    previous = starts ? '' : line;
  }
  return blocks[0]?.length === 0 && blocks.length > 1 ? blocks.slice(1) : blocks;
}

/** Cuts spaces and tabs off both ends. Other white space may be half of a UTF-8 character here. */
export function trimBlanks(bytes: string): string {
  let start = 0;
  let end = bytes.length;
  while (start < end && isBlankCode(bytes.charCodeAt(start))) start += 1;
  while (end > start && isBlankCode(bytes.charCodeAt(end - 1))) end -= 1;
  return bytes.slice(start, end);
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
