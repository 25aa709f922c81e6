import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { joinTakes } from '../../src/verify/tryout.ts';

const WAY = ['take lamp', 'take sword', 'take rope', 'north', 'drop rope', 'take bag from hook'];

it('joins takes that follow each other, and nothing else', () => {
  expect(joinTakes(WAY, () => true)).toEqual([
    'take lamp and sword and rope',
    'north',
    'drop rope',
    'take bag from hook',
  ]);
  expect(joinTakes(['take all', 'take lamp'], () => true)).toEqual(['take all', 'take lamp']);
  const mixed = ['take lamp and all', 'take sword'];
  expect(joinTakes(mixed, () => true)).toEqual(mixed);
  expect(joinTakes(['take lamp', 'get sword'], () => true)).toEqual(['take lamp', 'get sword']);
});

it('leaves apart what does not earn the points together', () => {
  const earns = (commands: readonly string[]) => !commands[0]?.includes('rope');
  expect(joinTakes(WAY, earns).slice(0, 2)).toEqual(['take lamp and sword', 'take rope']);
  expect(joinTakes(WAY, () => false)).toEqual(WAY);
});

it('is what the parser of the shipped story takes', () => {
  const game = openStory(
    readFileSync(new URL('../../game_files/story/saltmere.z5', import.meta.url)),
    { seed: 1 },
  );
  const things = ['satchel', 'letter'];
  const start = game.snapshot();
  const drops = (commands: readonly string[]) => {
    game.restore(start);
    for (const command of commands) game.step(command);
    return game.facts().inventory.length === 0;
  };
  const apart = ['take letter', ...things.map((thing) => `drop ${thing}`)];
  expect(drops(apart)).toBe(true);
  expect(joinTakes(apart, drops)).toEqual(['take letter', 'drop satchel and letter']);
});
