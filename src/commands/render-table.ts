import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';

/** A plain table: aligned columns, no lines, no colours. */
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
