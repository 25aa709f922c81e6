import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema, type GameConfiguration } from '../../src/config/schema.ts';
import { stagedConfig } from '../../src/run/stages.ts';

const USUAL: GameConfiguration = configSchema.parse({});

/** A configuration with some settings of its own, in sections, and in a map of sections that may hold others. */
const configs = fc
  .record({
    maxShown: fc.integer({ min: 1, max: 9 }),
    maxTurns: fc.integer({ min: 1, max: 9 }),
    story: fc.option(fc.constantFrom('a.z5', 'b.z5')),
    endpoints: fc.dictionary(
      fc.constantFrom('here', 'there'),
      fc.record({ baseUrl: fc.constantFrom('http://a', 'http://b') }),
    ),
  })
  .map(({ maxShown, maxTurns, story, endpoints }): GameConfiguration => ({
    ...USUAL,
    story,
    memory: { ...USUAL.memory, maxShown },
    episode: { ...USUAL.episode, maxTurns },
    models: { ...USUAL.models, endpoints },
  }));

describe('the configuration of a fork', () => {
  it('is that of the stage which a turn belongs to, in the same sections, and leaves the stages as they are', () => {
    fc.assert(
      fc.property(configs, configs, configs, (first, second, own) => {
        const stages = [
          { turns: 3, episode: 1, config: first },
          { turns: 5, episode: 2, config: second },
        ];
        const before = structuredClone({ stages, own });
        const { config, goOnTo } = stagedConfig(own, stages);
        const { memory } = config;
        for (const [turn, expected] of [
          [1, first],
          [3, first],
          [4, second],
          [5, second],
          [6, own],
        ] as const) {
          goOnTo(turn);
          expect(config).toEqual(expected);
          expect(config.memory).toBe(memory);
        }
        expect({ stages, own }).toEqual(before);
      }),
    );
  });
});
