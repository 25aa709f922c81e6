import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';
import { fitText } from './wrap-text.ts';

/** What each column, by its heading, says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

const BETWEEN = '  ';
/** A column of facts is no narrower. */
const LEAST = 10;

/**
 * A plain table: aligned columns, no lines, no colours. A row that is wider than `width` goes on in lines of its own, with
 * the columns that did not fit.
 */
export function renderRows<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  width = Infinity,
): string {
  const cells = Object.entries(columns).map(([head, of]) => [
    head,
    ...rows.map((row) => String(of(row))),
  ]);
  const line = (part: readonly (readonly string[])[], at: number) =>
    part.map((column) => column[at] ?? '');
  const tables = folded(cells, width).map((part) => {
    const body = rows.map((_, at) => line(part, at + 1));
    return renderTable(line(part, 0), body).split('\n');
  });
  const [first = [], ...more] = tables;
  return first
    .flatMap((start, at) => [start, ...more.map((table) => BETWEEN + (table[at] ?? ''))])
    .join('\n');
}

/** Columns in groups, each as many as fit; those after the first are indented. */
function folded(
  columns: readonly (readonly string[])[],
  width: number,
): readonly (readonly (readonly string[])[])[] {
  const groups: (readonly string[])[][] = [[]];
  let used = -BETWEEN.length;
  for (const column of columns) {
    const needs = BETWEEN.length + Math.max(...column.map((cell) => Array.from(cell).length));
    if (used + needs > width && groups.at(-1)?.length !== 0) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)?.push(column);
    used += needs;
  }
  return groups;
}

/** A name and what is known of it. */
export type Fact = readonly [string, string | number | boolean | null | undefined];

/** Facts, one per line, or in several below each other where one is wider than `width`. */
export function renderFacts(facts: readonly Fact[], width = Infinity): string {
  const indent = Math.max(...facts.map(([name]) => name.length)) + BETWEEN.length;
  return facts
    .flatMap(([name, value]) => {
      const lines = fitText(String(value ?? 'unknown'), Math.max(LEAST, width - indent)).split(
        '\n',
      );
      return lines.map((line, at) => `${(at === 0 ? name : '').padEnd(indent)}${line}`.trimEnd());
    })
    .join('\n');
}

/** A table from cells. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const bare = Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
      ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
    ),
  );
  // Every command would start slower for a table that most do not draw.
  const Table = createRequire(import.meta.url)('cli-table3') as typeof CliTable;
  const table = new Table({
    head: [...head],
    chars: { ...bare, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
