import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderFacts, renderRows } from '../../src/commands/render-table.ts';

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const table = fc.integer({ min: 1, max: 6 }).chain((columns) => {
  const line = fc.array(word, { minLength: columns, maxLength: columns });
  return fc.record({
    head: fc.uniqueArray(word, { minLength: columns, maxLength: columns }),
    rows: fc.array(line, { minLength: 1, maxLength: 4 }),
  });
});

it('a table is no wider than the terminal, says all the same, and is one line a row where there is room', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 11, max: 80 }), ({ head, rows }, width) => {
      const columns = Object.fromEntries(
        head.map((name, at) => [name, (row: string[]) => row[at] ?? '']),
      );
      const [narrow, wide] = [renderRows(columns, rows, width), renderRows(columns, rows)];
      for (const line of narrow.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
      const words = (text: string) => text.split(/\s+/).filter((part) => part !== '');
      expect(words(narrow)).toEqual(words(wide));
      expect(wide.split('\n')).toHaveLength(rows.length + 1);
      if (wide.split('\n').every((line) => line.length <= width)) expect(narrow).toBe(wide);
    }),
  );
});

it.each([
  [21, 'name    one two three\nlonger  4'],
  [20, 'name    one two\n        three\nlonger  4'],
  [9, 'name    one two\n        three\nlonger  4'],
])('facts within %d columns go on below each other', (width, expected) => {
  const facts = [
    ['name', 'one two three'],
    ['longer', 4],
  ] as const;
  expect(renderFacts(facts, width)).toBe(expected);
});
