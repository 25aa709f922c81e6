import { expect, it } from 'vitest';
import { RetryBudget } from '../../src/storage/retry-budget.ts';

const failure = (code: string) => Object.assign(new Error('made to fail'), { code });

it('a disk error is tried again once, whenever it comes', async () => {
  let time = 0;
  const budget = new RetryBudget(() => time);
  time = 60_000;
  expect(await budget.waitAfter(failure('EIO'))).toBe(true);
  expect(await budget.waitAfter(failure('EIO'))).toBe(false);
});

it.each([
  ['EMFILE', 4_999, true],
  ['EMFILE', 5_000, true],
  ['EMFILE', 5_001, false],
  ['ENFILE', 5_000, true],
  ['ENFILE', 5_001, false],
  ['ENOSPC', 0, false],
  ['EACCES', 0, false],
])('%s after %i ms is tried again: %s', async (code, after, expected) => {
  let time = 100;
  const budget = new RetryBudget(() => time);
  time += after;
  expect(await budget.waitAfter(failure(code))).toBe(expected);
});
