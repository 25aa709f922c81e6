import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { doneOf, doneUnclaimed } from './played-turns.ts';

const at = (id: number, name: string) => ({ location: { id: locationId(id), name } });
const HALL = at(1, 'Hall');
const YARD = at(2, 'Stable Yard');

describe('an objective that tells the command for the points of one room', () => {
  const garden = { ...at(43, 'Walled Garden'), objects: [thing(5, 'garden wall')] };

  it.each([
    ['Score at Location 43 (Walled Garden): south', 's', garden, 10, true],
    ['Score at Location 43: go south', 'south', garden, 10, true],
    ['Score at Location 43: south', 's', garden, 0, false],
    ['Score at Location 43: south', 'n', garden, 10, false],
    ['Score at Location 43: south', 's', HALL, 10, false],
    ['Score at Location 43: south, then take the lamp', 's', garden, 10, false],
    ['Score at Location 43: south; then go on to Location 50', 's', garden, 10, false],
  ])('is completed by just that, also unclaimed: %s, played "%s"', (text, command, ...rest) => {
    const [from, score, isDone] = rest;
    const won = turn(3, command, { ...from, score: 0 }, { ...YARD, score });
    expect(doneUnclaimed(text, won)).toEqual(isDone ? [[text, 3]] : []);
  });
});

it('of leaving, the turn that led out tells, and none that led to a room of that name', () => {
  const [one, other] = [at(10, 'Hades'), at(11, 'Hades')];
  const deeper = turn(3, 'north', one, { ...other, scene: 'deep' });
  const out = turn(4, 'enter sphere', other, { ...HALL, scene: 'out' });
  const text = 'Escape from Hades back to the living world';
  expect(doneOf(text, deeper, out)).toEqual([[text, 4]]);
});

describe('exploring was done by the turn that found a room', () => {
  const hatch = thing(5, 'oak hatch');
  const lamp = (...traits: 'on'[]) => thing(6, 'storm lantern', ...traits);
  const hall = { ...HALL, objects: [hatch, lamp()] };
  const lit = turn(2, 'light storm lantern', hall, { ...HALL, objects: [hatch, lamp('on')] });
  const up = turn(3, 'up', lit.after, at(7, 'Watch Room'));
  const back = turn(4, 'down', up.after, lit.after);
  const down = turn(5, 'down', lit.after, at(8, 'Cellar'));
  const on = turn(6, 'east', down.after, at(9, 'Tunnel'));

  it.each([
    ['Explore below the oak hatch: down from Hall with a lit lantern', 5],
    ['Explore below the oak hatch with a lit lantern', 6],
  ])('in the direction that it names, else in the newest: %s', (text, by) => {
    expect(doneOf(text, lit, up, back, down, on)).toEqual([[text, by]]);
  });
});

it.each([
  ['Take treasures here', true],
  ['Collect the treasures', true],
  ['Take the treasure', false],
  ['Take the nuggets', true],
  ['Take the chests', false],
])(
  'a plural names a kind, and no thing of which it is only a part of the name: %s',
  (text, isDone) => {
    const [nugget, chest] = [thing(5, 'gold nugget'), thing(6, 'treasure chest')];
    const cave = { ...at(74, 'Low Room'), objects: [nugget, chest], score: 0 };
    const took = turn(3, 'take nugget', cave, {
      objects: [{ ...nugget, held: true }, chest],
      inventory: [nugget],
      score: 7,
    });
    expect(doneOf(text, took)).toEqual(isDone ? [[text, 3]] : []);
  },
);
