import { expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { bootstrapInterval } from '../../src/eval/statistics.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { Trial } from '../../src/verify/plan-recipe.ts';
import { planReturn } from '../../src/verify/return-points.ts';

/** Rooms 1 to 41 in a row, forty moves; the last one holds the treasure. Ways back lead on, too: a player strays. */
const LAST = 41;
/** Turns of an episode, of which a way may take half, and the most questions in all. */
const TURNS = 80;
const MOST = 4_000;

function row(): Interpreter {
  let room = 1;
  const facts = () => ({
    location: { id: locationId(room), name: `Room ${room}` },
    score: 0,
    inventory: [],
    ended: null,
  });
  const step = (command: string) => {
    if (command === 'east') room = Math.min(room + 1, LAST);
    if (command === 'west') room = Math.max(room - 1, 1);
    return { died: false, ended: null };
  };
  const restore = (to: number) => void (room = to);
  return { facts, step, snapshot: () => room, restore } as unknown as Interpreter;
}

/** Questions to a player who goes east or west by chance, until the treasure is found. */
function questionsUntilFound(seed: number, isExploring: boolean): number {
  const random = seededRandom(seed);
  const visits = new Map([[1, 1]]);
  for (let [asked, episode] = [0, 0]; ; episode += 1) {
    const game = row();
    const way = isExploring ? wayTo(visits, seed + episode) : [];
    for (const command of way) game.step(command);
    for (let turn = way.length; turn < TURNS; turn += 1) {
      asked += 1;
      game.step(random() < 0.4 ? 'west' : 'east');
      const room = Number(game.facts().location.id);
      visits.set(room, (visits.get(room) ?? 0) + 1);
      if (room === LAST || asked === MOST) return asked;
    }
  }
}

/** The commands to where an episode begins: the last room that was seen has a way that nobody went, room 2 things of no use. */
function wayTo(visits: ReadonlyMap<number, number>, seed: number): readonly string[] {
  const places = [2, Math.max(...visits.keys())].map((room) => ({
    room: locationId(room),
    untried: ['something'],
    worth: 1,
  }));
  const visitsOf = (room: number) => visits.get(room) ?? 0;
  const routeTo = (from: number, to: number) => Array.from({ length: to - from }, () => 'east');
  const known = { places, lights: [], visitsOf, deadEndsAt: () => 0, routeTo };
  const options = {
    seed,
    others: [11, 12, 13],
    maxScore: null,
    mostTurns: TURNS / 2,
    mayBeDark: false,
  };
  return planReturn(null, known, new Trial(row), options).plan?.commands ?? [];
}

it('a treasure behind a far open frontier is found with fewer questions from there than from the start', () => {
  const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
  const pairs = seeds.map((seed) => ({
    exploring: questionsUntilFound(seed, true),
    plain: questionsUntilFound(seed, false),
  }));
  const saved = pairs.map(({ exploring, plain }) => plain - exploring);
  expect(Math.min(...saved)).toBeGreaterThan(0);
  const interval = bootstrapInterval(saved, seededRandom(1));
  expect(interval?.low).toBeGreaterThan(1_000);
});
