import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { doneOf } from './played-turns.ts';

const at = (id: number, name: string) => ({ location: { id: locationId(id), name } });
const HALL = at(1, 'Hall');
const YARD = at(2, 'Stable Yard');

describe('an objective that names a room and the command for its points', () => {
  const garden = { ...at(43, 'Walled Garden'), objects: [thing(5, 'garden wall')] };
  const text = 'Score at Location 43 (Walled Garden): south';

  it.each([
    ['s', garden, 10, true],
    ['go south', garden, 10, true],
    ['s', garden, 0, false],
    ['n', garden, 10, false],
    ['s', HALL, 10, false],
  ])('is completed by just that: "%s"', (command, from, score, isDone) => {
    const won = turn(3, command, { ...from, score: 0 }, { ...YARD, score });
    expect(doneOf(text, won)).toEqual(isDone ? [[text, 3]] : []);
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
