import { expect, it } from 'vitest';
import { demandsOf } from '../../../src/managers/objectives/demands.ts';

it.each([
  ['look for gifts, oil and spark for the lamp', ['look for gifts', 'look oil']],
  ['look for the can, oil the hinge', ['look for the can', 'oil the hinge']],
  ['find the exit and leave', ['find the exit', 'leave']],
])('of a list of what is sought a word that may be an act is a thing: %s', (text, acts) => {
  expect(demandsOf(text).map((one) => one.text)).toEqual(acts);
});
