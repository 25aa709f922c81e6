import { expect, it } from 'vitest';
import { episodeFacts, paidCalls } from '../../src/report/episode-view.ts';
import { agentCall, episodeOf } from './scene.ts';

const words = (field: string) => field;

it('calls that a fork has from its parent are counted in the parent alone', () => {
  const own = agentCall(2, words);
  const copied = { ...agentCall(1, words), copied: true as const };
  const parent = { ...episodeOf(1, 2, words), summary: null, calls: [agentCall(1, words)] };
  const fork = { ...parent, calls: [copied, own] };
  const paidOnce = episodeFacts(parent).usage;
  expect(paidOnce.promptTokens).toBeGreaterThan(0);
  expect(episodeFacts(fork).usage).toEqual(paidOnce);
  expect(paidCalls(fork)).toEqual([own]);
  expect(episodeFacts({ ...fork, calls: [copied] }).usage).toMatchObject({ promptTokens: 0 });
});

it('what priced calls cost is kept beside a call without a price, whichever came first', () => {
  const priced = agentCall(1, words);
  if (priced.outcome !== 'answered') throw new Error('The call of the scene is answered.');
  const unpriced = { ...priced, usage: { ...priced.usage, costUsd: null } };
  const costOf = (...calls: (typeof priced)[]) =>
    episodeFacts({ ...episodeOf(1, 2, words), summary: null, calls }).usage.costUsd;
  expect(costOf(priced, unpriced)).toBe(0.001);
  expect(costOf(unpriced, priced)).toBe(0.001);
  expect(costOf(unpriced)).toBeNull();
});

it.each([
  [true, 'It is being played.'],
  [false, 'It was ended from outside.'],
])('an episode without a summary that a process holds (%s): %s', (isRunning, says) => {
  const episode = { ...episodeOf(1, 2, words), summary: null, isRunning };
  expect(episodeFacts(episode).stopDetail).toBe(says);
});
