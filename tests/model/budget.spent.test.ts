import { expect, it } from 'vitest';
import { NOTHING_SPENT, recordedSpending, spentOnCall } from '../../src/model/budget.ts';
import { agentCall, failedCall } from '../report/scene.ts';

const own = agentCall(1, (field) => field);
if (own.outcome !== 'answered') throw new Error('The call of the scene is answered.');
const copied = { ...own, copied: true as const };

it('a call that a fork has from its parent is nobody’s spending, nor are the turns that came with it', () => {
  expect(spentOnCall(copied)).toEqual(NOTHING_SPENT);
  expect(spentOnCall(own)).toMatchObject({ calls: 1, promptTokens: 1000, costUsd: 0.001 });
  const records = { calls: [copied, copied, own], turns: [1, 2, 3] };
  expect(recordedSpending(records, 2)).toEqual({ ...spentOnCall(own), turns: 1 });
});

it('a failed call is a call without tokens, and one without a price is of unknown cost', () => {
  expect(spentOnCall(failedCall((field) => field))).toEqual({ ...NOTHING_SPENT, calls: 1 });
  const unpriced = { ...own, usage: { ...own.usage, costUsd: null } };
  const both = recordedSpending({ calls: [unpriced, own], turns: [] }, 0);
  expect(both).toMatchObject({ calls: 2, callsOfUnknownCost: 1, costUsd: 0.001 });
});
