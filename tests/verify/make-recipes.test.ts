import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Recipe } from '../../src/domain/recipe.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { newDdminProgress } from '../../src/verify/ddmin.ts';
import { tryoutInFurtherGames } from '../../src/verify/tryout.ts';
import { lostTrust, makeRecipes } from '../../src/verify/make-recipes.ts';
import { sealRecipe } from '../../src/verify/recipe-lines.ts';
import { walkStepLimit } from '../../src/verify/walk.ts';

const START = { room: 0, key: false, coin: false, paid: false };

/**
 * A corridor: five points behind the door in room 2, which the key of room 1 opens, on some seeds four more in room 4, and
 * there another two for the coin of room 0.
 */
function corridor(seed: number, count: () => void = () => undefined): Interpreter {
  let world = START;
  const facts = () => ({
    location: { id: world.room, name: `Room ${world.room}` },
    inventory: world.key ? [{ id: 9, name: 'key' }] : [],
    score: (world.room > 2 ? 5 : 0) + (world.room > 3 && seed % 2 === 1 ? (world.paid ? 6 : 4) : 0),
    ended: null,
  });
  return {
    story: { key: 'corridor' },
    facts,
    fingerprint: () => JSON.stringify(world),
    snapshot: () => world,
    restore: (one: typeof START) => void (world = one),
    reseed: () => undefined,
    step(command: string) {
      count();
      const { room, key } = world;
      if (command === 'take key' && room === 1) world = { ...world, key: true };
      if (command === 'take coin' && room === 0) world = { ...world, coin: true };
      if (command === 'pay' && room === 4) world = { ...world, paid: world.coin };
      if (command === 'n' && (room !== 2 || key)) world = { ...world, room: room + 1 };
      if (command === 's' && room > 0) world = { ...world, room: room - 1 };
      return { died: false, ended: null };
    },
  } as unknown as Interpreter;
}

function recording(episode: number, seed: number, commands: readonly string[]) {
  const game = corridor(seed);
  const turns = commands.map((action, index) => {
    const before = game.facts();
    game.step(action);
    return { turn: index + 1, before, after: game.facts(), decision: { action } };
  });
  return { episode, seed, problem: null, turns: turns as unknown as RecordedTurn[] };
}

const WANDERING = ['s', 'look', 'n', 's', 'n', 'n', 's', 'take key', 'jump', 'n', 'n', 'look', 'n'];

interface Asked {
  readonly known?: readonly Recipe[];
  readonly fresh?: number | null;
  readonly most?: number;
  /** Steps for making known recipes shorter. */
  readonly carryOn?: number;
  /** The seed whose luck every game has. */
  readonly luck?: number;
}

function made(commands: readonly string[], asked: Asked = {}) {
  const { known = [], fresh = null, most = 5_000, carryOn = 0, luck } = asked;
  let steps = 0;
  const recipes = makeRecipes({
    routes: () => null,
    recordings: [recording(1, 1, commands)],
    known,
    fresh,
    carryOn,
    open: (seed) => corridor(luck ?? seed, () => (steps += 1)),
    steps: walkStepLimit(most),
  });
  return { recipes, steps };
}

it('a way loses all that it does not need, and what was luck is listed with its share', () => {
  const { recipes } = made(WANDERING);
  expect(recipes).toMatchObject([
    { points: 5, commands: ['n', 'take key', 'n', 'n'], proof: { tested: 4 } },
    { points: 9, seeds: { length: 10 }, reached: { length: 5 } },
  ]);
});

it('luck that needs what the way to sure points leaves out keeps it, and loses what it does not need', () => {
  const way = ['take coin', 'n', 'take key', 'n', 'n', 'n', 'pay'];
  const wandering = ['look', 'take coin', 'n', 's', 'n', 'take key', 'jump', 'n', 'n'];
  for (const played of [way, [...wandering, 'n', 'wave', 'pay']]) {
    expect(made(played).recipes).toMatchObject([
      { points: 5, commands: ['n', 'take key', 'n', 'n'] },
      { points: 9, commands: ['n', 'take key', 'n', 'n', 'n'], reached: { length: 5 } },
      { points: 11, commands: way, seeds: { length: 10 }, reached: { length: 5 } },
    ]);
  }
});

it('of ways that need luck the shorter one is listed where both came out as often', () => {
  const way = ['take coin', 'n', 'take key', 'n', 'n', 'n', 'pay'];
  const long = [...way.slice(0, 6), 'look', 'pay'];
  const [, , luck] = made(way).recipes;
  if (luck?.proof === undefined) throw new Error('There is no luck.');
  const known = [sealRecipe('corridor', { ...luck, proof: luck.proof, commands: long })];
  expect(made(way, { known, fresh: 1 }).recipes.at(-1)).toMatchObject({ commands: way });
});

