import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  unitChains,
  episodeNumber,
  unitChainsInShard,
  parseUnitShard,
  unitBefore,
  unitName,
  unitsOf,
  unitWorkdir,
} from '../../src/eval/unit.ts';
import { experimentPlan } from './experiment-plan.ts';

const persistent = experimentPlan({ episodes: 2, seeds: [1, 2] }, ['memory', 'no-memory']);
const fresh = experimentPlan({ episodes: 2, seeds: [1], store: 'fresh' }, ['memory']);

describe('with a store that is kept', () => {
  it('all episodes of an arm and seed are one chain, and every arm plays a seed before the next', () => {
    expect(unitChains(persistent).map((chain) => chain.map(unitName))).toEqual([
      ['memory/seed-0001/0001', 'memory/seed-0001/0002'],
      ['no-memory/seed-0001/0001', 'no-memory/seed-0001/0002'],
      ['memory/seed-0002/0001', 'memory/seed-0002/0002'],
      ['no-memory/seed-0002/0001', 'no-memory/seed-0002/0002'],
    ]);
  });

  it('a unit starts where the one before it in its chain ended, in the same folder', () => {
    const [first, second] = unitsOf(persistent);
    if (first === undefined || second === undefined) throw new Error('There are no units.');
    expect(unitBefore(persistent, first)).toBeNull();
    expect(unitBefore(persistent, second)).toEqual(first);
    expect(unitWorkdir(persistent, second)).toBe(unitWorkdir(persistent, first));
    expect(episodeNumber(persistent, second)).toBe(2);
  });
});

it('with fresh stores every episode is a chain with a folder of its own and starts from nothing', () => {
  expect(unitChains(fresh)).toHaveLength(2);
  const [, second] = unitsOf(fresh);
  if (second === undefined) throw new Error('There is no second unit.');
  expect(unitBefore(fresh, second)).toBeNull();
  expect(unitWorkdir(fresh, second)).toBe('memory/seed-0001/episode-2');
  expect(episodeNumber(fresh, second)).toBe(1);
});

describe('a part of an experiment', () => {
  it.each(['1/1', '3/3', ' 2/3 '])('%s is understood', (text) => {
    expect(parseUnitShard(text).of).toBeGreaterThan(0);
  });

  it.each(['0/3', '4/3', '1/0', '1', 'a/b', '1/3/5', '-1/3', '1/10001'])('%s is none', (text) => {
    expect(() => parseUnitShard(text)).toThrow('--shard 1/3');
  });

  it('has each chain in exactly one part, and the parts differ by one chain at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 50 }), (seeds, of) => {
        const plan = experimentPlan({ seeds: Array.from({ length: seeds }, (_, seed) => seed) });
        const chains = unitChains(plan);
        const parts = Array.from({ length: of }, (_, index) =>
          unitChainsInShard(chains, { index: index + 1, of }),
        );
        expect(parts.flat()).toEqual(chains);
        const sizes = parts.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
