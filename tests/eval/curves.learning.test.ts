import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArmRun } from '../../src/eval/metric.ts';
import { armCurves, bestArea } from '../../src/eval/curves.ts';
import { episodeMetrics, NO_MEMORIES } from './metrics.ts';

function run(scores: readonly (number | null)[], differs: Partial<ArmRun> = {}): ArmRun {
  const episodes = scores.map((highScore) => episodeMetrics({ highScore }));
  return { arm: 'memory', seed: 1, spoiltBy: null, episodes, ...differs };
}

test('the best score so far counts every episode before, with its interval over the seeds', () => {
  const scores = [
    [5, 20, 10],
    [15, 0, 30],
  ];
  const runs = [1, 2, 3].flatMap((seed) => scores.map((own) => run(own, { seed })));
  const [curve] = armCurves(runs, ['memory']);
  expect(curve?.best.map(({ x, mean }) => [x, mean])).toEqual([
    [1, 10],
    [2, 17.5],
    [3, 25],
  ]);
  for (const { low, mean, high } of curve?.best ?? []) {
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
  }
  expect(armCurves(runs.slice(0, 4), ['memory'])[0]?.best[0]).toMatchObject({
    low: null,
    high: null,
  });
});

test('the area under it is its mean over the episodes', () => {
  expect(bestArea(run([5, 20, 10]))).toBe(15);
  expect(bestArea(run([null, 4, 2]))).toBe(4);
  expect(bestArea(run([null, null]))).toBeNull();
  const [curve] = armCurves([run([5, 20, 10]), run([5, 5, 5], { seed: 2 })], ['memory']);
  expect(curve?.area).toEqual({ mean: 10, low: null, high: null });
});

test('the best score so far never falls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10, max: 400 }), { minLength: 1 }), (scores) => {
      const means = armCurves([run(scores)], ['memory'])[0]?.best.map(({ mean }) => mean) ?? [];
      expect(means).toEqual(means.toSorted((a, b) => a - b));
      expect(means.at(-1)).toBe(Math.max(...scores));
    }),
  );
});

test('memories are counted by verdict as shares of those believed after the last episode', () => {
  const after = (memoryVerdicts: object) =>
    run([], {
      episodes: [
        episodeMetrics({ memoryVerdicts: { ...NO_MEMORIES, refuted: 9 } }),
        episodeMetrics({ memoryVerdicts: { ...NO_MEMORIES, ...memoryVerdicts } }),
      ],
    });
  const [curve] = armCurves([after({ confirmed: 3, untried: 1 })], ['memory']);
  const shares = curve?.verdicts.map(({ verdict, mean }) => [verdict, mean]);
  expect(shares).toContainEqual(['confirmed', 0.75]);
  expect(shares).toContainEqual(['untried', 0.25]);
  expect(shares).toContainEqual(['refuted', 0]);
});

test('an arm without memories has no shares, and one that was not played no curve', () => {
  expect(armCurves([run([3])], ['memory', 'bare'])).toMatchObject([
    { arm: 'memory', verdicts: [] },
    { arm: 'bare', best: [], area: null, verdicts: [] },
  ]);
});
