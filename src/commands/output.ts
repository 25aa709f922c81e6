import Table from 'cli-table3';
import type { World } from '../compose/world.ts';

/** The answer of a command; everything else goes to stderr. */
export function print(world: World, text: string): void {
  world.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function note(world: World, text: string): void {
  world.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(world: World, value: unknown): void {
  print(world, JSON.stringify(value));
}

/** A plain table: aligned columns, no lines, no colours. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const bare = Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
      ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
    ),
  );
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
