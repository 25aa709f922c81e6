import { describe, expect, it } from 'vitest';
import {
  addSpent,
  Budget,
  BudgetExceeded,
  describeSpent,
  NOTHING_SPENT,
  spentSince,
  subtractSpent,
  type BudgetLimits,
} from '../../src/model/budget.ts';
import { Experience, withReservations } from '../../src/model/reservation.ts';
import type { Usage } from '../../src/model/model.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';
import { modelRequest } from '../helpers/model-setup.ts';
import { recordSpending } from '../helpers/recorded-spending.ts';

const usage = (costUsd: number | null): Usage => ({
  promptTokens: 90,
  completionTokens: 10,
  cachedTokens: 40,
  reasoningTokens: 0,
  costUsd,
});

async function spend(limits: BudgetLimits, costs: readonly (number | null)[]) {
  const scripted = createScriptedModel((_, index) => ({
    text: 'ok',
    usage: usage(costs[index] ?? null),
  }));
  const { model: recorded, spent } = recordSpending(scripted);
  const budget = new Budget('run', limits, spent);
  const model = withReservations(recorded, [budget], () => null, new Experience());
  const ask = () => model.complete(modelRequest());
  for (const _ of costs) await ask();
  return { ask, spent, scripted };
}

describe('a budget', () => {
  it('counts calls, tokens and money', async () => {
    const { spent } = await spend({}, [0.25, 0.5]);
    expect(spent()).toMatchObject({
      calls: 2,
      promptTokens: 180,
      completionTokens: 20,
      cachedTokens: 80,
      costUsd: 0.75,
      callsOfUnknownCost: 0,
    });
  });

  it.each([
    ['tokens', { tokens: 150 }],
    ['costUsd', { costUsd: 0.7 }],
  ] as const)(
    'refuses the call that would begin above its limit of %s, and sends nothing',
    async (limit, limits) => {
      const { ask, scripted } = await spend(limits, [0.25, 0.5]);
      const error: unknown = await ask().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BudgetExceeded);
      expect(error).toMatchObject({ code: 'budget', limit, spent: { calls: 2 } });
      expect(scripted.calls).toHaveLength(2);
    },
  );

  it('without limits never refuses', async () => {
    const { ask } = await spend({}, [null, null]);
    expect((await ask()).text).toBe('ok');
  });

  it('counts a turn that goes on until it is recorded', () => {
    const budget = new Budget('run', { turns: 1 }, () => NOTHING_SPENT);
    const endTurn = budget.holdTurn();
    expect(() => budget.checkTurn()).toThrow('1 turns per run');
    expect(() => budget.check()).not.toThrow();
    endTurn();
    expect(() => budget.checkTurn()).not.toThrow();
  });

  it('of money that is used up says so where all costs are known', async () => {
    const { ask } = await spend({ costUsd: 0.7 }, [0.25, 0.5]);
    await expect(ask()).rejects.toThrow('The limit of $0.7 per run is reached (2 calls');
  });

  it('does not pretend to keep a limit of money when the cost is unknown', async () => {
    const { ask } = await spend({ costUsd: 100 }, [null]);
    await expect(ask()).rejects.toThrow('reports no cost');
  });
});

it('sums are added, and taken off each other, in each of their parts', () => {
  const one = { ...NOTHING_SPENT, turns: 5, calls: 3, costUsd: 0.5 };
  const other = { ...NOTHING_SPENT, turns: 2, calls: 4, minutes: 1 };
  expect(addSpent(one, other)).toEqual({ ...one, turns: 7, calls: 7, minutes: 1 });
  expect(subtractSpent(one, other)).toEqual({ ...one, turns: 3, calls: -1, minutes: -1 });
  expect(spentSince(other, one)).toEqual({ ...one, turns: 3, calls: 0 });
});

describe('what was spent, in words', () => {
  it.each([
    [[0.0123], '1 call, 100 tokens, $0.0123'],
    [[null, null], '2 calls, 200 tokens, cost unknown'],
    [[0.5, null], '2 calls, 200 tokens, at least $0.5000'],
    [[], '0 calls, 0 tokens, free'],
  ])('%j', async (costs, words) => {
    const { spent } = await spend({}, costs);
    expect(describeSpent(spent())).toBe(words);
  });
});
