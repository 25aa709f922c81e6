import { describe, expect, it } from 'vitest';
import { publishedContext, withKnownPrices } from '../../src/model/prices.ts';
import { modelsSchema } from '../../src/model/settings.ts';

const DAY = new Date('2026-11-20T12:00:00Z');
const pricesOf = async (models: object) =>
  (await withKnownPrices(modelsSchema.parse(models), DAY)).prices;

const OPENAI = 'https://api.openai.com/v1';

describe('the public price of a model', () => {
  it('holds from today on, with what reading from and writing into a cache costs', async () => {
    expect(
      await pricesOf({ model: 'claude-opus-4-5', baseUrl: 'https://api.anthropic.com/v1' }),
    ).toEqual({
      'claude-opus-4-5': [
        { since: '2026-11-20', input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
      ],
    });
  });

  it('gives way to what is set', async () => {
    const own = [{ since: '2026-01-01', input: 1, output: 1 }];
    expect(
      await pricesOf({ model: 'gpt-5-mini', baseUrl: OPENAI, prices: { 'gpt-5-mini': own } }),
    ).toEqual({ 'gpt-5-mini': own });
  });

  it('is that of each role at its own address', async () => {
    const roles = { memory: { model: 'gpt-5-nano' }, critic: { model: 'nobody-knows-it' } };
    expect(Object.keys(await pricesOf({ model: 'gpt-5-mini', baseUrl: OPENAI, roles }))).toEqual([
      'gpt-5-mini',
      'gpt-5-nano',
    ]);
  });

  it.each([
    [
      'at the address of nobody who is known',
      { model: 'gpt-5-mini', baseUrl: 'https://x.example/v1' },
    ],
    ['on this machine', { model: 'gpt-5-mini', baseUrl: 'http://127.0.0.1:8080/v1' }],
    ['of no model', { baseUrl: OPENAI }],
  ])('is unknown %s', async (_, models) => {
    expect(await pricesOf(models)).toEqual({});
  });
});

it('what a model reads is known from its provider', async () => {
  expect(await publishedContext({ model: 'gpt-5-mini', baseUrl: OPENAI })).toBe(400_000);
  expect(await publishedContext({ model: 'nobody-knows-it', baseUrl: OPENAI })).toBeNull();
});
