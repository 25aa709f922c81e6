import { expect, test } from 'vitest';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

test('names that the object table leaves out are those that LOOK prints, of rooms and of things', () => {
  const game = openFixture('labels.z5');
  expect(game.facts().location.name).toBe('Entrance Hall');
  expect(game.exits().map(({ to }) => to.name)).toEqual(['Garden']);
  playOn(game, 'take coin');
  expect(game.facts().inventory.map(({ name }) => name)).toEqual(['silver coin']);
});

test('a name of the object table stays', () => {
  const game = openFixture('labels.z5');
  playOn(game, 'n');
  expect(game.facts().objects.map(({ name }) => name)).toEqual(['stone fountain']);
});
