import { expect, it } from 'vitest';
import { demandsOf } from '../../../src/managers/objectives/demands.ts';
import { decision, thing, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';

it.each([
  ['look for gifts, oil and spark for the lamp', ['look for gifts', 'look oil']],
  ['look for the can, oil the hinge', ['look for the can', 'oil the hinge']],
  ['find the exit and leave', ['find the exit', 'leave']],
  ['take the lamp, the rope and the knife', ['take the lamp', 'take the rope', 'take the knife']],
  ['open the hatch and explore below with the lit lantern and the sword', ['open the hatch']],
])('of a list of what is sought a word that may be an act is a thing: %s', (text, acts) => {
  expect(demandsOf(text).map((one) => one.text)).toEqual(acts);
});

it('an act on "it" is about what the aside before it names', () => {
  const [act] = demandsOf('After using the key in the vault, return it to the attendant');
  expect(act?.text).toBe('return it to the attendant');
  expect(act?.about).toContain('using the key');
});

it('an objective is completed by giving back what the aside before its "it" names', () => {
  const text = 'After using the key in the vault, return it to the attendant for my ID card';
  const [key, card] = [thing(8, 'key'), thing(9, 'ID card')];
  const objects = [thing(7, 'attendant')];
  const gave = turn(
    2,
    'give key to attendant',
    { inventory: [key], objects },
    { inventory: [card], objects },
  );
  const next = turn(3, 'wait', gave.after, gave.after);
  const claimed = { ...next, decision: decision('wait', claims(text)) };
  expect(outcome([gave, claimed], objective(text)).done).toEqual([[text, 2]]);
});
