import { expect, test } from 'vitest';
import { planValue, valueMemories, worthFound } from '../../src/eval/value-memories.ts';
import { NotFoundError } from '../../src/domain/errors.ts';
import { locationId } from '../../src/domain/ids.ts';
import { evidenceKey, parseEvidence } from '../../src/managers/memory/evidence.ts';
import { memoryId } from '../../src/managers/memory/evidence.ts';
import { pairWorth, type ForkPair } from '../../src/managers/memory/worth.ts';
import type { PlayedOn, ForkPlay } from '../../src/run/fork-plays.ts';
import type { Recording } from '../../src/verify/recording.ts';
import { FakeDurableFile } from '../helpers/fake-durable-file.ts';
import { memory } from '../helpers/memory.ts';

const PLAN = { turns: 20, player: 'offline', each: 8 };
const room = { id: locationId(7), name: 'Quay', visits: { count: 1, episodes: ['1'], earlier: 0 } };
const pull = memory({ title: 'pull rope' });
const ring = memory({ title: 'ring bell', status: 'TENTATIVE' });
const id = (one: typeof pull) => memoryId(7, one);

/** A turn at the quay that showed these. */
function turn(
  number: number,
  memories: readonly string[],
  died = false,
): Recording['turns'][number] {
  const sight = { location: room, inventory: [], score: 0, maxScore: null, moves: null, text: '' };
  const decision = { action: 'wait', reasoning: '', newObjective: null, target: null, judged: [] };
  return {
    turn: number,
    before: { ...sight, ended: null, died: false },
    after: { ...sight, ended: null, died },
    decision: { ...decision, overridden: false, memories: [...memories] },
  };
}

function recorded(...turns: Recording['turns']): Recording {
  return { episode: 3, seed: 1, turns, problem: null };
}

const rooms = (...memories: readonly (typeof pull)[]) => [{ ...room, memories }];

test('moments are the turns that began to show a memory, each played by as many players as are needed', () => {
  const both = [id(pull)];
  const play = recorded(turn(1, []), turn(2, both), turn(3, both), turn(4, []), turn(5, both));
  const [one] = planValue(rooms(pull), [play], new Map(), { ...PLAN, each: 3 });
  expect(one?.moments).toEqual([
    { episode: 3, turn: 2, seed: 0 },
    { episode: 3, turn: 5, seed: 0 },
    { episode: 3, turn: 2, seed: 1 },
  ]);
  expect(planValue(rooms(ring), [play], new Map(), PLAN)).toEqual([]);
});

test('a death nearby comes first, then doubt, then what was shown most and followed least', () => {
  const often = memory({ title: 'push wall' });
  const order = (...turns: Recording['turns']) =>
    planValue(rooms(pull, ring, often), [recorded(...turns)], new Map(), PLAN).map(
      ({ memory: { title } }) => title,
    );
  const shown = [id(often), id(pull), id(ring)];
  expect(order(turn(1, shown), turn(2, [id(often)]))).toEqual([
    'ring bell',
    'push wall',
    'pull rope',
  ]);
  const deadly = [turn(1, shown.slice(0, 1)), turn(2, [id(ring)]), turn(3, [id(pull)])];
  const rest = [turn(4, []), turn(5, []), turn(6, [])];
  expect(order(...deadly, ...rest, turn(7, [], true))).toEqual([
    'pull rope',
    'ring bell',
    'push wall',
  ]);
  expect(order(...deadly, ...rest, turn(7, []), turn(8, [], true))[0]).toBe('ring bell');
});

/** Plays in which the memory with this id earns points. */
function plays(points: Readonly<Record<string, number>>) {
  return ({ without }: ForkPlay): Promise<PlayedOn> => {
    const lost = without === null ? 0 : (points[without] ?? 0);
    return Promise.resolve({ points: 10 - lost, rooms: 3, wasted: 1, deaths: 0 });
  };
}

const showing = recorded(turn(1, [id(pull), id(ring)]));
const planned = (file: FakeDurableFile) =>
  planValue(rooms(pull, ring), [showing], parseEvidence(file.read()), PLAN);
const worthIn = (file: FakeDurableFile, one: typeof pull) =>
  parseEvidence(file.read()).get(evidenceKey(7, one))?.worth;

test('what is cut off goes on with the pairs that are left, and other plays begin anew', async () => {
  const file = new FakeDurableFile(null);
  const counted: number[] = [];
  const ports = {
    play: plays({ [id(pull)]: 5, [id(ring)]: -2 }),
    evidence: file,
    plan: PLAN,
    signal: new AbortController().signal,
    tell: () => undefined,
    onPair: (pairs: number) => counted.push(pairs),
  };
  const cut = await valueMemories(planned(file), { ...ports, pairs: 11 });
  expect(counted).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
  expect([cut.pairs, cut.stopped]).toEqual([11, 'the pairs are used up']);
  expect(worthIn(file, ring)).toMatchObject({ mean: -2, interval: { low: -2, high: -2 } });
  expect(worthIn(file, pull)?.pairs).toHaveLength(3);
  const rest = await valueMemories(planned(file), { ...ports, pairs: 80 });
  expect([rest.pairs, rest.stopped]).toEqual([5, null]);
  expect(worthIn(file, pull)).toMatchObject({ mean: 5, turns: 20, player: 'offline' });
  const others = planValue(rooms(pull), [showing], parseEvidence(file.read()), {
    ...PLAN,
    turns: 30,
  });
  expect(others[0]?.moments).toHaveLength(8);
});

test('a limit or a signal ends it; a moment that cannot be played again is left out, and each reason told once', async () => {
  const file = new FakeDurableFile(null);
  const told: string[] = [];
  const ports = {
    evidence: file,
    plan: PLAN,
    pairs: 80,
    signal: new AbortController().signal,
    tell: (text: string) => told.push(text),
    onPair: () => undefined,
  };
  const spent = { reason: 'budget', detail: 'The limit is reached.' } as const;
  const limited = await valueMemories(planned(file), { ...ports, play: async () => spent });
  expect([limited.pairs, limited.stopped]).toEqual([0, 'The limit is reached.']);
  const lost = () => Promise.reject(new NotFoundError('It cannot be forked.'));
  const left = await valueMemories(planned(file), { ...ports, play: lost });
  expect([left.pairs, left.stopped, told.length]).toEqual([0, null, 1]);
  const stop = new AbortController();
  let asked = 0;
  const until = () => {
    asked += 1;
    if (asked === 2) stop.abort();
    return lost();
  };
  const stopped = { ...ports, play: until, signal: stop.signal };
  expect((await valueMemories(planned(file), stopped)).stopped).toBe('stopped on request');
  expect(asked).toBe(2);
  expect(file.read()).toBeNull();
});

test('a pair is worth its points, and rooms, deaths and useless commands count', () => {
  const pair: ForkPair = {
    episode: 1,
    turn: 2,
    seed: 0,
    points: 5,
    rooms: 2,
    wasted: 3,
    deaths: 1,
  };
  expect(pairWorth(pair)).toBeCloseTo(5 + 2 - 0.3 - 10);
  expect(worthFound([pair], PLAN).interval).toBeNull();
});
