import { expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { QuietTurns } from '../../src/managers/quiet-turns.ts';
import { exit, thing, turn } from '../helpers/observation.ts';

const lamp = thing(5, 'brass lamp');

/** How many quiet turns are counted after three that were quiet and one after which this is so. */
function countAfter(after: Partial<Observation>): number {
  const quiet = new QuietTurns();
  const before = { objects: [lamp], moves: 4, score: 1 };
  for (let number = 1; number <= 4; number += 1)
    quiet.record(turn(number, 'wait', before, { ...before, moves: 5 }));
  quiet.record(turn(5, 'push lamp', before, { ...before, moves: 5, ...after }));
  return quiet.count;
}

it.each([
  ['a thing that is held', { inventory: [lamp] }, 0],
  ['a way out', { exits: [exit('east', 2)] }, 0],
  ['an answer', { text: 'It hums.' }, 0],
  ['a point', { score: 2 }, 0],
  ['nothing', {}, 4],
  ['what the parser says of a command that took no move', { text: 'What?', moves: 4 }, 4],
])('a turn that brings %s', (_, after, count) => {
  expect(countAfter(after)).toBe(count);
});
