import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Recipe } from '../../src/domain/recipe.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { planRecipe, Trial } from '../../src/verify/plan-recipe.ts';
import { planReturn, type OpenPlace } from '../../src/verify/return-points.ts';

const SEEDS = [11, 12, 13];

/**
 * Rooms 1 to 5 from south to north, 10 points in each; room 5 ends the story; a cave, 9, west of room 3, shut with seed 50 and
 * dark with seed 60, as room 3 is with seed 61.
 */
function corridor(seed: number): Interpreter {
  let room = 1;
  let score = 0;
  const ended = () => (room === 5 ? 'victory' : null);
  const facts = () => ({
    location: { id: locationId(room), name: `Room ${room}` },
    score,
    inventory: [],
    ended: ended(),
    ...((room === 9 ? seed === 60 : room === 3 && seed === 61) && { isDark: true as const }),
  });
  const step = (command: string) => {
    if (command === 'west' && room === 3 && seed !== 50) room = 9;
    if (command === 'north' && room < 5) {
      room += 1;
      score += 10;
    }
    return { died: false, ended: ended() };
  };
  const snapshot = () => [room, score];
  const restore = (to: [number, number]) => void ([room, score] = to);
  return { facts, step, snapshot, restore } as unknown as Interpreter;
}

/** An open place, or one where episodes began, with what is known of it. */
interface Place extends OpenPlace {
  readonly visits: number;
  readonly deadEnds: number;
}

function place(room: number, differs: Partial<Place> = {}): Place {
  return {
    room: locationId(room),
    untried: ['west'],
    worth: 1,
    visits: 1,
    deadEnds: 0,
    ...differs,
  };
}

/** Where an episode begins, with a recipe of so many steps north. */
function begin(...args: Parameters<typeof beginning>) {
  return beginning(...args).plan;
}

/** The same with the bound that ended the search. */
function beginning(
  given: readonly Place[],
  {
    seed = 7,
    maxScore = 100,
    length = 4,
    shut = 0,
    detour = 0,
    mostTurns = 10_000,
    mayBeDark = false,
    inVain = {},
  } = {},
) {
  const commands = Array.from({ length }, () => 'north');
  const recipe: Recipe = { commands, points: length * 10, seeds: SEEDS, reached: SEEDS };
  const recipes = length === 0 ? [] : [recipe];
  const { plan } = planRecipe(recipes, corridor, { seed, use: 'explore' });
  const routeTo = (from: number, to: number) => {
    if (to > 100)
      return to <= 100 + shut ? [...Array.from({ length: detour }, () => 'wait'), 'west'] : null;
    return from === 3 && to === 9 ? ['west'] : null;
  };
  const all = [...given, ...Array.from({ length: shut }, (_, at) => place(101 + at))];
  const options = { seed, others: SEEDS, maxScore, mostTurns, mayBeDark };
  const known = (room: number) => all.find((one) => one.room === room);
  const deadEnds: Readonly<Record<number, number>> = inVain;
  const visitsOf = (room: number) => known(room)?.visits ?? 0;
  const deadEndsAt = (room: number) => deadEnds[room] ?? known(room)?.deadEnds ?? 0;
  const places = all.filter(({ untried }) => untried.length > 0);
  return planReturn(
    plan,
    { places, lights: [], visitsOf, deadEndsAt, routeTo },
    new Trial(corridor),
    options,
  );
}

