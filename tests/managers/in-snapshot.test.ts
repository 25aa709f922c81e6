import { expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { heardRefusals, killsToEnter } from '../../src/managers/in-snapshot.ts';
import { KnownWords } from '../../src/managers/known-words.ts';
import { NO_DICTIONARY } from '../helpers/no-dictionary.ts';
import { readFileSync } from 'node:fs';

it('whom the answer to a refused exit names is known to the game from then on', () => {
  const words = new KnownWords(NO_DICTIONARY);
  const way = { direction: 'north' as const, command: 'north', answer: 'The troll blocks you.' };
  expect(words.doubt('bribe troll')).toContain('troll');
  expect(heardRefusals({ refusedWays: () => [way] }, words)).toEqual([way]);
  expect(words.doubt('bribe troll')).toBeNull();
});

it('the engine tells what kills whoever goes onto it, and the game goes on as it was', () => {
  const story = readFileSync(new URL('../../game_files/story/saltmere.z5', import.meta.url));
  const game = openStory(story, { seed: 5 });
  for (const command of ['n', 'w', 'w']) game.step(command);
  const before = game.stateHash();
  const kills = killsToEnter(game);
  const deadly = game.facts().objects.filter(kills);
  expect(deadly.map(({ name }) => name)).toEqual(['green lawn']);
  expect(game.stateHash()).toBe(before);
});
