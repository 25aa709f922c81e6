import { expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';
import { readTestStory } from '../helpers/stories.ts';

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

test(
  'a thing or a room whose name the table has from the source is called what the story prints at that moment',
  { tags: ['slow'] },
  () => {
    const story = readTestStory('lostpig.z8');
    if (story === null) return;
    const game = openStory(story, { seed: 0 });
    const isSeen = (name: string) => game.facts().objects.some((thing) => thing.name === name);
    playOn(game, 'listen to noise', 'search bushes', 'northeast', 'take torch', 'east');
    playOn(game, 'look behind curtain', 'examine fountain bowl', 'southwest', 'put coin in slot');
    expect(isSeen('brick')).toBe(false);
    playOn(game, 'pull lever');
    const before = game.stateHash();
    expect(isSeen('brick')).toBe(true);
    expect(game.stateHash()).toBe(before);
    playOn(game, 'taste brick');
    expect(isSeen('half brick')).toBe(true);

    expect(game.exits().map(({ to }) => to.name)).toContain('Closet');
    playOn(game, 'east');
    expect(game.facts().location.name).toBe('Closet');
    playOn(game, 'yell');
    expect(game.facts().location.name).toBe('Gnome Room');
  },
);
