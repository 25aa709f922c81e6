import { expect, it } from 'vitest';
import { describeDifference } from '../../src/verify/difference.ts';
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
