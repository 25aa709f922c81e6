import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, BudgetExceeded } from '../../src/model/budget.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { Experience, withReservations } from '../../src/model/reservation.ts';
import { NOTHING_SPENT } from '../../src/model/budget.ts';
import { modelRequest } from '../helpers/model-setup.ts';
import { recordSpending } from '../helpers/recorded-spending.ts';

const RATES = { input: 2e-6, output: 8e-6 };
const PROMPT = 400;
const prompt = (tokens: number) => [
  { role: 'user' as const, content: 'word '.repeat(tokens * 0.8) },
];

/** A model whose replies take as much of their limit as `share` says, and which answers when the queue is idle. */
function spender(share: () => number, rates = RATES) {
  const limits: number[] = [];
  const model: LanguageModel = {
    async complete({ replyLimit = 2000 }) {
      limits.push(replyLimit);
      for (let tick = 0; tick < 1 + (limits.length % 3); tick += 1) await Promise.resolve();
      const completionTokens = Math.round(replyLimit * share());
      const costUsd = PROMPT * rates.input + completionTokens * rates.output;
      const usage = { promptTokens: PROMPT, completionTokens, cachedTokens: 0, reasoningTokens: 0 };
      return {
        text: '',
        reasoning: '',
        usage: { ...usage, costUsd },
        finishReason: 'stop',
        model: 'm',
      };
    },
  };
  return { model, limits };
}

/** Four players that ask until they are refused. */
async function spendAll(costUsd: number, share: () => number, rates: typeof RATES | null = RATES) {
  const { model, limits } = spender(share);
  const recorded = recordSpending(model);
  const run = new Budget('run', { costUsd }, recorded.spent);
  const experience = new Experience();
  const play = async () => {
    const all = [new Budget('episode', {}, () => NOTHING_SPENT), run];
    const terms = { replyTokens: 2000, rates };
    const asked = withReservations(recorded.model, all, () => terms, experience);
    for (;;) await asked.complete(modelRequest({ messages: prompt(PROMPT) }));
  };
  const ends = await Promise.allSettled([play(), play(), play(), play()]);
  return { spent: recorded.spent(), limits, ends };
}

describe('a limit of money', () => {
  it(
    'is never passed by four in parallel, and used up to less than another reply',
    { tags: ['slow'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.double({ min: 0.005, max: 0.3, noNaN: true }),
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
          async (costUsd, shares) => {
            let call = 0;
            const share = () => shares[(call += 1) % shares.length] ?? 1;
            const { spent, ends } = await spendAll(costUsd, share);
            expect(spent.costUsd).toBeLessThanOrEqual(costUsd);
            const another = PROMPT * 1.2 * RATES.input + 300 * RATES.output;
            expect(costUsd - spent.costUsd).toBeLessThan(another * 1.1);
            for (const end of ends) {
              expect(end).toMatchObject({ reason: expect.any(BudgetExceeded) as unknown });
            }
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it('lowers the last reply to what is left, but not under 300 tokens', async () => {
    const { limits } = await spendAll(0.1, () => 1);
    expect(Math.min(...limits)).toBeGreaterThanOrEqual(300);
    expect(limits.some((limit) => limit < 2000)).toBe(true);
  });

  it('is kept also where only the provider says what a call cost', async () => {
    for (const costUsd of [0.05, 0.2]) {
      const { spent } = await spendAll(costUsd, () => 0.4, null);
      expect(spent.costUsd).toBeLessThanOrEqual(costUsd);
      expect(spent.calls).toBeGreaterThan(1);
    }
  });
});

describe('a reply of 300 tokens', () => {
  const costOf = (reply: number) =>
    Math.ceil(PROMPT * 0.8 * 5 * 0.4 * 1.1) * RATES.input + reply * RATES.output;
  it.each([
    [299, false],
    [300, true],
    [301, true],
  ])('with room for %s is asked for: %s', async (reply, isAsked) => {
    const { model, limits } = spender(() => 0);
    const recorded = recordSpending(model);
    const budget = new Budget('run', { costUsd: costOf(reply) + 1e-12 }, recorded.spent);
    const asked = withReservations(
      recorded.model,
      [budget],
      () => ({ replyTokens: 2000, rates: RATES }),
      new Experience(),
    );
    const answer = asked.complete(modelRequest({ messages: prompt(PROMPT) }));
    if (isAsked) await answer;
    else await expect(answer).rejects.toBeInstanceOf(BudgetExceeded);
    expect(limits).toEqual(isAsked ? [reply] : []);
  });
});
