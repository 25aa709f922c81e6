import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Observation, Trait, VisibleObject } from '../../../src/domain/observation.ts';
import { newCharacters, wanderingCharacters } from '../../../src/managers/memory/characters.ts';
import { changedHands, openedFirst } from '../../../src/managers/memory/thing-changes.ts';
import { exit, observation, thing } from '../../helpers/observation.ts';
import { turn } from './memory-world.ts';

const COIN = thing(4, 'coin');
const OGRE = thing(7, 'ogre', 'animate');
const CUP = thing(9, 'cup', 'container');
const SHELF = thing(8, 'shelf', 'supporter');
const inside = (one: VisibleObject, holder: VisibleObject) => ({ ...one, inside: holder.id });
const sees = (...objects: readonly VisibleObject[]) => ({ inventory: [], objects });
const HOLDS = { inventory: [COIN], objects: [OGRE] };

describe('a thing changes hands', () => {
  it.each<[string, string, Partial<Observation>, Partial<Observation>, boolean, boolean]>([
    ['taken from where it lay', 'take coin', sees(COIN), HOLDS, false, false],
    ['taken from a shelf', 'take coin', sees(inside(COIN, SHELF), SHELF), HOLDS, false, false],
    ['taken from somebody', 'take coin', sees(inside(COIN, OGRE), OGRE), HOLDS, true, false],
    ['found where nobody saw it', 'search nest', sees(), HOLDS, true, false],
    ['laid down', 'drop coin', HOLDS, sees(COIN, OGRE), false, false],
    ['put into what hides it', 'put coin in box', HOLDS, sees(OGRE), false, false],
    ['given to somebody', 'give coin to ogre', HOLDS, sees(OGRE, inside(COIN, OGRE)), false, true],
    ['stolen out of sight', 'wait', HOLDS, sees(), false, true],
    [
      'put where somebody has it',
      'put coin on ogre',
      HOLDS,
      sees(OGRE, inside(COIN, OGRE)),
      false,
      true,
    ],
    [
      'laid down and put by somebody into what they hold',
      'put coin on shelf',
      HOLDS,
      sees(OGRE, inside(CUP, OGRE), inside(COIN, CUP)),
      false,
      true,
    ],
  ])('where it is %s', (_, action, before, after, gained, lost) => {
    expect(changedHands(turn(2, action, after, before))).toEqual({ gained, lost });
  });
});

describe('something opens for the first time', () => {
  const door = (...traits: readonly Trait[]) => sees(thing(5, 'door', ...traits));
  it.each<[string, Partial<Observation>, Partial<Observation>, boolean]>([
    ['opened', door('locked'), door('open'), true],
    ['unlocked', door('locked'), door(), true],
    ['closed', door('open'), door(), false],
    ['left as it is', door('open'), door('open'), false],
    ['seen first', sees(), door('open'), false],
  ])('where a thing is %s', (_, before, after, isFirst) => {
    expect(openedFirst(turn(2, 'push', after, before), [])).toBe(isFirst);
  });

  it('where there is a way that was never there, and not where it was seen before', () => {
    const [shut, open] = [{ exits: [] }, { exits: [exit('north', 5)] }];
    const opens = turn(3, 'pull lever', open, shut);
    expect(openedFirst(opens, [])).toBe(true);
    expect(openedFirst(opens, [turn(1, 'wait', shut, open)])).toBe(false);
    const elsewhere = turn(1, 'wait', {}, { ...open, room: [80, 'Pier'] });
    expect(openedFirst(opens, [elsewhere])).toBe(true);
    expect(openedFirst(turn(3, 'east', { ...open, room: [80, 'Pier'] }, shut), [])).toBe(false);
  });

  it('and not again in the same episode', () => {
    const again = turn(4, 'open door', door('open'), door());
    expect(openedFirst(again, [turn(2, 'open door', door('open'), door('locked'))])).toBe(false);
  });
});

it('a character is met once, and a thing is none', () => {
  const met = turn(3, 'wait', sees(OGRE, COIN), sees());
  expect(newCharacters(met, []).map(({ name }) => name)).toEqual(['ogre']);
  expect(newCharacters(met, [turn(1, 'wait', sees(), sees(OGRE))])).toEqual([]);
});

it('somebody who is seen elsewhere wanders, but not a namesake who stays', () => {
  const [printer, fixer] = [thing(41, 'technician', 'animate'), thing(12, 'technician', 'animate')];
  const lab = { location: { id: locationId(5), name: 'Lab' }, objects: [fixer] };
  const seen = [turn(2, 'look', lab, lab)];
  const names = (...objects: readonly VisibleObject[]) =>
    wanderingCharacters(observation({ objects }), seen).map(({ id }) => id);
  expect(names(OGRE)).toEqual([fixer.id]);
  expect(names(fixer)).toEqual([fixer.id]);
  expect(names(printer)).toEqual([]);
});
