import { mean as meanOf, quantileSorted, sum } from 'd3-array';
import type { Random } from '../domain/seeded-random.ts';

type Interval = Readonly<Record<'low' | 'high', number>>;

const RESAMPLES = 10_000;
/** With fewer values no interval is given. */
const LEAST_VALUES = 5;
/** Up to so many pairs every assignment of signs is counted; for more they are drawn. */
const MOST_EXACT = 14;
/** Means that differ by less are equal: sums of the same numbers in another order. */
const ROUNDING = 1e-12;

/** The mean of the known values. Null for none. */
export function mean(values: readonly (number | null)[]): number | null {
  return meanOf(values) ?? null;
}

/** 95 % percentile bootstrap interval of the mean, from 10,000 resamples. Null for fewer than five values. */
export function bootstrapInterval(values: readonly number[], random: Random): Interval | null {
  if (values.length < LEAST_VALUES) return null;
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let total = 0;
    for (let draw = 0; draw < values.length; draw += 1) {
      total += values[Math.floor(random() * values.length)] ?? 0;
    }
    means[resample] = total / values.length;
  }
  const sorted = Array.from(means.sort());
  const at = (share: number) => quantileSorted(sorted, share) ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

/** Two-sided sign-flip permutation test of paired differences: exact up to 14 pairs, else from 10,000 draws. */
export function permutationP(differences: readonly number[], random: Random): number {
  const observed = Math.abs(sum(differences)) - ROUNDING;
  const pairs = differences.length;
  if (pairs <= MOST_EXACT) {
    let extreme = 0;
    for (let signs = 0; signs < 2 ** pairs; signs += 1) {
      const flipped = sumOf(differences, (index) => ((signs >> index) & 1) === 1);
      if (Math.abs(flipped) >= observed) extreme += 1;
    }
    return extreme / 2 ** pairs;
  }
  let extreme = 1;
  for (let draw = 0; draw < RESAMPLES; draw += 1) {
    if (Math.abs(sumOf(differences, () => random() < 0.5)) >= observed) extreme += 1;
  }
  return extreme / (RESAMPLES + 1);
}

const MOST_SEEDS = 1_000;
const POWER = 0.8;
const POWER_RESAMPLES = 400;
/** With fewer pairs no p of the permutation test is below 0.05. */
const LEAST_SEEDS = 6;

/** How many pairs would show such a mean difference in four of five experiments. Null if unknown, or above a thousand. */
export function seedsNeeded(differences: readonly number[], random: Random): number | null {
  const observed = mean(differences) ?? 0;
  if (differences.length < 2 || observed === 0) return null;
  for (let seeds = LEAST_SEEDS; seeds <= MOST_SEEDS; seeds = Math.ceil(seeds * 1.25)) {
    let shown = 0;
    const drawn = new Float64Array(seeds);
    for (let resample = 0; resample < POWER_RESAMPLES; resample += 1) {
      for (let draw = 0; draw < seeds; draw += 1) {
        drawn[draw] = differences[Math.floor(random() * differences.length)] ?? 0;
      }
      const average = sum(drawn) / seeds;
      const squares = drawn.reduce((total, value) => total + (value - average) ** 2, 0);
      const spread = Math.sqrt(squares / (seeds - 1));
      const isClear = Math.abs(average) > (1.96 * spread) / Math.sqrt(seeds);
      if (isClear && Math.sign(average) === Math.sign(observed)) shown += 1;
    }
    if (shown >= POWER * POWER_RESAMPLES) return seeds;
  }
  return null;
}

/** Holm's correction: valid p values for several tests together, in the given order. */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = Array.from(ps, () => 1);
  let largest = 0;
  for (const [rank, { p, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}

function sumOf(values: readonly number[], isFlipped: (index: number) => boolean): number {
  let total = 0;
  for (const [index, value] of values.entries()) total += isFlipped(index) ? -value : value;
  return total;
}
