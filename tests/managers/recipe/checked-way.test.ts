import { expect, it } from 'vitest';
import { wayMayHaveEarned } from '../../../src/managers/recipe/checked-way.ts';
import { thing, turn } from '../../helpers/observation.ts';

const [egg, dolphin] = [thing(4, 'amber egg'), thing(5, 'jade dolphin')];

it.each([
  ['put dolphin on altar', [egg], false],
  ['put egg on altar', [dolphin], true],
  ['lay gift on altar', [dolphin], true],
  ['put all on altar', [], true],
])('"%s" may have earned what "put amber egg on altar" does: %s', (action, left, may) => {
  const record = turn(5, action, { inventory: [egg, dolphin] }, { inventory: left });
  expect(wayMayHaveEarned(record, 'put amber egg on altar')).toBe(may);
  expect(wayMayHaveEarned(record, 'north')).toBe(true);
});
