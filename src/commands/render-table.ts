import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';

/** What each column, by its heading, says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** A plain table: aligned columns, no lines, no colours. */
export function renderRows<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns);
  return renderTable(
    Object.keys(columns),
    rows.map((row) => cells.map((of) => String(of(row)))),
  );
}

/** A name and what is known of it. */
export type Fact = readonly [string, string | number | boolean | null | undefined];

/** Facts, one per line. */
export function renderFacts(facts: readonly Fact[]): string {
  const rows = facts.map(([name, value]) => [name, String(value ?? 'unknown')]);
  return renderTable(['', ''], rows).trimStart();
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
