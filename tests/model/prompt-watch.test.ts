import { expect, it } from 'vitest';
import { PromptWatch } from '../../src/model/server-facts.ts';

/** A prompt that is estimated at so many tokens. */
const prompt = (tokens: number) => [{ role: 'user' as const, content: 'abcd'.repeat(tokens) }];

it.each([
  ['just below 0.6 of the 0.8 expected', 10_000, 4_799, true],
  ['at it', 10_000, 4_800, false],
  ['just above it', 10_000, 4_801, false],
  ['nothing reported', 10_000, 0, false],
  ['a prompt just below 1,000 tokens', 999, 1, false],
  ['a prompt at 1,000 tokens', 1_000, 1, true],
  ['a prompt just above 1,000 tokens', 1_001, 1, true],
])('a prompt is found cut or whole: %s', (_, estimated, read, isCut) => {
  expect(new PromptWatch().findsCut(prompt(estimated), read)).toBe(isCut);
});

it.each([
  ['what one whole prompt showed is expected of the next', 10_000, 5_999, true],
  ['at 0.6 of it', 10_000, 6_000, false],
  ['no more than 1.2 tokens per token estimated are ever expected', 20_000, 7_199, true],
  ['at 0.6 of 1.2', 20_000, 7_200, false],
])('%s', (_, first, read, isCut) => {
  const watch = new PromptWatch();
  expect(watch.findsCut(prompt(10_000), first)).toBe(false);
  expect(watch.findsCut(prompt(10_000), read)).toBe(isCut);
});

it('a cut prompt is told once', () => {
  const watch = new PromptWatch();
  expect(watch.findsCut(prompt(10_000), 100)).toBe(true);
  expect(watch.findsCut(prompt(10_000), 100)).toBe(false);
});
