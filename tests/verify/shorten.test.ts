import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shorten } from '../../src/verify/shorten.ts';

const word = fc.constantFrom('n', 's', 'e', 'w', 'take', 'open');

it('keeps what is needed, in its order, and nothing that can go alone', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (all, picks) => {
        const needed = picks.length === 0 ? [] : all.filter((_, at) => picks.includes(at));
        const holds = (some: readonly string[]) => {
          let found = 0;
          for (const one of some) if (one === needed[found]) found += 1;
          return found === needed.length;
        };
        expect(shorten(all, holds)).toEqual(needed);
      },
    ),
  );
});

it('a way there and back goes, though neither of its steps can go alone', () => {
  const isAtDoor = (some: readonly string[]) => {
    const steps = some.map((one) => ({ n: 1, s: -1 })[one] ?? 0);
    return steps.reduce<number>((sum, step) => sum + step, 0) === 0 && some.includes('open');
  };
  expect(shorten(['n', 'n', 's', 's', 'open', 'n', 's'], isAtDoor)).toEqual(['open']);
});

it('is nothing when it cannot be finished', () => {
  let asked = 0;
  expect(shorten(['a', 'b', 'c', 'd'], () => ((asked += 1) > 2 ? null : false))).toBe(null);
});
