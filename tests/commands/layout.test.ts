import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hanging, renderFacts, renderRows, wrapWords } from '../../src/commands/layout.ts';

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const cell = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const table = fc.integer({ min: 1, max: 6 }).chain((columns) => {
  const line = fc.array(cell, { minLength: columns, maxLength: columns });
  return fc.record({
    head: fc.uniqueArray(word, { minLength: columns, maxLength: columns }),
    rows: fc.array(line, { minLength: 1, maxLength: 4 }),
  });
});

function rendered(head: readonly string[], rows: readonly string[][], width?: number): string {
  const columns = Object.fromEntries(
    head.map((name, at) => [name, (row: string[]) => row[at] ?? '']),
  );
  return renderRows(columns, rows, width);
}

it('a table is no wider than the terminal and says all of every row', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 20, max: 100 }), ({ head, rows }, width) => {
      const text = rendered(head, rows, width);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
      const said = text.split(/[\s;:]+/);
      for (const one of [...head, ...rows.flat().join(' ').split(' ')]) expect(said).toContain(one);
    }),
  );
});

it('without a terminal every row is one line, and every column is there', () => {
  fc.assert(
    fc.property(table, ({ head, rows }) => {
      const lines = rendered(head, rows).split('\n');
      expect(lines).toHaveLength(rows.length + 1);
      expect(lines[0]?.split(/ +/)).toEqual(head);
    }),
  );
});

describe('at a terminal', () => {
  const head = ['episode', 'score', 'model', 'what came of it'];
  const of = (episode: number, score: string, model: string) =>
    [
      String(episode),
      score,
      model,
      'The player went down into the cellar and died there.',
    ] as const;
  const rows = [[...of(1, '5/100', 'one')], [...of(2, '5/100', 'one')]];

  it('words that are the same in every row are said once above, figures are not', () => {
    expect(rendered(head, rows, 80)).toBe(
      `The same in every row: model one; what came of it The player went down into the\ncellar and died there.

episode  score
1        5/100
2        5/100`,
    );
  });

  it('rows that say the same but for their names keep one column', () => {
    const same = [
      ['one', 'null', 'default'],
      ['two', 'null', 'default'],
    ];
    expect(rendered(['setting', 'value', 'origin'], same, 80)).toBe(
      'The same in every row: origin default\n\nsetting  value\none      null\ntwo      null',
    );
  });

  it('the widest cell is wrapped at words from 80 columns on, and below that a row is a block', () => {
    const [first = []] = rows;
    const long = [[...first.slice(0, 3), `${first[3]} ${first[3]}`]];
    const at80 = rendered(head, long, 80).split('\n');
    expect(at80[0]).toBe('episode  score  model  what came of it');
    expect(at80[1]).toMatch(/^1 {8}5\/100 {2}one {4}The player went down into the cellar/);
    expect(rendered(head, long, 79)).toMatch(
      /^episode: 1\nscore: 5\/100\nmodel: one\nwhat came of it: The player .*\n {2}\S/,
    );
  });
});

it('from 80 columns on a long path is broken before a table becomes blocks', () => {
  const path = `/${'a'.repeat(89)}`;
  const at = (width: number) =>
    rendered(['setting', 'value', 'origin'], [['story', path, 'file']], width);
  expect(at(80).split('\n')).toEqual([
    `setting  value${' '.repeat(60)}origin`,
    `story    ${path.slice(0, 63)}  file`,
    `         ${path.slice(63)}`,
  ]);
  expect(at(79)).toMatch(/^setting: story\nvalue:\n/);
});

it('a long path in a block is broken once for each line that it fills', () => {
  const path = `/${'a'.repeat(39)}`;
  const text = rendered(['setting', 'value', 'origin'], [['story', path, 'file']], 40);
  expect(text).toBe(
    `setting: story\nvalue:\n  ${path.slice(0, 38)}\n  ${path.slice(38)}\norigin: file`,
  );
});

it('blocks of a table with two columns are one line each', () => {
  const rows = [
    ['seed', 'null'],
    ['workdir', 'game_files'],
  ];
  expect(rendered(['setting', 'value'], rows, 16)).toBe(
    'setting: value\nseed: null\nworkdir:\n  game_files',
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

it.each([
  ['abc', 'abc one\n    two'],
  ['abcd', 'abcd\n    one\n    two'],
])('a text never touches its name: %s', (name, expected) => {
  expect(hanging(name, 'one\ntwo', 4, 80)).toBe(expected);
});

it.each(['', '  ', '- ', '+ ', '  - '])(
  'a line that begins with "%s" goes on below its words',
  (mark) => {
    const wrapped = wrapWords(`${mark}one two three four five`, mark.length + 12);
    expect(wrapped).toBe(
      `${mark}one two\n${' '.repeat(mark.length)}three four\n${' '.repeat(mark.length)}five`,
    );
  },
);
