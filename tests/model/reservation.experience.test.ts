import { describe, expect, it } from 'vitest';
import { Experience } from '../../src/model/reservation.ts';
import { modelRequest } from '../helpers/model-setup.ts';

const PRICES = { input: 1e-6, output: 4e-6 };
const request = modelRequest({ messages: [{ role: 'user', content: 'x'.repeat(100) }] });
const usage = (promptTokens: number, costUsd: number | null = null) => ({
  promptTokens,
  completionTokens: 50,
  cachedTokens: 0,
  reasoningTokens: 0,
  costUsd,
});
const need = (experience: Experience, rates: typeof PRICES | null = null) =>
  experience.needOf(request, { replyTokens: 200, rates });

describe('what a question is expected to use', () => {
  it('is one token for two and a half characters and a tenth more, until something is known', () => {
    expect(need(new Experience())).toEqual({ promptTokens: 44, replyTokens: 200, rates: null });
    const short = { ...request, replyRoom: 0.5 };
    const terms = { replyTokens: 201, rates: null };
    expect(new Experience().needOf(short, terms).replyTokens).toBe(101);
  });

  it('is from then on by the densest text that was measured, and by no answer that tells nothing', () => {
    const experience = new Experience();
    const after = (tokens: number) => {
      experience.learn(request, usage(tokens), null);
      return need(experience).promptTokens;
    };
    expect([20, 30, 25, 0].map(after)).toEqual([22, 33, 33, 33]);
  });

  it('costs what is known of the prices, or more where more was paid', () => {
    const experience = new Experience();
    expect(need(experience, PRICES).rates).toEqual(PRICES);
    const asPriced = 100 * PRICES.input + 50 * PRICES.output;
    experience.learn(request, usage(100, asPriced / 2), PRICES);
    expect(need(experience, PRICES).rates).toEqual(PRICES);
    experience.learn(request, usage(100, asPriced * 2), PRICES);
    const { input, output } = need(experience, PRICES).rates ?? PRICES;
    expect([input / PRICES.input, output / PRICES.output]).toEqual([
      expect.closeTo(2),
      expect.closeTo(2),
    ]);
  });

  it('costs, where no price is known, as if each part alone had been paid for', () => {
    const experience = new Experience();
    experience.learn(request, usage(100), null);
    expect(need(experience).rates).toBeNull();
    experience.learn(request, usage(100, 0.5), null);
    expect(need(experience).rates).toEqual({ input: 0.005, output: 0.01 });
    experience.learn(request, usage(0, 9), null);
    expect(need(experience).rates).toEqual({ input: 0.005, output: 0.01 });
  });
});
