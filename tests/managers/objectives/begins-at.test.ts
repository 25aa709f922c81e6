import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { startOfAim } from '../../../src/managers/objectives/aim.ts';

it.each([
  ['Unlock the chest in Old Mill', 7],
  ['Reach the Old Mill', 7],
  ['Old Mill: open the chest', 7],
  ['Find out who wrote the Old Mill letter', null],
  ['Get the bell from the boathouse (east of Old Mill?) and ring it', null],
  ['Get the bell from the boathouse (east of Old Mill) and ring it', 7],
  ['Use the pole to get the red thing (e.g. the crack in Old Mill (7))', null],
  ['Use the pole, perhaps at Old Mill', null],
  ['Use the pole at Old Mill (for example on the crack)', 7],
  ['Find out who wrote the letter about Location 7', 7],
  ['Find the key of the chest in Old Mill', null],
  ['Look for something that opens the chest in Old Mill (7)', null],
  ['Look for a key in Old Mill', 7],
  ['Find a key in Old Mill for the chest', 7],
  ['Find the way to Old Mill', 7],
  ['Find the key of the chest, at Old Mill', 7],
  ['Get a lamp, then light Location 7', null],
  ['Go north, then to Location 7', 7],
])('an objective begins where it asks to be: %s', (text, id) => {
  const mill = { id: locationId(7), name: 'Old Mill' };
  expect(startOfAim(text, [mill])).toBe(id);
});
