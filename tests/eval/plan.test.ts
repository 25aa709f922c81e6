import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/domain/errors.ts';
import { seedInPlan, parsePlanSeeds, PRESETS } from '../../src/eval/plan.ts';

describe('seeds', () => {
  test('are ranges and numbers, each once', () => {
    expect(parsePlanSeeds('1..3,7,2')).toEqual([1, 2, 3, 7]);
    expect(parsePlanSeeds('12')).toEqual([12]);
  });

  test.each(['', 'a', '3..1', '1..99999999', '1...3', '-1'])('"%s" is refused', (text) => {
    expect(() => parsePlanSeeds(text)).toThrow(UsageError);
  });

  test("of episodes are the run's own, or different ones that no other run of an experiment has", () => {
    const protocol = {
      arms: [],
      seeds: [],
      episodes: 5,
      turns: 10,
      store: 'persistent',
      preset: null,
    } as const;
    const of = (episodeSeeds: 'same' | 'different') =>
      [1, 2].flatMap((seed) =>
        [0, 1, 2].map((episode) => seedInPlan({ ...protocol, episodeSeeds }, seed, episode)),
      );
    expect(of('same')).toEqual([1, 1, 1, 2, 2, 2]);
    expect(new Set(of('different')).size).toBe(6);
  });
});

test('the presets have the lengths of their benchmarks', () => {
  expect(PRESETS).toEqual({
    tales: { episodes: 1, turns: 100 },
    textquests: { episodes: 1, turns: 500 },
    jttl: { episodes: 50, turns: 110 },
  });
});
