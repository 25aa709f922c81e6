import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { addVisit } from '../../src/managers/map/grow-graph.ts';
import { EMPTY_GRAPH } from '../../src/managers/map/map-graph.ts';
import { openStoryFile } from '../../src/run/story-file.ts';
import { chooseRecipe, longestWay, untriedRooms } from '../../src/run/choose-recipe.ts';
import { settings } from '../helpers/settings.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

test('an episode tries its recipes once, and again for another file, seed or story', () => {
  const config = settings({ player: 'offline' });
  const story = openStoryFile(SHIPPED_STORY);
  const file = Buffer.from('No recipe at all.\n');
  const learnt = (recipes: Uint8Array | null) => ({ recipes, map: null, things: null });
  const first = chooseRecipe({ story, config }, learnt(file), 3);
  expect(chooseRecipe({ story, config }, learnt(Buffer.from(file)), 3)).toBe(first);
  for (const [other, bytes, seed] of [
    [story, null, 3],
    [story, file, 4],
    [{ ...story, bytes: readFileSync(SHIPPED_STORY) }, file, 3],
  ] as const) {
    expect(chooseRecipe({ story: other, config }, learnt(bytes), seed)).not.toBe(first);
  }
});

test.each([
  [40, {}, 20],
  [41, {}, 20],
  [42, {}, 21],
  [40, { from: 7 }, 39],
])(
  'of %i turns a way leaves half to the player, all but one to a named room: %o, %i',
  (maxTurns, begins, most) => {
    const config = settings({ player: 'offline', episode: { maxTurns } });
    expect(longestWay(config, begins)).toBe(most);
  },
);

test('a room of which only the dark was seen is left to try, with what it takes', () => {
  const room = { id: locationId(7), name: 'Cellar' };
  const graph = addVisit(EMPTY_GRAPH, room, 1);
  const things = (dark: boolean) =>
    Buffer.from(`{"seen":[${dark ? '' : 7}],"dark":[${dark ? 7 : ''}]}\n`);
  expect(untriedRooms(graph, things(true), true)).toMatchObject([
    { room, untried: ['what is there (needs light)'] },
  ]);
  expect(untriedRooms(graph, things(false), true)).toEqual([]);
});

test.each([
  [[], 1],
  [['examine', 'read'], 1],
  [['open'], 1 / 2],
  [['examine', 'open', 'push'], 1 / 3],
])('a thing promises the less, the more was tried with it in vain: %o, %d', (verbs, worth) => {
  const graph = addVisit(EMPTY_GRAPH, { id: locationId(7), name: 'Cellar' }, 1);
  const door = { thing: 3, name: 'door', room: 7, tried: true, used: false, shut: true, verbs };
  const things = Buffer.from(`${JSON.stringify(door)}\n{"seen":[],"dark":[7]}\n`);
  expect(untriedRooms(graph, things, true)).toMatchObject([{ worth: 1 + worth }]);
});

test('what can be taken along and nobody found a use for is left to put to use', () => {
  const room = { id: locationId(7), name: 'Attic' };
  const graph = addVisit(EMPTY_GRAPH, room, 1);
  const rope = (served: object) =>
    Buffer.from(
      `${JSON.stringify({ thing: 3, name: 'rope', room: 7, tried: true, used: true, shut: false, verbs: ['take', 'tie'], taken: ['take rope'], ...served })}\n`,
    );
  expect(untriedRooms(graph, rope({ served: false }), true)).toMatchObject([
    { untried: ['rope (not put to use)'], worth: 1 / 12 },
  ]);
  expect(untriedRooms(graph, rope({ served: true }), true)).toEqual([]);
  expect(untriedRooms(graph, rope({}), true)).toEqual([]);
});
