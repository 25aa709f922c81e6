import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrotzRandom } from '../../src/interpreter/story-machine.ts';

const draw = (generator: FrotzRandom, times: number, range = 0x8000): number[] =>
  Array.from({ length: times }, () => generator.next(range));

test('seed 12 gives the numbers that frotz gives', () => {
  expect(draw(new FrotzRandom(12), 5).map((n) => n - 1)).toEqual([
    4155, 30526, 32049, 23353, 29576,
  ]);
});

test('a negative range below 1,000 counts, a larger one seeds, and 0 goes back to the start seed', () => {
  const generator = new FrotzRandom(12);
  const first = draw(generator, 3);
  expect(generator.next(-4)).toBe(0);
  expect(draw(generator, 6, 100)).toEqual([1, 2, 3, 4, 1, 2]);
  expect(generator.next(-1012)).toBe(0);
  expect(draw(generator, 3)).toEqual(draw(new FrotzRandom(1012), 3));
  expect(generator.next(0)).toBe(0);
  expect(draw(generator, 3)).toEqual(first);
});

test('numbers lie between 1 and the range, and a restored state repeats them', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 32767 }), (seed, range) => {
      const generator = new FrotzRandom(seed);
      generator.next(range);
      const state = generator.state();
      const numbers = draw(generator, 20, range);
      generator.restore(state);
      expect(draw(generator, 20, range)).toEqual(numbers);
      expect(numbers.every((n) => n >= 1 && n <= range)).toBe(true);
    }),
  );
});
