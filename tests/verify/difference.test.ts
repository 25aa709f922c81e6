import { expect, it } from 'vitest';
import { describeDifference } from '../../src/verify/difference.ts';
import type { Look, Trait } from '../../src/domain/observation.ts';
import { observation, thing } from '../helpers/observation.ts';

const look = (...held: readonly string[]) =>
  observation({ inventory: held.map((name, at) => thing(at + name.length * 10, name)) });

it.each([
  [
    'the only fact that tells them apart',
    ['brass key'],
    [],
    ['open chest'],
    'only when brass key is held',
  ],
  [
    'of several facts those that the command names',
    ['brass key', 'egg'],
    [],
    ['unlock chest with brass key'],
    'only when brass key is held',
  ],
  ['none of several facts that it does not name', ['brass key', 'egg'], [], ['open chest'], ''],
] as const)('tells %s', (_, held, failed, commands, words) => {
  expect(describeDifference([look(...held)], [look(...failed)], commands)).toBe(words);
});

it('a fact that only some of the moments have tells nothing', () => {
  const [key, egg, none] = [look('brass key'), look('egg'), look()];
  expect(describeDifference([key, none], [none], ['open chest'])).toBe('');
  expect(describeDifference([egg, none], [egg], ['open chest'])).toBe('');
});

it('what the command names comes before what explains more of the failures', () => {
  const both = look('brass key', 'egg');
  const failed = [both, look('brass key'), look(), look(), look()];
  const told = (command: string) => describeDifference([both], failed, [command]);
  expect(told('unlock chest with brass key')).toBe('mostly when brass key is held');
  expect(told('open chest')).toBe('mostly when egg is held');
});

it('of a thing that had to be held it is not told, too, that it lay in reach', () => {
  const [held, here] = [
    { inventory: [thing(5, 'brass key')] },
    { objects: [thing(5, 'brass key')] },
  ];
  const told = describeDifference([observation(held)], [observation(here)], ['drop brass key']);
  expect(told).toBe('only when brass key is held');
});

it('what one of several commands names comes before the others', () => {
  const commands = ['wait', 'unlock chest with brass key'];
  expect(describeDifference([look('brass key', 'egg')], [look()], commands)).toBe(
    'only when brass key is held',
  );
});

it('several facts about what the command names are told where they explain all failures together', () => {
  const chest = (...traits: readonly Trait[]) => ({ objects: [thing(9, 'chest', ...traits)] });
  const key = { inventory: [thing(5, 'brass key')] };
  const ready = observation({ ...key, ...chest('locked') });
  const [keyless, unlocked] = [
    observation(chest('locked')),
    observation({ ...key, ...chest('openable') }),
  ];
  const told = (failed: readonly Look[]) =>
    describeDifference([ready], failed, ['unlock chest with brass key']);
  expect(told([keyless, unlocked, unlocked])).toBe(
    'only when chest is locked and brass key is held',
  );
  expect(told([keyless, unlocked, ready])).toBe('');
});
