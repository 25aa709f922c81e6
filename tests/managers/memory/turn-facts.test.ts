import { describe, expect, it } from 'vitest';
import type { Trait } from '../../../src/domain/observation.ts';
import { factsOf } from '../../../src/managers/memory/turn-facts.ts';
import { memory } from '../../helpers/memory.ts';
import { exit, thing } from '../../helpers/observation.ts';
import { turn } from './memory-world.ts';

const CHEST = thing(7, 'sea chest', 'locked', 'openable');
const KEY = { ...thing(8, 'rusty key'), held: true };
const LOOK = { inventory: [thing(8, 'rusty key')], objects: [CHEST, KEY], moves: 4 };
const enters = turn(9, 'north', { ...LOOK, room: [66, 'Bedroom'] }, { inventory: LOOK.inventory });
const failed = turn(
  3,
  'unlock sea chest with rusty key',
  { text: 'It does not fit.', moves: 5 },
  LOOK,
);
const FAILURE = memory({
  category: 'FAILURE',
  title: 'unlock sea chest with rusty key',
  text: 'It is too rough for the lock.',
});

describe('the facts of a turn', () => {
  const heater = (...traits: readonly Trait[]) => thing(5, 'space heater', 'switchable', ...traits);
  const facts = (before: object, after: object) =>
    factsOf({
      record: turn(4, 'switch on heater', { scene: 'other', ...after }, before),
      occasion: { firstVisit: false },
      ...{ here: [], there: [], earlier: [] },
    });
  const off = { objects: [heater()] };

  it.each([
    ['that something is on', off, { objects: [heater('on')] }, '; space heater on'],
    ['that something is off', { objects: [heater('on')] }, off, '; space heater not on'],
    ['that it is dark', off, { objects: [], isDark: true }, '; dark'],
  ] as const)('tell %s', (_, before, after, words) => {
    expect(facts(before, after)).toContain(`inventory unchanged${words}`);
  });

  it('tell what was taken out of something held', () => {
    const coffin = { ...thing(6, 'coffin', 'container', 'open'), held: true };
    const sceptre = { ...thing(7, 'sceptre'), held: true };
    const packed = { objects: [coffin, { ...sceptre, inside: coffin.id }], inventory: [coffin] };
    const inHand = { objects: [coffin, sceptre], inventory: [coffin, sceptre] };
    expect(facts(packed, inHand)).toContain('inventory "sceptre" in hand');
    expect(facts(inHand, inHand)).toContain('inventory unchanged');
  });

  it('tell what came to light, not its state, not what was taken and not who came', () => {
    expect(facts({}, { objects: [heater('on')] })).toContain('; in reach now: space heater');
    expect(facts({}, { objects: [heater('on')] })).not.toContain('heater on');
    expect(facts({}, { objects: [{ ...heater(), held: true }] })).not.toContain('in reach now');
    expect(facts({}, { objects: [thing(9, 'imp', 'animate')] })).not.toContain('imp');
  });

  it('tell nothing of what is in another room', () => {
    expect(facts(off, { objects: [heater('on')], room: [80, 'Pier'] })).not.toContain('heater');
  });

  it('tell what the engine found of the ways out by trying them ahead, where that is news', () => {
    const exits = [{ ...exit('south', 9), deadly: true }];
    const news = '; ways out: south: deadly (tried ahead by the engine, not by you)';
    expect(facts({}, { exits })).toContain(news);
    expect(facts({ exits }, { exits, room: [80, 'Pier'] })).toContain(news);
    expect(facts({ exits }, { exits })).not.toContain('ways out');
    expect(facts({ exits }, {})).not.toContain('ways out');
    const entered = turn(9, 'north', { exits });
    const record = { ...entered, before: entered.after };
    const nothing = { here: [], there: [], earlier: [] };
    expect(factsOf({ record, occasion: { firstVisit: true }, ...nothing })).toContain(news);
  });
});

it.each([
  ['nothing is known', {}, true],
  ['a memory of the room entered tells that it failed', { there: [FAILURE] }, false],
  ['a memory of the room before tells that it failed', { here: [FAILURE] }, false],
  [
    'such a memory was found wrong',
    { there: [memory({ ...FAILURE, status: 'SUPERSEDED' })] },
    true,
  ],
  ['it failed earlier in the episode', { earlier: [failed] }, false],
] as const)('a key is told as not tried where %s', (_, known, isUntried) => {
  const nothing = { here: [], there: [], earlier: [] };
  const facts = factsOf({ record: enters, occasion: { firstVisit: true }, ...nothing, ...known });
  expect(facts).toContain('the engine knows as locked or closed: sea chest here, locked');
  expect(facts.includes('rusty key not tried')).toBe(isUntried);
});
