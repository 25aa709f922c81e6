import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import {
  frontierWords,
  readFrontier,
  untriedHere,
  withoutElsewhere,
} from '../../src/prompts/frontier-wording.ts';
import { readSuggestion, suggestionWords } from '../../src/prompts/recipe-wording.ts';

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const place = fc.record({
  id: fc.nat().map(locationId),
  name: fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !/[;\p{Cc}]/u.test(name)),
  steps: fc.integer({ min: 1, max: 99 }),
  isDangerous: fc.boolean(),
  next: fc.option(word),
  ways: fc.nat(9),
  things: fc.integer({ min: 1, max: 9 }),
  isDark: fc.boolean(),
});

describe('what nobody has tried', () => {
  it('is read as it was written, as far as it is told', () => {
    const left = fc.record({
      ways: fc.array(word, { maxLength: 6 }),
      things: fc.array(
        fc.record({
          name: word,
          verbs: fc.array(word, { maxLength: 5 }),
          shut: fc.boolean(),
          isLocked: fc.boolean(),
          full: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      elsewhere: fc.array(place, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(left, ({ ways, things, elsewhere }) => {
        const here = { ways: ways.map((action) => ({ action })), things };
        const words = frontierWords({ here, unused: [], elsewhere, verbs: [] });
        const told = readFrontier(words);
        const first = [...ways, ...things.map(({ name }) => name)].slice(0, 6);
        expect(told.first).toEqual([]);
        const more = frontierWords({ here, first, unused: [], elsewhere, verbs: [] });
        expect(readFrontier(more)).toEqual({ ...told, first });
        expect(told.ways).toEqual(ways);
        expect(told.things).toEqual(things.map(({ name }) => name));
        expect(told.elsewhere).toEqual(
          elsewhere
            .slice(0, elsewhere.length === 4 ? 4 : 3)
            .map(({ id, steps, isDangerous, next, isDark, ways: count }) => ({
              id,
              steps,
              isDangerous,
              next,
              hasWays: count > 0,
              isDark,
            })),
        );
      }),
    );
  });
});

it('is told without other places to who follows a way, and in short where something is refused', () => {
  const ways = [{ action: 'up' }];
  const things = [{ name: 'lever', verbs: [] }];
  const far = {
    id: locationId(3),
    name: 'Attic',
    steps: 2,
    isDangerous: false,
    next: 'up',
    ways: 1,
  };
  const told = frontierWords({
    here: { ways, things },
    unused: [],
    elsewhere: [{ ...far, things: 0 }],
    verbs: ['sing'],
  });
  expect(withoutElsewhere(told)).toBe(
    '- here, ways: up\n- here, things: lever\n- verbs never used: sing',
  );
  expect(untriedHere(told)).toBe('ways: up. things: lever');
});

describe('the next command of a way to points', () => {
  const ahead = (commands: readonly string[], done: number, luck = {}) => ({
    plan: { commands, points: 9, checkedSeeds: 5, standings: [], turns: 0, earned: 0, ...luck },
    turnsLeft: 50,
    step: { done, rest: commands.slice(done), pays: 9, back: [], along: null },
  });

  it('is read as it was written, with its number', () => {
    const command = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const way = fc
      .array(command, { minLength: 1, maxLength: 9 })
      .chain((commands) =>
        fc.record({ commands: fc.constant(commands), done: fc.nat(commands.length - 1) }),
      );
    fc.assert(
      fc.property(way, fc.boolean(), ({ commands, done }, isSure) => {
        const words = suggestionWords(ahead(commands, done, isSure ? {} : { triedSeeds: 10 }));
        const [kind, other] = isSure ? (['sure', 'lucky'] as const) : (['lucky', 'sure'] as const);
        expect(readSuggestion(words, kind)).toMatchObject({
          number: done + 1,
          next: commands[done],
          ...(!isSure && { worked: 5, tried: 10 }),
        });
        expect(readSuggestion(words, other)).toBe(null);
      }),
    );
  });
});
