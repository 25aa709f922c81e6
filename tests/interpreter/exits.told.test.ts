import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { tellExits } from '../../src/interpreter/exits.ts';
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

test('safe exits are those that are not deadly', () => {
  const game = openStory(readFileSync(fixtureFile('words.z3')), { seed: 1 });
  const exits = game.exits().map((exit, at) => ({ ...exit, deadly: at === 0 }));
  const safe = tellExits(Object.assign(game, { exits: () => exits }), 'safe');
  expect(safe.exitsTold).toBe('safe');
  expect(safe.exits().map(({ command }) => command)).toEqual(['ne']);
});

test('no exits are told, walked or not', () => {
  expect(open('none').exitsTold).toBe('none');
  expect(commands('none', 'n', 's')).toEqual([]);
});
