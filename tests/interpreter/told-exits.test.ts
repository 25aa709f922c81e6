import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { tellExits } from '../../src/interpreter/told-exits.ts';
import type { ToldExits } from '../../src/domain/observation.ts';
import { fixtureFile, playOn } from '../helpers/fixture-stories.ts';

const open = (told: ToldExits) =>
  tellExits(openStory(readFileSync(fixtureFile('words.z3')), { seed: 1 }), told);
const commands = (told: ToldExits, ...played: readonly string[]) => {
  const game = open(told);
  playOn(game, ...played);
  return game.exits().map(({ command }) => command);
};

test('probed exits are all there are', () => {
  expect(open('probed').exitsTold).toBeUndefined();
  expect(commands('probed')).toEqual(['n', 'ne']);
});

test('seen exits are those that were walked from here', () => {
  expect(open('seen').exitsTold).toBe('seen');
  expect(commands('seen')).toEqual([]);
  expect(commands('seen', 'ne')).toEqual([]);
  expect(commands('seen', 'ne', 'sw')).toEqual(['ne']);
  expect(commands('seen', 'n', 's')).toEqual(['n']);
  expect(commands('seen', 'northeast')).toEqual([]);
});

test('no exits are told, walked or not', () => {
  expect(open('none').exitsTold).toBe('none');
  expect(commands('none', 'n', 's')).toEqual([]);
});
