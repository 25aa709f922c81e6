import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { RecipePlan } from '../../src/domain/recipe.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { Trial } from '../../src/verify/plan-recipe.ts';
import { openReturnWays, planReturn } from '../../src/verify/return-points.ts';

const LAMP = 5;

/**
 * Rooms 1 to 3 from west to east, ten points in room 3; a lamp in room 2 that shines once it is rubbed, and with seed 50 never
 * does; a cellar, 9, below room 3, where it is dark, and from where nobody comes back.
 */
function house(seed: number): Interpreter {
  const world = { room: 1, score: 0, isHeld: false, isLit: false };
  const facts = () => ({
    location: { id: locationId(world.room), name: `Room ${world.room}` },
    score: world.score,
    inventory: world.isHeld ? [{ id: LAMP, name: 'lamp' }] : [],
    ended: null,
    ...(world.room === 9 && !world.isLit && { isDark: true as const }),
  });
  const step = (command: string) => {
    const { room } = world;
    if (command === 'east' && room < 3) world.room += 1;
    if (command === 'west' && room > 1 && room < 9) world.room -= 1;
    if (command === 'down' && room === 3) world.room = 9;
    if (command === 'take lamp' && room === 2) world.isHeld = true;
    if (command === 'rub lamp' && world.isHeld && seed !== 50) world.isLit = true;
    if (world.room === 3) world.score = 10;
    return { died: false, ended: null };
  };
  const snapshot = () => ({ ...world });
  const restore = (to: typeof world) => void Object.assign(world, to);
  return { facts, step, snapshot, restore } as unknown as Interpreter;
}

/** The way on the map; room 9 is left by no way. */
function routeTo(from: number, to: number): readonly string[] | null {
  if (from === 9) return null;
  if (to === 9) return [...(routeTo(from, 3) ?? []), 'down'];
  return Array.from({ length: Math.abs(to - from) }, () => (to > from ? 'east' : 'west'));
}

const KNOWN_LAMP = {
  thing: LAMP,
  room: locationId(2),
  taken: ['take lamp'],
  lighting: ['rub lamp'],
};

function begin(
  commands: readonly string[],
  { lamp = {} as object | null, seed = 7, mostTurns = 20, mayBeDark = false },
) {
  const trial = new Trial(house);
  const standings = trial.follow(seed, commands);
  const length = { points: 10, checkedSeeds: 3, turns: commands.length, earned: 10 };
  const best: RecipePlan = { commands, standings, ...length };
  const lights = lamp === null ? [] : [{ ...KNOWN_LAMP, ...lamp }];
  const places = [{ room: locationId(9), untried: ['what is there'], worth: 1 }];
  const known = {
    places,
    lights,
    visitsOf: () => 1,
    deadEndsAt: (at: number) => (at === 9 ? 0 : 2),
    routeTo,
  };
  const options = { seed, others: [11, 12, 13], maxScore: null, mostTurns, mayBeDark };
  const { plan } = planReturn(best, known, trial, options);
  return plan?.standings.at(-1)?.room === 9 ? plan.commands.join(', ') : null;
}

const EAST = ['east', 'east'];

describe('a way to a place where it is dark', () => {
  it('takes a light along, with the points of the way', () => {
    expect(begin(EAST, {})).toBe('east, east, west, take lamp, rub lamp, east, down');
  });

  it('only lights what is held', () => {
    const way = ['east', 'take lamp', 'east'];
    expect(begin(way, {})).toBe('east, take lamp, east, rub lamp, down');
    expect(begin(way, { lamp: { room: null, taken: [] } })).toBe(
      'east, take lamp, east, rub lamp, down',
    );
  });

  it('is as it is where a light shines on it anyway', () => {
    const way = ['east', 'take lamp', 'rub lamp', 'east'];
    expect(begin(way, {})).toBe('east, take lamp, rub lamp, east, down');
  });

  it('begins before the recipe goes where no way leads to the light', () => {
    expect(begin([...EAST, 'down'], {})).toBe('east, east, west, take lamp, rub lamp, east, down');
  });

  it.each([
    ['no light is known', { lamp: null }],
    ['nobody knows how it is taken', { lamp: { taken: [] } }],
    ['nobody knows where it lies', { lamp: { room: null } }],
    ['it does not shine', { lamp: { lighting: [] } }],
    ['it does not shine in the game of the episode', { seed: 50 }],
    ['every way takes too many turns', { mostTurns: 4 }],
  ])('is none where %s', (_, differs) => {
    expect(begin(EAST, differs)).toBeNull();
  });

  it('may end in the dark where a person named the place and nothing gives light', () => {
    expect(begin(EAST, { lamp: null, mayBeDark: true })).toBe('east, east, down');
    expect(begin(EAST, { mayBeDark: true })).toContain('rub lamp');
  });

  it.each([
    [5, 'east, take lamp, rub lamp, east, down'],
    [6, 'east, take lamp, rub lamp, east, down'],
    [7, 'east, east, west, take lamp, rub lamp, east, down'],
  ])('keeps the points of the recipe where %i turns allow it', (mostTurns, way) => {
    expect(begin(EAST, { mostTurns })).toBe(way);
  });
});

it('open places are told with the way to each that the engine bears out, the nearest first', () => {
  const trial = new Trial(house);
  const places = [9, 3, 2, 4].map((room) => ({ room: locationId(room), untried: [], worth: 1 }));
  const known = { places, lights: [], visitsOf: () => 1, deadEndsAt: () => 0, routeTo };
  const { ways, cut } = openReturnWays(null, known, trial, [7, 11]);
  expect(ways.map(({ place, plan }) => [place.room, plan.commands])).toEqual([
    [2, ['east']],
    [3, ['east', 'east']],
  ]);
  expect(cut).toBeNull();
});
