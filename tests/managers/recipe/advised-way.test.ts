import { expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { RecipePlan } from '../../../src/domain/recipe.ts';
import { AdvisedWay } from '../../../src/managers/recipe/advised-way.ts';
import { observation, turn } from '../../helpers/observation.ts';

const PORTS = { routeTo: () => null, knownToPay: () => [], tryAhead: () => [] };

function at(room: number, score: number, ...held: readonly number[]) {
  const inventory = held.map((id) => ({ id: objectId(id), name: `thing ${id}` }));
  const location = { id: locationId(room), name: `Room ${room}` };
  return observation({ location, score, inventory, scene: `${room} ${score}` });
}

const standing = (room: number, score: number, held = '7') => ({
  room,
  score,
  held,
  isOver: false,
});

const LUCKY: RecipePlan = {
  commands: ['open window', 'south', 'give egg', 'up'],
  points: 21,
  checkedSeeds: 7,
  triedSeeds: 10,
  standings: [
    standing(1, 0),
    standing(1, 0),
    standing(2, 10),
    standing(2, 16, ''),
    standing(3, 21, ''),
  ],
  turns: 4,
  earned: 21,
};

it.each([
  ['in other words', at(2, 10, 7), ['give egg', 'up']],
  ['after more points elsewhere', at(2, 12, 7), ['give egg', 'up']],
  ['without what it takes there', at(2, 10), null],
])('a way that needs luck goes on after a gain that was won %s', (_, after, rest) => {
  const way = new AdvisedWay(LUCKY, PORTS);
  const start = at(1, after.score === 12 ? 2 : 0, 7);
  way.record(turn(1, 'open sash window', start, start));
  way.record(turn(2, 'south', start, after));
  const step = way.step(after, 10);
  expect(typeof step === 'object' ? (step?.rest ?? null) : null).toEqual(rest);
});
