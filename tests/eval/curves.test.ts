import { expect, test } from 'vitest';
import { learningCurves, progressCurves } from '../../src/eval/curves.ts';
import type { ArmRun } from '../../src/eval/metric.ts';
import { episodeMetrics } from './metrics.ts';

const run = (arm: string, seed: number, scores: readonly number[]): ArmRun => ({
  arm,
  seed,
  spoiltBy: null,
  episodes: scores.map((score) =>
    episodeMetrics({ score, reached: [{ id: 'kitchen', turn: score }] }),
  ),
});

const RUNS = [run('full', 1, [0, 10]), run('full', 2, [10, 30]), run('bare', 1, [4])];

test('a learning curve is the mean over the seeds of its own arm', () => {
  const [full, bare] = learningCurves(RUNS, ['full', 'bare'], ({ score }) => score);
  expect(full?.points.map(({ x, mean }) => [x, mean])).toEqual([
    [1, 5],
    [2, 20],
  ]);
  expect(bare?.points).toEqual([{ x: 1, mean: 4, low: null, high: null }]);
});

test('what an episode does not have leaves no point', () => {
  expect(learningCurves(RUNS, ['full'], () => null)).toEqual([{ arm: 'full', points: [] }]);
});

test('progress counts the milestones of the last episodes up to each turn', () => {
  const [full] = progressCurves(RUNS, ['full'], 40);
  const at = (turn: number) => full?.points.find(({ x }) => x === turn)?.mean;
  expect([at(9), at(10), at(29), at(30), at(40)]).toEqual([0, 0.5, 0.5, 1, 1]);
});
