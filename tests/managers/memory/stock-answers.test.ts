import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import {
  isStockAnswer,
  stockAnswers,
  stockFact,
  stockKey,
} from '../../../src/managers/memory/stock-answers.ts';
import { memory } from '../../helpers/memory.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';

const LAMP = { ...NO_DICTIONARY, objectsNamed: (word: string) => (word === 'lamp' ? [4] : []) };

const failure = (change: Partial<Memory> = {}) =>
  memory({ category: 'FAILURE', title: 'listen quietly', text: 'You hear nothing.', ...change });

const inRooms = (...memories: readonly Memory[]) =>
  memories.map((one, at) => [locationId(at), [one]] as const);

it.each([
  [2, []],
  [
    3,
    [
      {
        commands: ['listen quietly'],
        text: 'You hear nothing.',
        rooms: 3,
        newest: 3,
        isOfThings: false,
      },
    ],
  ],
  [
    4,
    [
      {
        commands: ['listen quietly'],
        text: 'You hear nothing.',
        rooms: 4,
        newest: 4,
        isOfThings: false,
      },
    ],
  ],
])('an answer met in %i rooms is the story’s own: %o', (rooms, answers) => {
  const memories = Array.from({ length: rooms }, (_, at) => failure({ episode: at + 1 }));
  expect([...stockAnswers(inRooms(...memories), LAMP).values()]).toEqual(answers);
});

it('three answers in one room are none', () => {
  const answers = stockAnswers([[locationId(1), [failure(), failure(), failure()]]], LAMP);
  expect(answers.size).toBe(0);
});

it('what is not believed counts for nothing', () => {
  const refuted = failure({ status: 'SUPERSEDED' });
  expect(stockAnswers(inRooms(failure(), failure(), refuted), LAMP).size).toBe(0);
});

it('words that the command and its answer share do not tell answers apart', () => {
  const climbs = ['boat', 'mast'].map((thing) =>
    failure({ title: `climb ${thing}`, text: `You cannot climb the ${thing}.` }),
  );
  const [one, other] = climbs.map((climb) => stockKey(climb, LAMP));
  expect(one).toBe(other);
  expect(stockKey(failure({ title: 'Climb boat', text: 'You cannot climb the boat.' }), LAMP)).toBe(
    one,
  );
});

it.each<readonly [string, Partial<Memory>]>([
  ['what worked', { category: 'SUCCESS' }],
  ['several commands', { title: 'listen now; wait' }],
  ['a verb alone', { title: 'listen' }],
  ['a way', { title: 'go north' }],
])('%s is no answer of the story’s own', (_, change) => {
  expect(stockKey(failure(change), LAMP)).toBeNull();
});

it('is told in one line, and how to walk where all of it was walking', () => {
  const answer = { text: 'No\nsuch way.', rooms: 3, newest: 1, isOfThings: false };
  expect(stockFact({ ...answer, commands: ['walk north', 'walk up'] })).toBe(
    '"walk north", "walk up": answered alike in 3 rooms: "No such way."; to walk, say the direction alone.',
  );
  expect(stockFact({ ...answer, commands: ['walk north', 'walk dog'] })).toBe(
    '"walk north", "walk dog": answered alike in 3 rooms: "No such way.".',
  );
});

describe('what a story answers about things', () => {
  const names = new Map([
    ['bell', [1]],
    ['church', [1]],
    ['hooks', [2]],
    ['rug', [3]],
  ]);
  const dictionary = { ...NO_DICTIONARY, objectsNamed: (word: string) => names.get(word) ?? [] };
  const pull = (thing: string, name = thing) =>
    failure({ title: `pull ${thing}`, text: `Nothing about the ${name} cares to be moved.` });
  const pulls = [pull('hooks'), pull('bell', 'church bell'), pull('rug')];

  it('is its own where three things get it, however they are named in it', () => {
    const [answer, ...others] = stockAnswers(inRooms(...pulls), dictionary).values();
    expect(others).toEqual([]);
    if (answer === undefined) throw new Error('There is no answer.');
    expect(stockFact(answer)).toBe(
      '"pull hooks" and the like, for many things: answered alike: "Nothing about the hooks cares to be moved.".',
    );
  });

  it('is none where one thing got it in three rooms', () => {
    const rug = Array.from({ length: 3 }, () => pull('rug'));
    expect(stockAnswers(inRooms(...rug), dictionary).size).toBe(0);
  });

  it('is told where each thing is all the same, unlike that of no thing', () => {
    const isStock = (one: Memory, all: readonly Memory[]) =>
      isStockAnswer(one, stockAnswers(inRooms(...all), dictionary), dictionary);
    expect(isStock(pull('rug'), pulls)).toBe(false);
    const quiet = [failure(), failure(), failure()];
    expect(isStock(failure(), quiet)).toBe(true);
  });
});