describe('where an episode begins', () => {
  it('is a place beside the recipe, reached from its last moment that has a route there', () => {
    const plan = begin([place(9)]);
    expect(plan).toMatchObject({ commands: ['north', 'north', 'west'], turns: 3, earned: 20 });
    expect(plan?.standings.at(-1)).toMatchObject({ room: 9, score: 20, isOver: false });
  });

  it('is the last place with something untried on a way that ends the story too early', () => {
    expect(begin([place(2)])).toMatchObject({ commands: ['north'], turns: 1, earned: 10 });
  });

  it.each([
    [39, 4],
    [40, 4],
    [41, 1],
  ])('is the whole way when it earns the most the story has, %i', (maxScore, turns) => {
    expect(begin([place(2)], { maxScore })?.turns).toBe(turns);
  });

  it('is where the way leaves the recipe to a place that the game of the episode does not lead to', () => {
    const plan = begin([place(9)], { seed: 50 });
    expect(plan).toMatchObject({ turns: 2, earned: 20 });
    expect(plan?.standings[2]?.room).toBe(3);
    expect(begin([place(9)], { seed: 50, inVain: { 3: 2 } })).toMatchObject({ turns: 4 });
    expect(begin([place(101)], { seed: 50, length: 0 })).toBeNull();
  });

  it('is no place where it is dark then, unless it may be', () => {
    expect(begin([place(9)], { seed: 60 })).toMatchObject({ turns: 2, earned: 20 });
    expect(begin([place(9)], { seed: 60, mayBeDark: true })).toMatchObject({
      turns: 3,
      earned: 20,
    });
  });

  it('is the end of the recipe only where it is not dark there, or nothing else is left', () => {
    const dark = { seed: 61, length: 2 };
    expect(begin([place(9, { visits: 1_000 })], dark)?.turns).toBe(3);
    expect(begin([], dark)?.turns).toBe(2);
  });

  it('is the end of the recipe when nothing is left anywhere', () => {
    expect(begin([])).toMatchObject({ turns: 4, earned: 40 });
  });

  it('is not the end of the recipe where no way leads on to what is left', () => {
    const ends = (room: number) =>
      Array.from({ length: 20 }, (_, seed) => begin([place(room)], { seed, length: 2 })?.turns);
    expect(new Set(ends(1))).toEqual(new Set([0]));
    expect(ends(9)).toContain(2);
  });

  it('is the end of the recipe, too, where the story goes on, less often after a dead end there', () => {
    const atEnd = (inVain: object) =>
      Array.from({ length: 100 }, (_, seed) =>
        begin([place(9)], { seed, length: 2, inVain }),
      ).filter((plan) => plan?.turns === 2).length;
    expect(atEnd({})).toBeGreaterThan(30);
    expect(atEnd({})).toBeLessThan(70);
    expect(atEnd({ 3: 1 })).toBeGreaterThan(0);
    expect(atEnd({ 3: 1 })).toBeLessThan(35);
    expect(atEnd({ 3: 2 })).toBe(0);
  });

  it.each([
    [2, 0, 0],
    [2, 1, 0],
    [2, 2, 2],
    [3, 2, 0],
  ])(
    'after %i dead ends at the end of the recipe and %i at the start is that',
    (end, start, turns) => {
      const inVain = { 1: start, 3: end };
      expect(begin([place(9, { deadEnds: 2 })], { length: 2, inVain })).toMatchObject({ turns });
    },
  );

  it.each([
    [12, false],
    [13, true],
  ])('says when places are left that were not tried, of %i that no way leads to', (shut, isCut) => {
    const { plan, cut } = beginning([], { shut, length: 0 });
    expect(plan).toBeNull();
    expect(cut === null).toBe(!isCut);
    if (isCut) expect(cut).toContain('after 12 places');
  });

  it('says when the engine steps did not suffice', () => {
    // Three steps north, the detour and one west.
    expect(beginning([], { shut: 1, detour: 7_995 }).cut).toBeNull();
    expect(beginning([], { shut: 1, detour: 7_996 }).cut).toContain('after 8000 engine steps');
  });

  it.each([
    [2, null],
    [3, 9],
    [4, 9],
  ])('is no place that takes more than %i turns', (mostTurns, room) => {
    const plan = begin([place(9)], { mostTurns, length: 2 });
    expect(plan?.standings.at(-1)?.room).toBe(room ?? 3);
  });

  it('needs no recipe', () => {
    expect(begin([place(1)], { length: 0 })).toMatchObject({ commands: [], turns: 0, earned: 0 });
    expect(begin([place(4)], { length: 0 })).toBeNull();
  });

  it('differs from seed to seed, more often where more points, more untried and fewer visits are', () => {
    const rooms = (places: readonly Place[]) => {
      const ends = Array.from(
        { length: 100 },
        (_, seed) => begin(places, { seed: seed + 100 })?.standings.at(-1)?.room,
      );
      return ends.filter((room) => room === 9).length;
    };
    const even = rooms([place(3), place(9)]);
    expect(even).toBeGreaterThan(30);
    expect(even).toBeLessThan(70);
    expect(rooms([place(3), place(9, { worth: 8 })])).toBeGreaterThan(75);
    expect(rooms([place(3), place(9, { visits: 16 })])).toBeLessThan(25);
    expect(rooms([place(1), place(9)])).toBeGreaterThan(75);
    expect(rooms([place(3), place(9, { deadEnds: 1 })])).toBeLessThan(35);
    expect(rooms([place(3), place(9, { deadEnds: 1 })])).toBeGreaterThan(0);
    expect(rooms([place(1), place(9, { deadEnds: 2 })])).toBe(0);
    expect(begin([place(9, { deadEnds: 2 })])?.turns).toBe(4);
  });

  it('differs from episode to episode with one seed, too', () => {
    const ends = Array.from({ length: 20 }, (_, episode) => {
      const places = [place(3, { visits: 50 + episode }), place(9, { visits: 50 + episode })];
      return begin(places)?.standings.at(-1)?.room;
    });
    expect(new Set(ends)).toEqual(new Set([3, 9]));
  });
});
