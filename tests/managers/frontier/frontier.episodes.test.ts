import { expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';
import { frontier, line } from './open-frontier.ts';

it('the verbs that this episode tried are told apart from those that only earlier ones did', () => {
  const { frontier: some } = frontier(line(31, 'key', 3, { tried: true, verbs: ['read'] }), {});
  const now = { inventory: [{ id: objectId(31), name: 'key' }] };
  some.record(turn(1, 'examine key', now, { ...now, moves: 1 }));
  expect(some.render(observation(now))).toBe(
    '- held, not put to use: key (tried: examine, tried before: read)',
  );
});

it('what somebody carries is not left in the room when they have gone', () => {
  const { frontier: some } = frontier('', {});
  const place = { id: locationId(3), name: 'Room 3' };
  const guard = thing(30, 'guard', 'animate');
  const badge = { ...thing(31, 'badge'), inside: objectId(30) };
  some.render(observation({ location: place, objects: [thing(32, 'desk'), guard, badge] }));
  some.render(observation({ location: place, objects: [thing(32, 'desk')] }));
  expect(some.render(observation())).toBe('- elsewhere: Room 3 (3), 3 steps, first down: 1 thing');
});

it('what an earlier episode found in a room counts until this one saw the room without it', () => {
  const known = `${line(31, 'paper', 3)}${line(32, 'desk', 3)}`;
  const place = { id: locationId(3), name: 'Room 3' };
  const left = (...looks: readonly Parameters<typeof observation>[0][]) => {
    const { frontier: some } = frontier(known, {});
    for (const look of looks) some.render(observation({ location: place, ...look }));
    return some.render(observation());
  };
  const told = (things: string) => `- elsewhere: Room 3 (3), 3 steps, first down: ${things}`;
  expect(left()).toBe(told('2 things'));
  expect(left({ objects: [], isDark: true })).toBe(told('dark, needs light, 2 things'));
  expect(left({ objects: [thing(32, 'desk')] })).toBe(told('1 thing'));
});
