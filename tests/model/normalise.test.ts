import { describe, expect, it } from 'vitest';
import { readCompletion } from '../../src/model/provider-reply.ts';
import { usageOf } from '../../src/model/normalise.ts';
import { isCostKnown } from '../../src/model/prices.ts';

const PRICE = { since: '2026-01-01', input: 2, cachedInput: 1, output: 10 };
const SIZE = { price: PRICE, promptCharacters: 4000, replyCharacters: 400 };

const used = (usage: unknown, size = SIZE) => {
  const completion = readCompletion(JSON.stringify({ choices: [], usage }));
  if (completion === null) throw new Error('no completion');
  return usageOf(completion, size);
};

const ESTIMATED = { promptTokens: 1000, completionTokens: 100, isEstimated: true, costUsd: 0.003 };

describe('tokens that nobody can believe are estimated from the texts, and priced', () => {
  it.each([
    ['none', undefined],
    ['nothing', {}],
    ['zero', { prompt_tokens: 0, completion_tokens: 0 }],
    ['negative', { prompt_tokens: -5, completion_tokens: -1 }],
    ['text', { prompt_tokens: '1000', completion_tokens: '9' }],
    ['1e308', { prompt_tokens: 1e308, completion_tokens: 1 }],
    ['1e308 in the reply', { prompt_tokens: 1000, completion_tokens: 1e308 }],
    ['just above what so short a prompt can have', { prompt_tokens: 26_001 }],
  ])('%s', (_, usage) => {
    expect(used(usage)).toMatchObject(ESTIMATED);
  });

  it.each([25_999, 26_000])('%i tokens of 4,000 characters are believed', (promptTokens) => {
    const usage = used({ prompt_tokens: promptTokens });
    expect(usage).toMatchObject({ promptTokens });
    expect(usage).not.toHaveProperty('isEstimated');
  });
});

describe('what a call cost', () => {
  it.each([
    ['is what is reported', { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 }, 0.5],
    ['is nothing when nothing is reported to be', { prompt_tokens: 1000, cost: 0 }, 0],
    ['is priced when the report is negative', { prompt_tokens: 1000, cost: -1 }, 0.002],
    ['is priced when the report is text', { prompt_tokens: 1000, cost: '0.5' }, 0.002],
    ['is believed up to 1,000 dollars', { prompt_tokens: 1000, cost: 1000 }, 1000],
    ['is priced when the report is 1e308', { prompt_tokens: 1000, cost: 1e308 }, 0.002],
    [
      'counts no more cached tokens than there are',
      { prompt_tokens: 1000, prompt_tokens_details: { cached_tokens: 9999 } },
      0.001,
    ],
  ])('%s', (_, usage, expected) => {
    expect(used(usage).costUsd).toBeCloseTo(expected, 12);
  });

  it('counts what was written into the cache at its own price, and never more than there was', () => {
    const price = { ...PRICE, cacheWrite: 4 };
    const cost = (details: object) =>
      used(
        { prompt_tokens: 1000, completion_tokens: 1, prompt_tokens_details: details },
        { ...SIZE, price },
      ).costUsd;
    expect(cost({ cached_tokens: 200, cache_write_tokens: 300 })).toBeCloseTo(0.00241, 12);
    expect(cost({ cached_tokens: 200, cache_write_tokens: 9000 })).toBeCloseTo(0.00341, 12);
  });

  it('is unknown without a price', () => {
    expect(used({ prompt_tokens: 1000 }, { ...SIZE, price: null as never }).costUsd).toBeNull();
  });
});

it.each([
  ['with a price in force', 'm', 'https://api.example.com/v1', true],
  ['with a price that is not in force yet', 'later', 'https://api.example.com/v1', false],
  ['without a price', 'other', 'https://api.example.com/v1', false],
  ['where costs are reported', 'other', 'https://openrouter.ai/api/v1', true],
])('whether a cost is known: %s', (_, model, baseUrl, expected) => {
  const prices = { m: [PRICE], later: [{ ...PRICE, since: '2026-06-01' }] };
  expect(isCostKnown({ model, baseUrl }, prices, '2026-05-31')).toBe(expected);
});