it('what is known and nobody touched costs one walk; what somebody changed is tried again', () => {
  const [sure] = made(WANDERING.slice(0, 11)).recipes;
  if (sure === undefined) throw new Error('There is no recipe.');
  const again = made(WANDERING.slice(0, 11), { known: [sure], fresh: 1 });
  expect(again).toEqual({ recipes: [sure], steps: sure.commands.length });
  const touched = { ...sure, commands: ['n', 'n'] };
  const { recipes } = made(WANDERING.slice(0, 11), { known: [touched], fresh: 1 });
  expect(recipes).toMatchObject([{ points: 5, commands: sure.commands }]);
});

it('nothing is made without steps, and what is known stays', () => {
  const [sure] = made(WANDERING.slice(0, 11)).recipes;
  const known = sure === undefined ? [] : [sure];
  expect(made(WANDERING, { known, fresh: 1, most: 0 }).recipes).toEqual(known);
});

it('a way made shorter gives the ways to fewer points, too, where its beginning is shorter than they were', () => {
  const known = [
    { points: 5, commands: ['look', ...WANDERING.slice(0, 11)] },
    { points: 9, commands: WANDERING },
  ].map(({ points, commands }) => {
    const tested = points === 5 ? commands.length : 0;
    const proof = { tested, next: commands.length - 1, seal: '' };
    return sealRecipe('corridor', { points, commands, seeds: [1], reached: [1], proof });
  });
  const { recipes } = made(WANDERING, { known, fresh: 1, most: 0, carryOn: 9_000, luck: 1 });
  expect(recipes).toMatchObject([
    { points: 5, commands: ['n', 'take key', 'n', 'n'] },
    { points: 9, commands: ['n', 'take key', 'n', 'n', 'n'] },
  ]);
});

it('what a way that became shorter brings for fewer points is made shorter in turn', () => {
  const dear = ['look', 'take coin', 'n', 'take key', 'n', 'n', 'n', 'pay'];
  const known = [
    { points: 5, commands: WANDERING.slice(0, 11), tested: 11 },
    { points: 11, commands: dear, tested: 0 },
  ].map(({ points, commands, tested }) => {
    const proof = { tested, next: commands.length - 1, seal: '' };
    return sealRecipe('corridor', { points, commands, seeds: [1], reached: [1], proof });
  });
  const { recipes } = made(dear, { known, fresh: 1, most: 0, carryOn: 9_000, luck: 1 });
  expect(recipes).toMatchObject([
    { points: 5, commands: ['n', 'take key', 'n', 'n'], proof: { tested: 4 } },
    { points: 9, commands: ['n', 'take key', 'n', 'n', 'n'], proof: { tested: 5 } },
    { points: 11, commands: dear.slice(1), proof: { tested: 7 } },
  ]);
});

