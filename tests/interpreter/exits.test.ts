/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';
import { readTestStory } from '../helpers/stories.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const r88 = readTestStory('zork1-r88.z3');
const r119 = readTestStory('zork1-r119.z3');
const advent = readTestStory('advent.z5');
const detective = readTestStory('detective.z5');
const party = readTestStory('partyfoul.z8');

const exitsOf = (game: Interpreter): Record<string, number> =>
  Object.fromEntries(game.exits().map(({ direction, to }) => [direction, to.id]));

const ROUTE = ['n', 'n', 'u', 'get egg', 'd', 's', 'e', 'open window', 'in', 'w', 'get lamp', 'u'];

test.skipIf(r88 === null)(
  'West of House leads north, northeast, south, southeast and into the forest, and nowhere else',
  () => {
    if (r88 === null) return;
    const game = openStory(r88, { seed: 12 });
    const forest = game.exits().find(({ direction }) => direction === 'west')?.to;
    expect(forest?.name).toBe('Forest');
    expect(exitsOf(game)).toEqual({
      north: 81,
      northeast: 81,
      southeast: 80,
      south: 80,
      west: forest?.id,
    });
  },
);

const refusedIn = (game: Interpreter) =>
  game
    .refusedWays()
    .filter(({ isStock }) => isStock !== true)
    .map(({ command, answer }) => `${command}: ${answer}`);

test('what the story says of one way alone is told while it leads nowhere, and the game stays as it is', () => {
  const game = openStory(readFileSync(SHIPPED_STORY), { seed: 3 });
  const before = game.stateHash();
  expect(refusedIn(game)).toEqual([]);
  expect(game.stateHash()).toBe(before);
  playOn(game, 'n', 'n');
  expect(refusedIn(game)).toEqual(['n: The front door is closed.']);
  playOn(game, 'ne');
  const wall =
    'n: The flint wall is topped with broken glass. Somebody was fond of their cabbages.';
  expect(refusedIn(game)).toEqual([
    wall,
    's: The sash window is shut. You would have to open it first.',
  ]);
  playOn(game, 'open window');
  expect(refusedIn(game)).toEqual([wall]);
});

test.skipIf(detective === null)(
  'an answer that differs in the direction alone is none of its own',
  () => {
    if (detective === null) return;
    expect(refusedIn(openStory(detective, { seed: 3 }))).toEqual([]);
  },
);

test.skipIf(party === null)(
  'no way is refused by what a question of the game is answered with',
  () => {
    if (party === null) return;
    const game = openStory(party, { seed: 3 });
    expect(refusedIn(game)).toEqual([]);
    game.step('no');
    expect(refusedIn(game).map((line) => line.split(':')[0])).toEqual(['n', 's', 'w', 'nw']);
  },
);

test.skipIf(r88 === null || r119 === null)('Behind House is 79 in r88 and 85 in r119', () => {
  for (const [story, number] of [
    [r88, 79],
    [r119, 85],
  ] as const) {
    if (story === null) continue;
    const game = openStory(story, { seed: 1 });
    game.step('north');
    game.step('east');
    expect(game.facts().location).toEqual({ id: number, name: 'Behind House' });
    game.step('open window');
    expect(game.exits().find(({ direction }) => direction === 'in')?.to.name).toBe('Kitchen');
  }
});

for (const [name, story] of [
  ['zork1-r88', r88],
  ['advent', advent],
] as const) {
  test.skipIf(story === null)(
    `${name}: looking at exits, facts and fingerprints changes neither state nor the next 50 outputs`,
    () => {
      if (story === null) return;
      const watched = openStory(story, { seed: 12 });
      const left = openStory(story, { seed: 12 });
      const commands = Array.from({ length: 50 }, (_, i) => ROUTE[i % ROUTE.length] ?? 'z');
      const seen = commands.map((command) => {
        watched.exits();
        watched.facts();
        watched.fingerprint();
        return [watched.stateHash(), watched.step(command)];
      });
      expect(seen).toEqual(commands.map((command) => [left.stateHash(), left.step(command)]));
    },
  );
}

test.skipIf(r88 === null)(
  'walking into the dark is a deadly exit where a grue would eat one',
  () => {
    if (r88 === null) return;
    const game = openStory(r88, { seed: 12 });
    for (const command of [...ROUTE.slice(0, 10), 'move rug', 'open trap door', 'down']) {
      game.step(command);
    }
    expect(game.facts().location.name).toBe('Cellar');
    const before = game.stateHash();
    const deadly = new Set<boolean>();
    for (let i = 0; i < 10; i++) {
      for (const exit of game.exits()) deadly.add(exit.deadly);
      game.step('look');
    }
    expect(deadly.has(true)).toBe(true);
    expect(game.stateHash()).not.toBe(before);
  },
);

