import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';

const STORY = new URL('../../game_files/story/saltmere.z5', import.meta.url);

/** Scenery in reach after some commands, with whether the story has a routine of its own for it. */
function scenery(...commands: readonly string[]) {
  const game = openStory(readFileSync(STORY), { seed: 1 });
  for (const command of commands) game.step(command);
  const some = game.facts().objects.filter(({ isScenery }) => isScenery === true);
  return Object.fromEntries(some.map(({ name, hasRoutine }) => [name, hasRoutine === true]));
}

it('is told of scenery that the story has a routine of its own for, not of what only has a text or its kind shares', () => {
  expect(scenery()).toMatchObject({ planks: false, boat: false, 'shingle path': true });
  expect(scenery('n', 'e')).toMatchObject({ windlass: true });
});

it('is told of scenery that the story brings along to many rooms, not of what belongs to one', () => {
  const game = openStory(readFileSync(STORY), { seed: 1 });
  const backdrops = game.facts().objects.filter(({ isBackdrop }) => isBackdrop === true);
  expect(backdrops.map(({ name }) => name)).toEqual(['sky', 'sea', 'lighthouse', 'shingle path']);
});
