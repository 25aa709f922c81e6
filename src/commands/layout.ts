import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';
import type { World } from './world.ts';
import { partAlike } from '../domain/alike-columns.ts';

export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

const BETWEEN = '  ';
const LEAST = 10;
/** In a table wider than the terminal, columns of at least this width are wrapped; narrower ones become blocks. */
const TABLE_FROM = 80;
/** A longer word, such as a path, is broken before a table becomes blocks. */
const LONGEST_WORD = 30;

export function renderRows<Row>(columns: Columns<Row>, rows: readonly Row[], width = Infinity) {
  const body = rows.map((row) => Object.values(columns).map((of) => String(of(row))));
  return renderTable(Object.keys(columns), body, width);
}

/** A plain table. On a terminal equal cells are told once above it, and rows too wide become wrapped cells or blocks. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): string {
  const columns = head.map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? '') }));
  // A program that reads the table expects every column.
  const { shown, told } = width === Infinity ? { shown: columns, told: null } : partAlike(columns);
  const above = told === null ? [] : [fitText(told, width), ''];
  const widths = widthsWithin(shown, width);
  return [...above, widths === null ? blocks(shown, width) : aligned(shown, widths)].join('\n');
}

interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

/** The width of each column so that a row fits. Null if that is impossible. */
function widthsWithin(columns: readonly Column[], width: number): readonly number[] | null {
  const texts = columns.map(({ name, cells }) => [name, ...cells]);
  const widths = texts.map((column) => longest(column, '\n'));
  const least = texts.map((column) => Math.min(longest(column, /\s/), LONGEST_WORD));
  const over = () => widths.reduce((a, b) => a + b, BETWEEN.length * (widths.length - 1)) - width;
  while (over() > 0) {
    const shrinking = widths.map((one, at) => (one > (least[at] ?? 0) ? one : 0));
    const widest = Math.max(...shrinking);
    if (widest <= 0 || width < TABLE_FROM) return null;
    widths[shrinking.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function longest(texts: readonly string[], between: string | RegExp): number {
  return Math.max(...texts.flatMap((text) => text.split(between)).map(lengthOf));
}

function blocks(columns: readonly Column[], width: number): string {
  const lineOf = (name: string, cell: string) => {
    const text = `${name}: ${cell}`;
    const isFitting = lengthOf(text) <= width && !text.includes('\n');
    const inner = Math.max(1, width - BETWEEN.length);
    return isFitting ? text : fitText(text, inner).replaceAll('\n', `\n${BETWEEN}`);
  };
  const [first, second, third] = columns;
  const cells = first?.cells ?? [];
  if (second !== undefined && third === undefined) {
    const rows = cells.map((cell, at) => lineOf(cell, second.cells[at] ?? ''));
    return [lineOf(first?.name ?? '', second.name), ...rows].join('\n');
  }
  const rows = cells.map((_, at) =>
    columns
      .filter((column) => column.cells[at] !== '')
      .map((column) => lineOf(column.name, column.cells[at] ?? ''))
      .join('\n'),
  );
  return rows.join('\n\n');
}

function aligned(columns: readonly Column[], widths: readonly number[]): string {
  const bare = Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
      ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
    ),
  );
  // Most commands draw no table, and loading this makes them start slower.
  const Table = createRequire(import.meta.url)('cli-table3') as typeof CliTable;
  const fit = (cell: string, at: number) => fitText(cell, Math.max(1, widths[at] ?? 1));
  const table = new Table({
    head: columns.map(({ name }, at) => fit(name, at)),
    chars: { ...bare, middle: BETWEEN },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  const rows = columns[0]?.cells ?? [];
  table.push(...rows.map((_, row) => columns.map(({ cells }, at) => fit(cells[row] ?? '', at))));
  return table.toString().replaceAll(/[^\S\n]+$/gm, '');
}

export type Fact = readonly [string, string | number | boolean | null | undefined];

/** Facts, one per line, or in lines below each other if one is wider than `width`. */
export function renderFacts(facts: readonly Fact[], width = Infinity): string {
  const indent = Math.max(...facts.map(([name]) => name.length)) + BETWEEN.length;
  return facts
    .map(([name, value]) => hanging(name, String(value ?? 'unknown'), indent, width))
    .join('\n');
}

/** In a narrower terminal a text goes below its name, not beside it. */
export const BESIDE_FROM = 60;

/** A text after its name, or below a name that is too long. Its lines begin at `indent`. */
export function hanging(name: string, text: string, indent: number, width: number): string {
  const inner = Math.max(LEAST, width - indent);
  const lines = [...(name.length < indent ? [] : ['']), ...fitText(text, inner).split('\n')];
  return lines
    .map((line, at) => `${(at === 0 ? name : '').padEnd(indent)}${line}`.trimEnd())
    .join('\n');
}

export const WIDEST = 96;

/** The lines of a text, each indented and broken between words. Empty for an empty text. */
export function wrapText(text: string, indent: string, width = WIDEST): readonly string[] {
  if (text === '') return [];
  const inner = Math.max(1, Math.min(width, WIDEST) - indent.length);
  return text.split('\n').flatMap((line) => fitLine(line, inner).map((one) => indent + one));
}

/** Paragraphs whose line ends mean nothing, except before an indented line, which is an item of a list. */
export function prose(text: string, width: number): string {
  return fitText(text.replaceAll(/(?<!\n)\n(?!\n| )/g, ' '), Math.min(width, WIDEST));
}

/** A line broken between words into pieces of a width. A longer word stays whole. */
function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && lengthOf(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** A text with lines that are too wide broken between words, with the indent of the line. Paths stay whole. */
export function wrapWords(text: string, width: number): string {
  const wrapped = (line: string): string => {
    if (lengthOf(line) <= width) return line;
    const [indent = ''] = /^ *(?:[-+] )?/.exec(line) ?? [];
    const inner = Math.max(LEAST, width - indent.length);
    const [first = '', ...rest] = wrapLine(line.slice(indent.length), inner);
    return [indent + first, ...rest.map((one) => ' '.repeat(indent.length) + one)].join('\n');
  };
  return text.split('\n').map(wrapped).join('\n');
}

/** The lines of a text within a width. Longer words are broken. All pieces of an indented line stay indented. */
export function fitText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      if (indent.length >= width) return fitLine(line.trimStart(), width);
      return fitLine(line.slice(indent.length), width - indent.length).map((one) => indent + one);
    })
    .join('\n');
}

function fitLine(line: string, width: number): readonly string[] {
  return wrapLine(line, width).flatMap((piece) => {
    const characters = Array.from(piece);
    const count = Math.max(1, Math.ceil(characters.length / width));
    return Array.from({ length: count }, (_, index) =>
      characters.slice(index * width, (index + 1) * width).join(''),
    );
  });
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

const LEAST_COLUMNS = 10;

/** Width of the terminal. Some terminals report 0. */
export function terminalColumns({ stdout, environment }: World): number {
  const told = [stdout.columns, Number(environment['COLUMNS'] ?? '')];
  return Math.max(LEAST_COLUMNS, told.find((columns) => (columns ?? 0) > 0) ?? 80);
}

/** The width of an answer: that of the terminal, or COLUMNS, as under `watch`. Else without a limit. */
export function answerWidth(world: World, otherwise = Infinity): number {
  const isRead = world.stdout.isTTY === true || Number(world.environment['COLUMNS'] ?? '') > 0;
  return isRead ? terminalColumns(world) : otherwise;
}

export function noteWidth(world: World): number {
  return answerWidth({ ...world, stdout: world.stderr });
}

/** The width of help: that of the terminal, even behind a pager. Else 96 columns. */
export function helpWidth(world: World): number {
  const { stdout, stderr } = world;
  return answerWidth({ ...world, stdout: stdout.isTTY === true ? stdout : stderr }, WIDEST);
}
