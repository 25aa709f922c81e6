import { seededRandom } from '../../src/domain/seeded-random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bootstrapInterval, holm, mean, permutationP } from '../../src/eval/statistics.ts';

const random = () => seededRandom(7);

test('draws are equal for equal seeds, spread over [0, 1), and differ for other seeds', () => {
  const draws = (seed: number) => Array.from({ length: 1000 }, seededRandom(seed));
  expect(draws(3)).toEqual(draws(3));
  expect(draws(3)).not.toEqual(draws(4));
  expect(mean(draws(3))).toBeCloseTo(0.5, 1);
  expect(draws(3).every((draw) => draw >= 0 && draw < 1)).toBe(true);
});

describe('the permutation p', () => {
  test('of differences that all point one way is two of all sign assignments', () => {
    expect(permutationP([1, 2, 3, 4, 5], random())).toBe(2 / 32);
    expect(permutationP([-1, -2, -3], random())).toBe(2 / 8);
  });

  test('is known for a small mixed case', () => {
    // |sum| >= 4 of the 8 assignments of ±1 ±2 ±3: ±6 and ±4.
    expect(permutationP([-1, 2, 3], random())).toBe(4 / 8);
  });

  test('is 1 where there is no difference, or nothing', () => {
    expect(permutationP([0, 0, 0], random())).toBe(1);
    expect(permutationP([], random())).toBe(1);
  });

  test('of many pairs is drawn, agrees with the normal approximation, and is never 0', () => {
    const differences = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1.4 : -1));
    // z = 8 / sqrt(sum of squares 59.2) = 1.04, two-sided 0.30.
    expect(permutationP(differences, random())).toBeGreaterThan(0.2);
    expect(permutationP(differences, random())).toBeLessThan(0.4);
    expect(
      permutationP(
        Array.from({ length: 40 }, () => 1),
        random(),
      ),
    ).toBe(1 / 10_001);
  });

  test('does not change with the sign of all differences or their scale', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(values, fc.constantFrom(-1, 2, -3), (differences, factor) => {
        const scaled = differences.map((value) => value * factor);
        expect(permutationP(scaled, random())).toBe(permutationP(differences, random()));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the bootstrap interval', () => {
  test('of equal values is that value, and of fewer than five unknown', () => {
    expect(bootstrapInterval([3, 3, 3, 3, 3, 3], random())).toEqual({ low: 3, high: 3 });
    expect(bootstrapInterval([3, 3, 3, 3, 3], random())).toEqual({ low: 3, high: 3 });
    expect(bootstrapInterval([3, 3, 3, 3], random())).toBeNull();
  });

  test('comes near the textbook interval of the mean', () => {
    const values = Array.from({ length: 100 }, (_, index) => index);
    const interval = bootstrapInterval(values, random());
    // Mean 49.5, standard error 28.87 / 10.
    expect(interval?.low).toBeCloseTo(49.5 - 1.96 * 2.887, 0);
    expect(interval?.high).toBeCloseTo(49.5 + 1.96 * 2.887, 0);
  });

  test('covers the true mean about as often as it says', { tags: ['slow'] }, () => {
    const draw = seededRandom(11);
    const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    let covered = 0;
    for (let trial = 0; trial < 60; trial += 1) {
      const interval = bootstrapInterval(Array.from({ length: 30 }, normal), seededRandom(trial));
      if (interval !== null && interval.low <= 0 && interval.high >= 0) covered += 1;
    }
    expect(covered).toBeGreaterThanOrEqual(51);
  });
});

test("Holm's correction multiplies the smallest p most and keeps the order", () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});
