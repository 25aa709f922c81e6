import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { VisibleObject } from '../../src/domain/observation.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { readTestStory, testStory } from '../helpers/stories.ts';

const seen = (game: Interpreter, name: string): VisibleObject | undefined =>
  game.facts().objects.find((object) => object.name === name);

const traits = (game: Interpreter, name: string): readonly string[] | undefined =>
  seen(game, name)?.traits;

function play(game: Interpreter, ...commands: readonly string[]): void {
  for (const command of commands) game.step(command);
}

for (const name of ['zork1-r88.z3', 'zork1-r119.z3']) {
  const story = readTestStory(name);
  test.skipIf(story === null)(
    `${name}: a container shows its contents only while it is open`,
    () => {
      if (story === null) return;
      const game = openStory(story, { seed: 1 });
      expect(traits(game, 'small mailbox')).toEqual(['container']);
      expect(seen(game, 'leaflet')).toBeUndefined();
      play(game, 'open mailbox');
      expect(traits(game, 'small mailbox')).toEqual(['container', 'open']);
      expect(seen(game, 'leaflet')).toMatchObject({
        inside: seen(game, 'small mailbox')?.id,
        held: false,
      });
      play(game, 'close mailbox');
      expect(seen(game, 'leaflet')).toBeUndefined();
    },
  );

  test.skipIf(story === null)(
    `${name}: tables, bottles, cases, doors and lamps are what they are`,
    () => {
      if (story === null) return;
      const game = openStory(story, { seed: 1 });
      play(game, 'n', 'e', 'open window', 'in');
      expect(traits(game, 'kitchen table')).toContain('supporter');
      expect(traits(game, 'glass bottle')).toEqual(['container', 'transparent']);
      expect(seen(game, 'quantity of water')?.inside).toBe(seen(game, 'glass bottle')?.id);
      play(game, 'open sack');
      expect(traits(game, 'lunch')).toEqual(['edible']);
      play(game, 'w', 'take lamp');
      expect(traits(game, 'trophy case')).toEqual(['container', 'transparent']);
      expect(seen(game, 'trap door')).toBeUndefined();
      expect(seen(game, 'brass lantern')).toMatchObject({ held: true, traits: ['light'] });
      play(game, 'turn on lamp', 'move rug');
      expect(traits(game, 'brass lantern')).toEqual(['light', 'on']);
      expect(traits(game, 'trap door')).toEqual(['door']);
      play(game, 'open trap door');
      expect(traits(game, 'trap door')).toEqual(['door', 'open']);
      play(game, 'd');
      expect(game.facts().location.name).toBe('Cellar');
      play(game, 'n');
      expect(traits(game, 'troll')).toContain('animate');
      play(game, 'turn off lamp');
      expect(game.facts().objects.map((object) => object.name)).toEqual(['brass lantern']);
    },
  );
}

const r88 = readTestStory('zork1-r88.z3');
const commandFile = testStory('zork1-r88.commands.txt');
const zorkCommands = commandFile === null ? null : readFileSync(commandFile, 'utf8').split('\n');
const advent = readTestStory('advent.z5');
const lostpig = readTestStory('lostpig.z8');
const minizork = readTestStory('minizork-r34.z3');

test.skipIf(r88 === null || zorkCommands === null)(
  'a boat is a place, and what lies in it and around it is seen',
  () => {
    if (r88 === null || zorkCommands === null) return;
    const game = openStory(r88, { seed: 12 });
    for (const command of zorkCommands.slice(0, zorkCommands.indexOf('Enter boat') + 1)) {
      game.step(command);
    }
    const boat = seen(game, 'magic boat');
    expect(game.facts().location.id).toBe(boat?.id);
    expect(seen(game, 'hand-held air pump')?.inside).toBeNull();
    play(game, 'drop lamp');
    expect(seen(game, 'brass lantern')).toMatchObject({ inside: boat?.id, held: false });
  },
);

