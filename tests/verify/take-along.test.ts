import { expect, it } from 'vitest';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { Course, limitSteps } from '../../src/verify/walk.ts';
import { thingsAlong } from '../../src/verify/take-along.ts';

interface World {
  readonly room: number;
  readonly held: readonly string[];
  readonly died: boolean;
}

/**
 * Ten points below the house, five more beyond the dark, where nobody lives without the lamp. The stone is too heavy for
 * the stairs.
 */
function next({ room, held, died }: World, command: string): World {
  const [verb, thing = ''] = command.split(' ');
  if (verb === 'take' && room === 1 && !held.includes(thing)) {
    return { room, held: [...held, thing], died };
  }
  if (command === 'down' && room === 1 && !held.includes('stone')) return { room: 2, held, died };
  if (command === 'north' && room === 2) {
    return held.includes('lamp') ? { room: 3, held, died } : { room, held, died: true };
  }
  return { room, held, died };
}

const START: World = { room: 1, held: [], died: false };

function sight({ room, held, died }: World) {
  return {
    location: { id: room, name: `Room ${room}` },
    inventory: held.map((name) => ({ name })),
    score: [0, 0, 10, 15][room] ?? 0,
    ended: died ? ('death' as const) : null,
  };
}

function house(): Interpreter {
  let world = START;
  return {
    facts: () => sight(world),
    step(command: string) {
      world = next(world, command);
      return { died: world.died, ended: null };
    },
    snapshot: () => world,
    restore(one: World) {
      world = one;
    },
  } as unknown as Interpreter;
}

function recording(...commands: readonly string[]) {
  let world = START;
  const turns = commands.map((action, index) => {
    const before = sight(world);
    world = next(world, action);
    return { turn: index + 1, before, after: sight(world), decision: { action } };
  });
  return { episode: 1, seed: 1, problem: null, turns: turns as unknown as RecordedTurn[] };
}

function along(steps: number, ...recordings: readonly ReturnType<typeof recording>[]) {
  const courses = [new Course(house(), limitSteps(steps))];
  return thingsAlong(courses, { commands: ['down'], points: 10 }, recordings);
}

const TAKEN = { after: 0, room: 'Room 1' };

it('is what the best episode took on the way and play could not go on without, and nothing of no use', () => {
  const best = recording('take hat', 'take lamp', 'down', 'north');
  expect(along(100, recording('take coin', 'down'), best)).toEqual([
    { ...TAKEN, command: 'take lamp', thing: 'lamp', isNeeded: true },
  ]);
  expect(along(100, recording('take lamp', 'down', 'wait'))).toEqual([]);
});

it.each([
  ['struck at something', 'hit rat with sword', true],
  ['lit', 'light sword', true],
  ['worn', 'wear sword', false],
  ['given away for nothing', 'give sword to rat', false],
])('is something that the best episode used, if not needed: %s', (_, command, isTaken) => {
  const played = recording('take sword', 'down', command);
  const turns = played.turns.map((turn, at) =>
    at < 2 ? turn : { ...turn, after: { ...turn.after, scene: 'otherwise' } },
  );
  const sword = { ...TAKEN, command: 'take sword', thing: 'sword', isNeeded: false };
  expect(along(100, { ...played, turns })).toEqual(isTaken ? [sword] : []);
  expect(along(100, played)).toEqual([]);
});

it('is nothing that keeps the points from being earned, and nothing where the steps end', () => {
  const heavy = recording('take hat', 'down');
  const stone = { ...heavy, turns: heavy.turns.map((turn) => withStone(turn)) };
  expect(along(100, stone)).toEqual([]);
  expect(along(1, recording('take hat', 'down'))).toEqual([]);
});

/** The same turn with a stone for the hat. */
function withStone(turn: RecordedTurn): RecordedTurn {
  return JSON.parse(JSON.stringify(turn).replaceAll('hat', 'stone')) as RecordedTurn;
}
