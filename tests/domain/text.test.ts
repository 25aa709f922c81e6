import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rememberText } from '../../src/domain/text.ts';

test('a remembered reading says what the reading says, also of more texts than it keeps', () => {
  const length = rememberText((text) => text.length);
  fc.assert(fc.property(fc.string(), (text) => length(text) === text.length));
  for (let at = 0; at <= 2 * 2000; at += 1) expect(length('x'.repeat(at % 2500))).toBe(at % 2500);
});

test.each([
  [1_999, 0],
  [2_000, 1],
])('a text is read once, until %d others were read', (others, again) => {
  const read: string[] = [];
  const known = rememberText((text) => read.push(text));
  known('first');
  known('first');
  for (let at = 0; at < others; at += 1) known(String(at));
  expect(known('first')).toBe(1 + again * others + again);
  expect(read.filter((text) => text === 'first')).toHaveLength(1 + again);
});