test('a direction that ends the game where one stands is a deadly exit', () => {
  const file = path.resolve(import.meta.dirname, '../../game_files/story/saltmere.z5');
  const game = openStory(readFileSync(file), { seed: 1 });
  const known = new Set<number>([game.facts().location.id]);
  const open = [game.snapshot()];
  const deadly: string[] = [];
  for (let state = open.shift(); state !== undefined; state = open.shift()) {
    game.restore(state);
    const here = game.facts().location;
    for (const exit of game.exits()) {
      if (exit.deadly && exit.to.id === here.id) deadly.push(exit.direction);
      if (exit.deadly || known.has(exit.to.id)) continue;
      known.add(exit.to.id);
      game.restore(state);
      game.step(exit.direction);
      open.push(game.snapshot());
    }
  }
  expect(deadly.length).toBeGreaterThan(0);
});

/** The commands of the exits, and where playing each of them really leads. */
function walked(game: Interpreter): { readonly said: object; readonly seen: object } {
  const here = game.snapshot();
  const exits = game.exits();
  const seen = exits.map(({ command }) => {
    playOn(game, command);
    const { id } = game.facts().location;
    game.restore(here);
    return [command, id];
  });
  const said = exits.map(({ command, to }) => [command, to.id]);
  return { said: Object.fromEntries(said) as object, seen: Object.fromEntries(seen) as object };
}

test.each([
  ['words.z3', ['n', 'ne'], 'a diagonal that only its short word takes'],
  ['longwords.z3', ['north', 'northeast'], 'a parser that knows long words only'],
])('%s: each exit names the command that leads there (%s: %s)', (story, commands) => {
  const game = openFixture(story);
  expect(game.exits().map(({ command }) => command)).toEqual(commands);
  const { said, seen } = walked(game);
  expect(seen).toEqual(said);
});

test('where waiting, too, takes the player away no direction is an exit', () => {
  const game = openFixture('bound.z3');
  playOn(game, 'wait', 'wait', 'wait', 'wait');
  expect(game.exits()).toEqual([]);
  playOn(game, 'wait');
  expect(game.exits().map(({ command }) => command)).toEqual(['n']);
});

test('no way is to blame for a death that comes anyway', () => {
  const game = openFixture('hazards.z3');
  const before = game.exits().map(({ direction, to }) => [direction, to.id]);
  expect(
    game
      .exits()
      .filter(({ deadly }) => deadly)
      .map(({ direction }) => direction),
  ).toEqual(['east']);
  playOn(game, ...Array.from({ length: 16 }, () => 'look'));
  expect(game.exits().map(({ direction, to }) => [direction, to.id])).toEqual(before);
  expect(game.exits().some(({ deadly }) => deadly)).toBe(false);
  expect(playOn(game, 'look').ended).toBe('death');
});

test.skipIf(r88 === null)('where one wakes after a death that comes anyway no way leads', () => {
  if (r88 === null) return;
  const game = openStory(r88, { seed: 5 });
  const toTroll = 's,e,open window,w,w,move rug,open trap door,take lamp,turn on lamp,d,n';
  playOn(game, ...toTroll.split(','));
  expect(game.exits().map(({ to, deadly }) => [to.name, deadly])).toEqual([['Cellar', false]]);
  expect(playOn(game, 'look').died).toBe(true);
  expect(game.facts().location.name).toBe('Forest');
});

test.skipIf(advent === null)(
  'where the game asks which thing is meant, a way is told by the command that it does not take for an answer',
  () => {
    if (advent === null) return;
    const game = openStory(advent, { seed: 1 });
    game.step('in');
    const before = game.exits().map(({ command, to }) => [command, to.id]);
    game.step('take');
    const asked = game.exits();
    expect(asked.map(({ command }) => command)).toEqual(['out', 'go w']);
    expect(asked.map(({ to }) => to.id).sort()).toEqual(before.map(([, to]) => to).sort());
    game.step('go w');
    expect(game.facts().location.id).toBe(asked[1]?.to.id);
  },
);

const TO_THE_JACKDAW = [
  ...['n', 'n', 'ne', 'open window', 's', 's', 'open glass case', 'take amber egg', 'n', 'n'],
  ...['sw', 's', 'w', 'w', 'n'],
];

test('a way that takes something from the hands is told with what it takes, and takes it when it is walked', () => {
  const story = readFileSync(SHIPPED_STORY);
  const outcomes = Array.from({ length: 12 }, (_, seed) => {
    const game = openStory(story, { seed });
    playOn(game, ...TO_THE_JACKDAW);
    const held = game.facts().inventory;
    const way = game.exits().find(({ direction }) => direction === 'north');
    playOn(game, 'n');
    const left = game.facts().inventory;
    const lost = held.filter(({ id }) => left.every((one) => one.id !== id));
    expect(way?.takes ?? []).toEqual(lost);
    expect(way?.loss?.includes('egg') ?? false).toBe(lost.length > 0);
    return lost.map(({ name }) => name).join();
  });
  expect(new Set(outcomes)).toEqual(new Set(['', 'amber egg']));
});