it('a recipe that needs no luck loses points without any one of its commands, wherever it is from', () => {
  const word = fc.constantFrom('n', 's', 'look', 'take key', 'take coin', 'pay');
  const whims = fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 7 });
  const whole = ['take coin', 'n', 'take key', 'n', 'n', 'n', 'pay'];
  const pointsOf = (commands: readonly string[], seed: number) => {
    const game = corridor(seed);
    for (const command of commands) game.step(command);
    return game.facts().score ?? 0;
  };
  fc.assert(
    fc.property(
      fc.array(whims, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 2),
      (some, luck) => {
        const played = some.map((few) => whole.flatMap((one, at) => [...(few[at] ?? []), one]));
        const recipes = makeRecipes({
          routes: () => null,
          recordings: played.map((commands, at) => recording(at + 1, luck, commands)),
          ...{ known: [], fresh: null, carryOn: 0 },
          ...{ open: () => corridor(luck), steps: walkStepLimit(100_000) },
        });
        for (const { commands, points } of recipes) {
          for (const [at] of commands.entries()) {
            expect(pointsOf(commands.toSpliced(at, 1), luck)).toBeLessThan(points);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

it('a known way is made short even where each game needs another of its commands', () => {
  const needs = ['a', 'b', 'c', 'd', 'e'];
  const open = (seed: number) => {
    let [done, score]: [readonly string[], number] = [[], 0];
    return {
      story: { key: 'needs' },
      facts: () => ({
        location: { id: 1, name: 'Room' },
        inventory: [],
        score,
        ended: null,
      }),
      fingerprint: () => JSON.stringify(done),
      snapshot: () => ({ done, score }),
      restore: (one: { done: readonly string[]; score: number }) => void ({ done, score } = one),
      step(command: string) {
        done = [...done, command];
        if (command === 'go' && done.includes(needs[seed % needs.length] ?? '')) score = 5;
        return { died: false, ended: null };
      },
    } as unknown as Interpreter;
  };
  const commands = ['look', ...needs, 'go'];
  const proof = { tested: 0, next: commands.length - 1, seal: '' };
  const known = [sealRecipe('needs', { points: 5, commands, seeds: [1], reached: [1], proof })];
  const recipes = makeRecipes({
    routes: () => null,
    ...{ recordings: [recording(1, 1, ['look'])], known, fresh: 1 },
    ...{ open, steps: walkStepLimit(0), carryOn: 5_000 },
  });
  expect(recipes).toMatchObject([{ commands: [...needs, 'go'], proof: { tested: 6 } }]);
});

it('a way that came out on the ten seeds is tried on twenty more, and is luck where one of them fails', () => {
  const way = ['n', 'take key', 'n', 'n', 'n'];
  // One of the later seeds is even, all others odd.
  const open = (last: number) => (seed: number) => corridor(seed === last ? 2 : 1);
  const madeWith = (last: number) =>
    makeRecipes({
      routes: () => null,
      ...{ recordings: [recording(1, 1, way)], known: [], fresh: null, carryOn: 0 },
      ...{ open: open(last), steps: walkStepLimit(5_000) },
    });
  const twentyfifth = 900_001 + 24 * 7_919;
  const sure = { seeds: { length: 30 }, reached: { length: 30 } };
  expect(madeWith(0)).toMatchObject([
    { points: 5, ...sure },
    { points: 9, ...sure },
  ]);
  expect(madeWith(twentyfifth)).toMatchObject([
    { points: 5, ...sure },
    { points: 9, seeds: { length: 30 }, reached: { length: 29 } },
  ]);
});

it('a sure way stays where a shorter one fails on one of the twenty more', () => {
  const twentyfifth = 900_001 + 24 * 7_919;
  const open = (seed: number) => {
    let done: readonly string[] = [];
    return {
      story: { key: 'either' },
      facts: () => {
        const isWon = done.includes('go') && done.includes(seed === twentyfifth ? 'b' : 'a');
        const location = { id: 1, name: 'Room' };
        return { location, inventory: [], score: isWon ? 5 : 0, ended: null };
      },
      fingerprint: () => JSON.stringify(done),
      snapshot: () => done,
      restore: (one: readonly string[]) => void (done = one),
      step(command: string) {
        done = [...done, command];
        return { died: false, ended: null };
      },
    } as unknown as Interpreter;
  };
  const commands = ['a', 'b', 'go'];
  const proof = { tested: 0, next: 1, seal: '' };
  const known = [sealRecipe('either', { points: 5, commands, seeds: [1], reached: [1], proof })];
  const recipes = makeRecipes({
    routes: () => null,
    ...{ recordings: [recording(1, 1, ['look'])], known, fresh: 1 },
    ...{ open, steps: walkStepLimit(5_000), carryOn: 5_000 },
  });
  expect(recipes).toEqual(known);
});

it('a way that is not sure any more is told with how often it failed', () => {
  const recipe = { points: 9, commands: ['n'], seeds: [1, 2, 3], reached: [1, 2, 3] };
  const failed = { ...recipe, reached: [1] };
  expect(lostTrust([recipe], [failed])).toEqual([
    'The way to 9 points is not sure any more: tried again, it failed on 2 seeds of 3.',
  ]);
  expect(lostTrust([failed], [failed])).toEqual([]);
  expect(lostTrust([recipe], [recipe])).toEqual([]);
});

it('points in further games are those of the way itself, though another one has some of its commands', () => {
  const widened = tryoutInFurtherGames({
    seeds: [1, 2],
    open: corridor,
    steps: walkStepLimit(100),
  });
  const recipe = (points: number, commands: readonly string[]) =>
    widened(
      sealRecipe('corridor', {
        points,
        commands,
        seeds: [7],
        reached: [7],
        proof: { ...newDdminProgress(commands), seal: '' },
      }),
    );
  const way = ['n', 'take key', 'n', 'n', 'n'];
  expect(recipe(9, way)).toMatchObject({ seeds: [7, 1, 2], reached: [7, 1] });
  expect(recipe(5, way.slice(0, 4))).toMatchObject({ reached: [7, 1, 2] });
  expect(recipe(5, ['n', 'look', 'n', 'look', 'n'])).toMatchObject({ reached: [7] });
});
