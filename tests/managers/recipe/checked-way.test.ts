import { expect, it } from 'vitest';
import { standingOf } from '../../../src/domain/standing.ts';
import {
  payingCommand,
  takingsBy,
  wayMayHaveEarned,
} from '../../../src/managers/recipe/checked-way.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

const [egg, dolphin] = [thing(4, 'amber egg'), thing(5, 'jade dolphin')];

it.each([
  ['put dolphin on altar', [egg], false],
  ['put egg on altar', [dolphin], true],
  ['lay gift on altar', [dolphin], true],
  ['put all on altar', [], true],
])('"%s" may have earned what "put amber egg on altar" does: %s', (action, left, may) => {
  const record = turn(5, action, { inventory: [egg, dolphin] }, { inventory: left });
  const laid = [`${egg.id}`];
  expect(wayMayHaveEarned(record, { command: 'put amber egg on altar', laid })).toBe(may);
  expect(wayMayHaveEarned(record, { command: 'north', laid: [] })).toBe(true);
});

it('points for another thing are not those of a thing that the way has yet to take and lay down', () => {
  const standings = [[egg], [egg, dolphin], []].map((held) =>
    standingOf(observation({ inventory: held })),
  );
  const commands = ['take dolphin', 'put all on altar'];
  expect(payingCommand({ commands, standings }, 0).laid).toEqual([]);
  expect(payingCommand({ commands, standings }, 1).laid).toEqual(['4', '5']);
  const record = turn(5, 'put egg on altar', { inventory: [egg] }, { inventory: [] });
  const may = (laid: readonly string[]) =>
    wayMayHaveEarned(record, { command: 'put jade dolphin on altar', laid });
  expect(may(['5'])).toBe(false);
  expect(may(['4'])).toBe(true);
});

it('a command that takes several things along is one command', () => {
  const along = ['lantern', 'loaf'].map((name) => ({
    after: 5,
    command: 'take lantern and loaf',
    thing: name,
    room: 'Kitchen',
    isNeeded: false,
  }));
  expect(takingsBy({ along }, new Set(), 'take lantern and loaf')).toEqual(along);
  expect(takingsBy({ along }, new Set(along), 'take lantern and loaf')).toEqual([]);
  expect(takingsBy({ along }, new Set(), 'take lantern')).toEqual([]);
});
