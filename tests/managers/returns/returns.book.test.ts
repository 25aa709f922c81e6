import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import {
  DISCOUNT,
  mergeReturns,
  parseReturns,
  printReturns,
  returnsOf,
  returnSituation,
  type ReturnBook,
} from '../../../src/managers/returns/returns.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

const hall = { location: { id: locationId(1), name: 'Hall' } };
const yard = { location: { id: locationId(2), name: 'Yard' } };
const laterOf = (book: ReturnBook, command: string) =>
  [...book.values()].find((one) => one.command === command)?.later;

const books = fc
  .array(
    fc.record({
      situation: fc.stringMatching(/^[0-9a-f]{16}$/),
      command: fc.string({ minLength: 1 }),
      later: fc.dictionary(
        fc.nat(20).map(String),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        {
          minKeys: 1,
        },
      ),
    }),
  )
  .map((lines) =>
    mergeReturns(new Map(), new Map(lines.map((one) => [`${one.situation} ${one.command}`, one]))),
  );

describe('what commands returned', () => {
  it('is the points that came later, each turn a little less', () => {
    const turns = [
      turn(1, 'light lamp', hall, { scene: 'lit' }),
      turn(2, 'wait', { ...hall, scene: 'lit' }),
      turn(3, 'go down', { ...yard, scene: 'x' }, { score: 10 }),
    ];
    const book = returnsOf(turns, 7);
    expect(laterOf(book, 'down')).toEqual({ 7: 10 });
    expect(laterOf(book, 'light lamp')).toEqual({ 7: Math.round(1000 * DISCOUNT ** 2) / 100 });
  });

  it('counts a command where an episode gave it first', () => {
    const turns = [turn(1, 'wait', hall, { score: 5 }), turn(2, 'wait', { ...hall, score: 5 })];
    expect(laterOf(returnsOf(turns, 1), 'wait')).toEqual({ 1: 5 });
  });

  it('belongs to a room with what is held and what is in reach there', () => {
    const lamp = thing(9, 'lamp');
    const base = returnSituation(observation({ objects: [lamp] }));
    expect(returnSituation(observation({ objects: [lamp], text: 'Other words.', score: 5 }))).toBe(
      base,
    );
    expect(returnSituation(observation({ objects: [{ ...lamp, held: true }] }))).not.toBe(base);
    expect(returnSituation(observation({ ...yard, objects: [lamp] }))).not.toBe(base);
  });

  it('keeps the newest eight episodes of a command', () => {
    const of = (episode: number) => returnsOf([turn(1, 'wait', hall, { score: episode })], episode);
    const all = Array.from({ length: 9 }, (_, at) => of(at + 1)).reduce(mergeReturns);
    expect(Object.keys(laterOf(all, 'wait') ?? {})).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
  });

  it('reads what it wrote, and merging twice changes nothing', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(books, books, (one, other) => {
        expect([...parseReturns(printReturns(one)).values()]).toEqual(
          expect.arrayContaining([...one.values()]),
        );
        const merged = mergeReturns(one, other);
        expect(printReturns(mergeReturns(merged, other))).toEqual(printReturns(merged));
      }),
      { numRuns: 100 },
    );
  });

  it('leaves out a damaged line alone', () => {
    const book = returnsOf([turn(1, 'wait', hall, { score: 5 })], 1);
    const bytes = new TextEncoder().encode(
      `{"sit\n${new TextDecoder().decode(printReturns(book))}[]\n`,
    );
    expect([...parseReturns(bytes).values()]).toEqual([...book.values()]);
  });
});
