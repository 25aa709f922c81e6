import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { decision, thing, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';

const HALL = { location: { id: locationId(1), name: 'Hall' } };
const YARD = { location: { id: locationId(2), name: 'Stable Yard' } };

describe('a claim of an objective that asks to be somewhere with a thing', () => {
  const lamp = thing(5, 'brass lamp');
  const held = { objects: [{ ...lamp, held: true }], inventory: [lamp] };
  const claim = (text: string) => ({
    ...turn(3, 'wait', held),
    decision: decision('wait', claims(text)),
  });
  const text =
    'Carry the brass lamp past the cook (e from Location 1 loses it): try se and n into Location 2 when she is elsewhere';
  const came = (now: object) => [turn(2, 'north', { ...HALL, ...held }, { ...YARD, ...now })];
  const done = (said: string, turns: readonly TurnRecord[]) =>
    outcome([...turns, claim(said)], objective(said, null, 1)).done;

  it.each([[text], ['Bring the brass lamp to Location 2']])(
    'is completed by coming there with it, though it was held before: %s',
    (said) => {
      expect(done(said, came(held))).toEqual([[said, 2]]);
      expect(done(said, came({ objects: [], inventory: [] }))).toEqual([]);
      expect(done(said, [turn(2, 'south', { ...YARD, ...held }, { ...HALL, ...held })])).toEqual(
        [],
      );
    },
  );

  it.each(['Take the brass lamp in Location 2', 'Carry the brass lamp to the cook'])(
    'but not where it is to be taken or brought to somebody: %s',
    (said) => {
      expect(done(said, came(held))).toEqual([]);
    },
  );
});

it('a claim to take something out of what is held is believed once it is in hand', () => {
  const satchel = { ...thing(9, 'leather satchel', 'container', 'open'), held: true };
  const egg = { ...thing(6, 'amber egg'), held: true };
  const packed = { objects: [satchel, { ...egg, inside: satchel.id }], inventory: [satchel] };
  const inHand = { objects: [satchel, egg], inventory: [satchel, egg] };
  const text = 'Take the amber egg out of the satchel';
  const claim = (now: object) => ({
    ...turn(3, 'wait', now),
    decision: decision('wait', claims(text)),
  });
  const done = (now: typeof packed) =>
    outcome([turn(2, 'take amber egg', packed, now), claim(now)], objective(text, null, 1)).done;
  expect(done(inHand)).toEqual([[text, 2]]);
  expect(done(packed)).toEqual([]);
});
