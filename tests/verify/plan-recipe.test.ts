import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { isWholeRecipe, type Recipe } from '../../src/domain/recipe.ts';
import type { Standing } from '../../src/domain/standing.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { planRecipe, Trial } from '../../src/verify/plan-recipe.ts';
import { pointsOfWalk } from '../../src/verify/walk.ts';

const SEEDS = [11, 12, 13, 14, 15];

/**
 * A corridor with 10 points in every room. With seed 50 something is found on the way. Seeds above 90 have a trap behind
 * the second room, seed 99 a deadly one.
 */
function corridor(seed: number): Interpreter {
  let room = 1;
  const facts = () => ({
    location: { id: locationId(room), name: `Room ${room}` },
    score: 36 + (room - 1) * 10,
    inventory: seed === 50 && room > 1 ? [{ id: 5 }] : [],
    ended: null,
  });
  const step = (command: string) => {
    const isTrap = seed > 90 && room === 2 && command === 'north';
    if (command === 'north' && !isTrap) room += 1;
    return { died: isTrap && seed === 99, ended: null };
  };
  const restore = (to: number) => void (room = to);
  return { facts, step, snapshot: () => room, restore } as unknown as Interpreter;
}

function recipe(
  points: number,
  commands: readonly string[],
  differs: Partial<Recipe> = {},
): Recipe {
  return { commands, points, seeds: SEEDS, reached: SEEDS, ...differs };
}

const SHORT = recipe(10, ['north']);
const LONG = recipe(30, ['north', 'north', 'north']);

it.each([
  [[], 0],
  [[3], 0],
  [[3, 10], 7],
  [[null, 10], 0],
  [[3, null], 0],
])('a way with the scores %o earns %i points', (scores, points) => {
  expect(pointsOfWalk(scores.map((score) => ({ score })) as Standing[])).toBe(points);
});

describe('the recipe of an episode', () => {
  it('is the one that earns most, whatever the score is before the first command', () => {
    const { plan, broken } = planRecipe([SHORT, LONG], corridor, { seed: 7, use: 'advice' });
    expect(plan).toMatchObject({ commands: LONG.commands, turns: 3, earned: 30, points: 30 });
    expect(broken).toEqual([]);
  });

  it.each([91, 99])('is another one where the best comes out otherwise with seed %i', (seed) => {
    const { plan } = planRecipe([SHORT, LONG], corridor, { seed: seed, use: 'advice' });
    expect(plan).toMatchObject({ commands: SHORT.commands, turns: 1, earned: 10 });
  });

  it('is the best, whole, where its points come though things are held otherwise with the seed', () => {
    const { plan } = planRecipe([SHORT, LONG], corridor, { seed: 50, use: 'advice' });
    expect(plan).toMatchObject({ commands: LONG.commands, turns: 3, earned: 30 });
    expect(plan?.standings.map(({ held }) => held)).toEqual(['', null, null, null]);
  });

  it('is the beginning of the best where none comes out whole, up to the last that does', () => {
    const { plan } = planRecipe([LONG], corridor, { seed: 99, use: 'advice' });
    expect(plan).toMatchObject({ commands: LONG.commands, turns: 1, earned: 10 });
    expect(plan !== null && isWholeRecipe(plan)).toBe(false);
  });

  it('is none that was never tried, or does not earn its points any more', () => {
    const untried = recipe(50, LONG.commands, { seeds: [], reached: [] });
    const broken = recipe(60, LONG.commands);
    expect(planRecipe([untried, broken], corridor, { seed: 7, use: 'advice' })).toEqual({
      plan: null,
      luck: null,
      cut: null,
      broken: [broken],
    });
    expect(planRecipe([], corridor, { seed: 7, use: 'advice' })).toEqual({
      plan: null,
      luck: null,
      cut: null,
      broken: [],
    });
  });

  it('is none that earns its points on one of its own seeds alone', () => {
    const half = recipe(30, LONG.commands, { seeds: [11, 91], reached: [11, 91] });
    const { plan, broken } = planRecipe([SHORT, half], corridor, { seed: 7, use: 'advice' });
    expect(plan?.commands).toEqual(SHORT.commands);
    expect(broken).toEqual([half]);
  });

  it('has what play needs later in it where the tool plays, and tells the player of it otherwise', () => {
    const along = [true, false].map((isNeeded) => ({
      after: 1,
      command: isNeeded ? 'take lamp' : 'take hat',
      thing: 'thing',
      room: 'Room 2',
      isNeeded,
    }));
    const recipe = { ...LONG, along };
    const plan = (use: 'play' | 'advice') => planRecipe([recipe], corridor, { seed: 7, use }).plan;
    expect(plan('play')).toMatchObject({
      commands: ['north', 'take lamp', 'north', 'north'],
      turns: 4,
      earned: 30,
    });
    expect(plan('advice')).toMatchObject({ commands: LONG.commands, along });
  });

  it('is none that is too long to be tried, which is no reason to call it broken', () => {
    const endless = recipe(
      10,
      Array.from({ length: 9_000 }, () => 'wait'),
    );
    expect(planRecipe([endless], corridor, { seed: 7, use: 'advice' })).toEqual({
      plan: null,
      luck: null,
      cut: expect.stringContaining('8000 engine steps'),
      broken: [],
    });
  });
});

