import { expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { addShutThings } from '../../src/domain/shut-things.ts';
import { objectLine } from '../../src/prompts/scene-wording.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { wrapExits } from '../../src/interpreter/wrapped-interpreter.ts';
import { observe } from '../../src/turn/observe.ts';
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

it('a barred door is told as one that opens on the side of the bar alone', () => {
  const story = readFileSync(new URL('../../game_files/story/saltmere.z5', import.meta.url));
  const game = openStory(story, { seed: 5 });
  const door = (...commands: readonly string[]) => {
    const last = commands.map((command) => game.step(command)).at(-1) ?? game.opening;
    const before = game.stateHash();
    const { objects } = observe(game, last);
    expect(game.stateHash()).toBe(before);
    return objects.find(({ name }) => name === 'front door');
  };
  expect(door('n', 'n')).toMatchObject({
    isBarred: true,
    traits: expect.arrayContaining(['locked']),
  });
  expect(door()?.opensHere).toBeUndefined();
  const inside = door('ne', 'open window', 's', 's');
  expect(inside).toMatchObject({ isBarred: true, opensHere: true });
  const withoutHelp = observe(wrapExits(game, 'seen'), game.step('wait')).objects;
  expect(withoutHelp.find(({ name }) => name === 'front door')?.opensHere).toBeUndefined();
  expect(objectLine(inside ?? { name: '' })).toBe('- front door: door, openable');
  const room = { id: locationId(58), name: 'Parlour' };
  const shut = addShutThings(new Map(), { objects: inside ? [inside] : [], location: room });
  expect([...shut.values()]).toMatchObject([{ isLocked: false, isBarred: false }]);
});
