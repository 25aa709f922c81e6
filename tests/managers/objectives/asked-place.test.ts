import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { isPlaceReached } from '../../../src/managers/objectives/asked-place.ts';
import { decision, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';

const room = (id: number, name: string) => ({ location: { id: locationId(id), name } });
const HALL = room(1, 'Hall');
const YARD = room(2, 'Stable Yard');

it.each([
  ['Go n, then e to the barn', true],
  ['n, e', true],
  ['Go e, then e to the barn', false],
  ['Go n, then e and n to the barn', false],
  ['Go n, then e to the barn and open the door', false],
  ['Take n, then e', false],
  ['Go e to the barn', false],
])('an objective that lists the way is completed at its end: %s', (text, isEnd) => {
  const north = turn(2, 'n', YARD, HALL);
  const east = turn(3, 'east', room(3, 'Loft'), YARD);
  const nameOf = () => 'somewhere new';
  expect(isPlaceReached(text, north, nameOf, [north])).toBe(false);
  expect(isPlaceReached(text, east, nameOf, [north, east])).toBe(isEnd);
});

it.each([
  ['Explore north from Location 1 into the mill, Location 2', true],
  ['Explore the ruined old mill, Location 2', true],
  ['Explore the mill: north from Location 1 to Location 2', true],
  ['Explore the mill: take the sack at Location 2', false],
  ['Explore north from Location 1 to reach Location 2, on the way to the mill and Jack', true],
  [
    'Explore north from Location 1 to reach Location 2, perhaps the way to the mill (and a sack)',
    true,
  ],
  ['Explore north from Location 1 to reach Location 2, where Jack sleeps', true],
  ['Explore north from Location 1 to Location 2, towards the mill', true],
  [
    'Explore north from Location 1 to reach Location 2, on the way to the mill, and take the sack',
    false,
  ],
  [
    'Explore north from Location 1 to reach Location 2, where Jack sleeps, and take the sack',
    false,
  ],
  ['Take the sack to the mill, Location 2', false],
  ['Explore the mill and the barn, Location 2', false],
  ['Explore north from Location 1 into the mill, Location 3', false],
])('is completed by coming to Location 2: %s: %s', (text, isEnd) => {
  const north = turn(2, 'north', HALL, YARD);
  expect(isPlaceReached(text, north, () => 'somewhere new', [north])).toBe(isEnd);
});

it('is not shown by the same way elsewhere, nor by another room entered after that', () => {
  const text = 'Explore d from Location 1 (Hall) to reach Location 9';
  const down = turn(2, 'd', room(3, 'Loft'), HALL);
  const yard = turn(3, 'north', HALL, YARD);
  const claim = { ...turn(4, 'wait', YARD, YARD), decision: decision('wait', claims(text)) };
  expect(outcome([down, yard, claim], objective(text))).toEqual({
    done: [],
    refused: [{ text, reason: 'Location 9 was not entered since turn 0' }],
  });
});
