import { expect, it } from 'vitest';
import { effectsWhileWaiting } from '../../../src/managers/memory/effects-while-waiting.ts';
import { thing, turn } from '../../helpers/observation.ts';

const [ROD, BIRD, LAMP] = [thing(5, 'black rod'), thing(6, 'little bird'), thing(7, 'lamp')];
const here = { objects: [ROD, BIRD, LAMP] };
const changes = (number: number, action: string) =>
  turn(number, action, here, { scene: `after ${number}` });
const refused = (number: number, action: string, text: string) =>
  turn(number, action, here, { text });

const later = [10, 11, 12, 13].map((number) => changes(number, 'push lamp'));

it.each([
  ['the newest, where none is about the refused', 'drop lamp', 'It flees.', [11, 12, 13]],
  ['one about a thing of the command before them', 'feed bird', 'It flees.', [3, 12, 13]],
  ['one about a thing of the answer', 'drop rod', 'It fears the rod.', [3, 12, 13]],
])('with refusals are told %s', (_, action, answer, turns) => {
  const refusal = refused(2, 'catch bird', answer);
  const played = [refusal, changes(3, action), ...later];
  expect(effectsWhileWaiting([refusal], played).map((one) => one.turn)).toEqual(turns);
});

it('one with the verb of the refused comes before others', () => {
  const refusal = refused(2, 'cast light at book', 'You cannot see that.');
  const played = [refusal, changes(3, 'cast light on stone'), ...later];
  expect(effectsWhileWaiting([refusal], played).map((one) => one.turn)).toEqual([3, 12, 13]);
});

it('at most three are told, and none from before the oldest refusal', () => {
  const refusal = refused(2, 'catch bird', 'It flees.');
  const many = [3, 4, 5, 6].map((number) => changes(number, 'feed bird'));
  const told = effectsWhileWaiting(
    [refusal],
    [changes(1, 'feed bird'), refusal, ...many, ...later],
  );
  expect(told.map((one) => one.turn)).toEqual([4, 5, 6]);
});