describe('a way that needs luck', () => {
  const far = (points: number, reached = [11]) =>
    recipe(points, ['north', 'north', 'north', 'north'], { reached });
  const luckOf = (recipes: readonly Recipe[], use: 'play' | 'advice' = 'advice') =>
    planRecipe(recipes, corridor, { seed: 99, use }).luck;

  it('is told beside the sure one where it earns more, though the seed of the episode does not have it', () => {
    const plan = planRecipe([SHORT, far(40)], corridor, { seed: 99, use: 'advice' });
    expect(plan.plan).toMatchObject({ commands: SHORT.commands });
    expect(plan.luck).toMatchObject({ points: 40, checkedSeeds: 1, triedSeeds: 5, turns: 4 });
    expect(luckOf([far(40)])).toMatchObject({ points: 40 });
    const equal = recipe(40, ['north', 'north', 'north', 'north'], { seeds: [11], reached: [11] });
    const sure = (points: number) => ({ ...equal, points });
    const chosen = (points: number) =>
      planRecipe([sure(40), far(points)], corridor, { seed: 7, use: 'advice' }).luck;
    expect([39, 40, 41].map((points) => chosen(points)?.points ?? null)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is the one that earns most on average, and none that came out nowhere or does not any more', () => {
    const often = recipe(20, ['north', 'north'], { reached: [11, 12, 13] });
    expect(luckOf([far(40), often])).toMatchObject({ points: 20 });
    expect(luckOf([far(40, [11, 12]), often])).toMatchObject({ points: 40 });
    expect(luckOf([far(40, [])])).toBe(null);
    expect(luckOf([far(50)])).toBe(null);
  });

  it('is told where the tool plays, which plays the sure way', () => {
    const { plan, luck } = planRecipe([SHORT, far(40)], corridor, { seed: 7, use: 'play' });
    expect(plan).toMatchObject({ commands: SHORT.commands });
    expect(luck).toMatchObject({ points: 40 });
  });
});

/** A cellar with 10 points where the door falls shut; with luck, seeds below 90, and perhaps a lamp 20 more are won there. */
function cellar(isLampNeeded: boolean) {
  return (seed: number): Interpreter => {
    let [room, score, hasLamp] = [1, 0, false];
    const facts = () => ({
      location: { id: locationId(room), name: `Room ${room}` },
      score,
      inventory: hasLamp ? [{ id: 5 }] : [],
      ended: null,
    });
    const step = (command: string) => {
      if (command === 'take lamp' && room === 1) hasLamp = true;
      if (command === 'down' && room === 1) [room, score] = [2, 10];
      const isWon = command === 'dig' && room === 2 && seed < 90 && (hasLamp || !isLampNeeded);
      if (isWon && score === 10) score = 30;
      return { died: false, ended: null };
    };
    const snapshot = () => [room, score, hasLamp];
    const restore = (to: [number, number, boolean]) => void ([room, score, hasLamp] = to);
    return { facts, step, snapshot, restore } as unknown as Interpreter;
  };
}

describe('where the sure way leads away from the one that needs luck', () => {
  const sure = recipe(10, ['down']);
  const lucky = recipe(30, ['take lamp', 'down', 'dig'], {
    seeds: [11, 12, 91, 92],
    reached: [11, 12],
  });
  const planned = (isLampNeeded: boolean, use: 'play' | 'advice' = 'play', seed = 95) =>
    planRecipe([sure, lucky], cellar(isLampNeeded), { seed, use });

  it('the beginning of that is played or advised, as far as it is sure and earns points', () => {
    for (const [seed, use] of [
      [15, 'play'],
      [95, 'play'],
      [95, 'advice'],
    ] as const) {
      const { plan, luck } = planned(true, use, seed);
      expect(plan).toMatchObject({ commands: ['take lamp', 'down'], turns: 2, points: 10 });
      expect(plan).toMatchObject({ earned: 10, checkedSeeds: 4 });
      expect(plan).not.toHaveProperty('triedSeeds');
      expect(luck).toMatchObject({ commands: lucky.commands, triedSeeds: 4 });
    }
  });

  it('the sure way is played and advised where it leads on as well', () => {
    expect(planned(false).plan).toMatchObject({ commands: ['down'] });
    expect(planned(false, 'advice').plan).toMatchObject({ commands: ['down'] });
  });

  it('the sure way is played where it earns more than that beginning', () => {
    const early = { ...lucky, commands: ['take lamp', 'wait', 'down', 'dig'] };
    const more = (seed: number) => {
      const game = cellar(true)(seed);
      const facts = () => ({ ...game.facts(), score: (game.facts().score ?? 0) + bonus });
      let bonus = 0;
      const step = (command: string) => {
        if (command === 'bow' && bonus === 0) bonus = 1;
        return game.step(command);
      };
      const snapshot = () => [bonus, game.snapshot()] as const;
      const restore = (to: ReturnType<typeof snapshot>) => {
        bonus = to[0];
        game.restore(to[1]);
      };
      return { ...game, facts, step, snapshot, restore } as unknown as Interpreter;
    };
    const bowing = recipe(11, ['bow', 'down']);
    const { plan } = planRecipe([bowing, early], more, { seed: 95, use: 'play' });
    expect(plan).toMatchObject({ commands: bowing.commands });
  });
});

describe('a way that is tried after another with the same seed', () => {
  /** A trial that counts the games that it opens and the commands that it plays. */
  function counted() {
    const played: string[] = [];
    let games = 0;
    const trial = new Trial((seed) => {
      games += 1;
      const { step, ...game } = corridor(seed);
      return {
        ...game,
        step: (command: string) => {
          played.push(command);
          return step(command);
        },
      };
    });
    return { trial, played, games: () => games };
  }
  const NORTH = 'north';
  const follow = (seed: number, way: readonly string[]) => new Trial(corridor).follow(seed, way);

  it.each([
    ['goes on from where they part', [NORTH, NORTH, 'wait', NORTH], [NORTH, NORTH, NORTH], 5],
    ['is known where it is its beginning', [NORTH, NORTH], [NORTH], 2],
    ['is known where it is the same', [NORTH, NORTH], [NORTH, NORTH], 2],
    ['is played whole where nothing is alike', [NORTH], ['wait', NORTH], 3],
  ])('%s, and comes out as in a game of its own', (_, first, second, commands) => {
    const { trial, played, games } = counted();
    expect(trial.follow(7, first)).toEqual(follow(7, first));
    expect(trial.follow(7, second)).toEqual(follow(7, second));
    expect([played.length, games()]).toEqual([commands, 1]);
  });

  it('dies of what the other died of, and is another with another seed', () => {
    const { trial, games } = counted();
    const deadly = [NORTH, NORTH, NORTH];
    for (const seed of [99, 99, 7])
      expect(trial.follow(seed, deadly)).toEqual(follow(seed, deadly));
    expect(games()).toBe(2);
  });

  it('takes steps for what is not played again, too, and is as long when they run out', () => {
    const way = Array.from({ length: 5000 }, () => NORTH);
    const { trial, played } = counted();
    expect(trial.follow(7, way).length).toBe(5001);
    expect(trial.follow(7, way.slice(0, 3000)).length).toBe(3001);
    expect([trial.isCutShort, played.length]).toEqual([true, 5000 + 2801]);
    expect(trial.follow(7, way).length).toBe(1);
  });
});