test.skipIf(advent === null)(
  'an Inform story tells its containers and switches by its library',
  () => {
    if (advent === null) return;
    const game = openStory(advent, { seed: 5 });
    play(game, 'e', 'get all');
    expect(traits(game, 'brass lantern')).toEqual(['switchable']);
    expect(traits(game, 'tasty food')).toEqual(['edible']);
    play(game, 'turn on lamp');
    expect(traits(game, 'brass lantern')).toEqual(['light', 'on', 'switchable']);
    expect(seen(game, 'bottled water')?.inside).toBe(seen(game, 'small bottle')?.id);
  },
);

test.skipIf(lostpig === null)('the player is found where nothing moves at the start', () => {
  if (lostpig === null) return;
  const { location, inventory, objects } = openStory(lostpig, { seed: 0 }).facts();
  expect(location).toEqual({ id: 93, name: 'Outside' });
  expect(inventory.map(({ id }) => id)).toEqual([91, 92]);
  expect(objects.find(({ id }) => id === 92)?.traits).toContain('light');
});

test.skipIf(minizork === null)('a story that no table knows is played by detection alone', () => {
  if (minizork === null) return;
  const game = openStory(minizork, { seed: 3 });
  expect(game.story.title).toBeNull();
  play(game, 'open mailbox', 'take leaflet', 'n');
  const { location, inventory, score, moves } = game.facts();
  expect(location.name).toBe('North of House');
  expect(inventory.map(({ name }) => name)).toEqual(['leaflet']);
  expect([score, moves]).toEqual([0, 3]);
});

const partyfoul = readTestStory('partyfoul.z8');

test.skipIf(partyfoul === null)('an Inform 7 story shows what lies in and on its things', () => {
  if (partyfoul === null) return;
  const game = openStory(partyfoul, { seed: 1 });
  play(game, 'no');
  expect(seen(game, 'cocktail book')?.inside).toBe(seen(game, 'bar')?.id);
  expect(traits(game, 'blue dress')).toEqual(['worn']);
  play(game, 'give drink to frank', 'look at frank', 'wait', 'w');
  expect(traits(game, 'guest room closet')).toEqual(['container', 'openable']);
  expect(seen(game, 'hair dryer')).toBeUndefined();
  play(game, 'open closet', 'take purse');
  expect(seen(game, 'hair dryer')?.inside).toBe(seen(game, 'guest room closet')?.id);
  expect(seen(game, 'billfold')).toMatchObject({
    inside: seen(game, 'your purse')?.id,
    held: true,
  });
});

const spirit = readTestStory('spirit.z5');

test.skipIf(spirit === null)('a story of the library before 6 shows nothing in the dark', () => {
  if (spirit === null) return;
  const game = openStory(spirit, { seed: 1 });
  play(game, 'wait', 'wait', 'wait', 'wait', 'wait');
  expect(traits(game, 'sleeping pallet')).toEqual(['supporter']);
  play(game, 'n', 'e', 'n', 'push west wall', 'w');
  expect(game.facts().location.name).toBe('Hidden Sanctum');
  expect(game.facts().objects.map(({ name }) => name)).toEqual(['prayer book']);
});

const library = readTestStory('library.z5');

test.skipIf(library === null)('a story of the library before 6 tells scenery from things', () => {
  if (library === null) return;
  const game = openStory(library, { seed: 1 });
  expect(traits(game, 'card catalog drawer')).toEqual(['container']);
  expect(seen(game, 'circulation desk')?.isScenery).toBe(true);
});

test.skipIf(spirit === null)('a scene of the story that moves the player is a change', () => {
  if (spirit === null) return;
  const game = openStory(spirit, { seed: 1 });
  play(game, 'wait', 'wait', 'wait', 'wait');
  const before = game.fingerprint();
  play(game, 'wait');
  const moved = game.fingerprint();
  play(game, 'north');
  expect(new Set([before, moved, game.fingerprint()]).size).toBe(3);
});
