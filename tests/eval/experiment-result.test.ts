/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import {
  compareArms,
  compareResultEpisodes,
  pairedRuns,
} from '../../src/eval/experiment-result.ts';
import type { EpisodeMetrics } from '../../src/eval/episode-metrics.ts';
import { type ArmRun, metricsFor } from '../../src/eval/metric.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { headline } from '../../src/eval/result-wording.ts';
import { episodeMetrics } from './metrics.ts';

const COMPONENTS = ['memory', 'map', 'critic', 'objectives', 'knowledge'];
const ARMS = ['full', ...COMPONENTS.map((component) => `no-${component}`)];
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

/** A policy whose score has the seed's luck, luck of its own, and 5 points from one component alone. */
function syntheticRuns(component: string | null, noise: number): readonly ArmRun[] {
  return SEEDS.flatMap((seed) => {
    const luck = seededRandom(seed)() * 40;
    return ARMS.map((arm, index): ArmRun => {
      const own = seededRandom(seed * 100 + index);
      const bonus = component !== null && arm === `no-${component}` ? 0 : 5;
      const episode = (): EpisodeMetrics =>
        episodeMetrics({ score: luck + bonus + (own() - 0.5) * noise });
      return { arm, seed, episodes: [episode(), episode()], spoiltBy: null };
    });
  });
}

/** The comparisons in one metric; the others have no part in them. */
function comparisonsIn(metric: string, runs: readonly ArmRun[]) {
  const metrics = metricsFor(runs, 100).filter(({ key }) => key === metric);
  return compareArms(runs, ARMS, metrics).filter((comparison) => comparison.metric === metric);
}

function verdicts(runs: readonly ArmRun[], metric = 'score') {
  return comparisonsIn(metric, runs)
    .filter(({ verdict }) => verdict !== 'not shown')
    .map(({ arm, verdict }) => `${arm} ${verdict}`);
}

describe('a policy whose score depends on exactly one component', () => {
  for (const component of COMPONENTS) {
    test(`is found out to depend on ${component}, and on nothing else`, () => {
      expect(verdicts(syntheticRuns(component, 2))).toEqual([`no-${component} worse`]);
    });
  }

  test('that depends on none shows no difference', () => {
    expect(verdicts(syntheticRuns(null, 2))).toEqual([]);
    expect(verdicts(syntheticRuns(null, 0))).toEqual([]);
  });

  test('is found out through the luck of the seeds, which is eight times the effect', () => {
    const runs = syntheticRuns('map', 2);
    const comparison = comparisonsIn('score', runs).find(({ arm }) => arm === 'no-map');
    expect(comparison?.difference).toBeCloseTo(-5, 0);
    expect(comparison?.p).toBe(2 / 1024);
    expect(comparison?.adjustedP).toBe(10 / 1024);
  });
});

test('fewer of what is bad is better', () => {
  const runs = SEEDS.flatMap((seed) =>
    ARMS.map((arm): ArmRun => {
      const repeatedFailureRate = arm === 'no-memory' ? 0.3 : 0.05;
      return { arm, seed, episodes: [episodeMetrics({ repeatedFailureRate })], spoiltBy: null };
    }),
  );
  expect(verdicts(runs, 'repeatedFailureRate')).toEqual(['no-memory worse']);
});

test.each([
  [
    'full',
    'no-map',
    'no-map reaches 5.00 fewer points than full, the first arm: shown by 10 pairs',
  ],
  ['no-map', 'full', 'full reaches 5.00 more points than no-map, the first arm: shown by 10 pairs'],
  ['full', 'no-critic', 'no-critic reaches as many points as full, the first arm, in 10 pairs'],
])('from %s to %s the first line is a sentence', (first, other, says) => {
  const arms = [first, other];
  const runs = syntheticRuns('map', 0)
    .filter(({ arm }) => arms.includes(arm))
    .map((run) => {
      const episodes = run.episodes.map((one) => ({ ...one, highScore: one.score }));
      return { ...run, episodes };
    });
  const comparisons = compareArms(runs, arms, metricsFor(runs, 100));
  expect(headline({ comparisons })).toBe(`${says} of plays.`);
});

test('five pairs are too few for a verdict, however clear they look', () => {
  const runs = syntheticRuns('map', 0).filter(({ seed }) => seed <= 5);
  expect(verdicts(runs)).toEqual([]);
});

test('a seed counts only when every arm has a sound run with it', () => {
  const runs = syntheticRuns(null, 0).map((run) =>
    run.seed === 3 && run.arm === 'no-map' ? { ...run, spoiltBy: 'model-failed' } : run,
  );
  const missing = runs.filter(({ seed, arm }) => !(seed === 4 && arm === 'full'));
  const seeds = new Set(pairedRuns(missing, ARMS).map(({ seed }) => seed));
  expect([...seeds]).toEqual(SEEDS.filter((seed) => seed !== 3 && seed !== 4));
});

test('learning is the paired difference of the last episode to the first', () => {
  const runs = SEEDS.map((seed): ArmRun => {
    const reached = (turn: number) => [{ id: 'kitchen', turn }];
    return {
      arm: 'full',
      seed,
      episodes: [
        episodeMetrics({ reached: reached(40 + seed) }),
        episodeMetrics({ reached: reached(10 + seed) }),
      ],
      spoiltBy: null,
    };
  });
  const learning = compareResultEpisodes(runs, ['full'], metricsFor(runs, 100));
  const turns = learning.find(({ metric }) => metric === 'turnsToMilestones');
  expect(turns).toMatchObject({
    difference: -30,
    looks: 'better',
    interval: { low: -30, high: -30 },
    pairs: 10,
  });
});

test('a milestone that an episode missed counts with the limit of turns', () => {
  const [missed, reached] = [[], [{ id: 'kitchen', turn: 20 }]].map((list) =>
    episodeMetrics({ reached: list }),
  );
  const runs: ArmRun[] = [missed, reached].map((episode, index) => ({
    arm: String(index),
    seed: 1,
    episodes: episode === undefined ? [] : [episode],
    spoiltBy: null,
  }));
  const metric = metricsFor(runs, 150).find(({ key }) => key === 'turnsToMilestones');
  expect(runs.map(({ episodes: [episode] }) => episode && metric?.of(episode))).toEqual([150, 20]);
});
