import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { vainTrial } from '../../../src/managers/in-snapshot.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { renderLocationMemory } from '../../../src/managers/memory/location-memory.ts';
import { readMemories, readMemoryNotNow } from '../../../src/prompts/memory-lines.ts';
import { observe } from '../../../src/turn/observe.ts';
import { playOn } from '../../helpers/fixture-stories.ts';
import { memory } from '../../helpers/memory.ts';
import { SHIPPED_STORY } from '../../helpers/workdir.ts';
import { at, moment } from './memory-world.ts';

const TO_GARDEN = ['north', 'north', 'northeast'];

/** What is told of a memory after these commands, asked of the story itself; and what the game was before and after. */
function told(differs: Partial<Memory>, ...commands: readonly string[]) {
  return readMemories(textFor(differs, null, ...commands)).flatMap((line) =>
    readMemoryNotNow(line.text),
  );
}

/** The same as text; of a memory that was learnt in another room where one is named. */
function textFor(differs: Partial<Memory>, room: number | null, ...commands: readonly string[]) {
  const game = openStory(readFileSync(SHIPPED_STORY), { seed: 1 });
  const observation = observe(game, playOn(game, ...commands));
  const before = game.stateHash();
  const story = {
    dictionary: game.dictionary,
    reach: (noun: string) => game.reach(noun),
    vainAnswer: (command: string) => vainTrial(command, observation, game),
  };
  const map = { waysFrom: () => [] };
  const place = { now: moment(observation), map, story, memories: [], isStock: () => false };
  const limits = { markers: false, mostShown: 5, mostTokens: 285, evidence: new Map() };
  const one = memory({ category: 'SUCCESS', scoreChange: 4, text: 'Scores 4.', ...differs });
  const filed = [[room === null ? observation.location.id : at(room), one]] as const;
  const { text } = renderLocationMemory(filed, { ...limits, place });
  expect(game.stateHash()).toBe(before);
  return text;
}

it('what works and would change nothing now is told with what the story answers, until it would', () => {
  const enter = { title: 'enter window' };
  const failing = told(enter, ...TO_GARDEN);
  expect(failing).toEqual([{ command: 'enter window', answer: expect.stringMatching(/./) }]);
  expect(told(enter, ...TO_GARDEN, 'open window')).toEqual([]);
  expect(told({ title: 'enter window: the kitchen' }, ...TO_GARDEN)).toEqual(failing);
});

it('a title that is no command is not told with the refusal of the parser', () => {
  expect(told({ title: 'enter window from inside: a shortcut' }, ...TO_GARDEN)).toEqual([]);
});

it('of several commands only those are told that would change nothing', () => {
  const [failing, ...others] = told({ title: 'open window; enter window' }, ...TO_GARDEN);
  expect([failing?.command, others]).toEqual(['enter window', []]);
});

it.each([
  ['what brought no points and was never tried again', { scoreChange: 0 }],
  ['what fails', { category: 'FAILURE' }],
  ['what only looks', { title: 'examine window' }],
])('%s is not asked about', (_, differs) => {
  expect(told({ title: 'enter window', ...differs }, ...TO_GARDEN)).toEqual([]);
});

it.each([
  ['in another room, and would change nothing here', 129, {}, false],
  ['in another room, and is said to be of use here', 129, { about: at(49) }, true],
  ['in this room', null, {}, true],
  ['in another room, with what lies here', 129, { title: 'open range' }, true],
])('what works %s is told: %s', (_, room, differs, isTold) => {
  const feed = {
    title: 'give stale loaf to jackdaw: it steals no more',
    scoreChange: 0,
    ...differs,
  };
  const text = textFor(feed, room, ...TO_GARDEN, 'open window', 'south', 'take loaf');
  expect(text !== '').toBe(isTold);
});
