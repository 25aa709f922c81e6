import { expect, it } from 'vitest';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { Course, walkStepLimit } from '../../src/verify/walk.ts';
import { thingsAlong } from '../../src/verify/take-along.ts';

interface World {
  readonly room: number;
  readonly held: readonly string[];
  readonly isLit: boolean;
  readonly died: boolean;
}

/**
 * Ten points below the house, where it is dark, five more beyond the dark, where nobody lives without the lamp. The stone is
 * too heavy for the stairs.
 */
function next(world: World, command: string): World {
  const { room, held } = world;
  const [verb, thing = ''] = command.split(' ');
  if (verb === 'take' && room === 1 && !held.includes(thing)) {
    return { ...world, held: [...held, thing] };
  }
  if (command === 'rub lamp' && held.includes('lamp')) return { ...world, isLit: true };
  if (command === 'down' && room === 1 && !held.includes('stone')) return { ...world, room: 2 };
  if (command === 'north' && room === 2) {
    return held.includes('lamp') ? { ...world, room: 3 } : { ...world, died: true };
  }
  return world;
}

const START: World = { room: 1, held: [], isLit: false, died: false };

function sight({ room, held, isLit, died }: World) {
  return {
    location: { id: room, name: `Room ${room}` },
    inventory: held.map((name) => ({ name })),
    objects: held.map((name) => ({
      id: name,
      name,
      traits: isLit && name === 'lamp' ? ['light'] : [],
    })),
    score: [0, 0, 10, 15][room] ?? 0,
    ended: died ? ('death' as const) : null,
    ...(room === 2 && !isLit && { isDark: true }),
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
  const courses = [new Course(house(), walkStepLimit(steps))];
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

it('is what any episode took and play could not go on without, not only the best', () => {
  const lost = recording('take hat', 'down', 'wait', 'wait');
  const [turn] = lost.turns;
  const richer = {
    ...lost,
    turns: [...lost.turns, { ...turn, after: { ...turn?.after, score: 30 } }],
  };
  const other = recording('take lamp', 'down', 'north');
  expect(along(200, richer as typeof lost, other)).toEqual([
    { ...TAKEN, command: 'take lamp', thing: 'lamp', isNeeded: true },
  ]);
});

it('is lit, too, where it is dark on the way, wherever that was done', () => {
  const lamp = { ...TAKEN, thing: 'lamp', isNeeded: true };
  const [taken, lit] = [
    { ...lamp, command: 'take lamp' },
    { ...lamp, command: 'rub lamp', after: 1, room: 'Room 2' },
  ];
  for (const commands of [
    ['take lamp', 'rub lamp', 'down'],
    ['take lamp', 'down', 'rub lamp', 'wait'],
  ]) {
    expect(along(100, recording(...commands))).toEqual([taken, lit]);
  }
});

it('is lit nowhere where no recording saw the dark room of the way', () => {
  const elsewhere = recording('take lamp', 'rub lamp', 'wait');
  expect(along(100, elsewhere).map(({ command }) => command)).not.toContain('rub lamp');
});

it('is first of all a light where it is dark, however much else was taken', () => {
  const others = Array.from({ length: 9 }, (_, at) => `take thing${at}`);
  const found = along(9000, recording(...others, 'take lamp', 'rub lamp', 'down', 'wait'));
  expect(found.map(({ command }) => command)).toEqual(['take lamp', 'rub lamp']);
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
  const thrown = recording('take hat', 'down', 'hit rat with hat');
  const used = thrown.turns.map((turn, at) =>
    withStone(at < 2 ? turn : { ...turn, after: { ...turn.after, scene: 'otherwise' } }),
  );
  expect(along(100, { ...thrown, turns: used })).toEqual([]);
  expect(along(1, recording('take hat', 'down'))).toEqual([]);
});

/** The same turn with a stone for the hat. */
function withStone(turn: RecordedTurn): RecordedTurn {
  return JSON.parse(JSON.stringify(turn).replaceAll('hat', 'stone')) as RecordedTurn;
}
