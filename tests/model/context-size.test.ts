import { afterEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { shareOf, slotAdvice } from '../../src/model/server-facts.ts';
import { PLAYERS } from '../../src/model/players.ts';
import { startProvider, type ProviderServer } from '../helpers/provider-server.ts';

let provider: ProviderServer | null = null;

afterEach(() => provider?.close());

async function serverThatSays(gets: Record<string, unknown>) {
  provider = await startProvider({ replies: [], gets });
  return provider.baseUrl;
}

it.each([
  [4096, { replyTokens: 512, historyTokens: 584 }],
  [8192, { replyTokens: 1024, historyTokens: 4168 }],
  [131_072, { replyTokens: 16_384, historyTokens: 111_688 }],
])('%i tokens are shared', (context, share) => {
  expect(shareOf(context)).toEqual(share);
});

it.each([
  [{ slots: null, contextTokens: 4096, trainedTokens: null }, null],
  [{ slots: 1, contextTokens: 65_536, trainedTokens: null }, '-np 2 -c 45056:'],
  [{ slots: 4, contextTokens: 22_527, trainedTokens: null }, '-np 2 -c 45056:'],
  [{ slots: 4, contextTokens: 22_528, trainedTokens: null }, null],
  [{ slots: 1, contextTokens: 8192, trainedTokens: 8192 }, '-np 2 -c 16384:'],
  [{ slots: 2, contextTokens: 8192, trainedTokens: 8192 }, null],
])('a server that says %j is to be started with %s', (facts, expected) => {
  const advice = slotAdvice(facts, 16_000);
  if (expected === null) expect(advice).toBeNull();
  else expect(advice).toContain(expected);
  if (expected !== null) expect(shareOf(22_528).historyTokens).toBeGreaterThanOrEqual(16_000);
});

describe('a small context', () => {
  const open = async (tokens: number) => {
    const baseUrl = await serverThatSays({ '/props': { n_ctx: tokens } });
    const { models } = configSchema.parse({ models: { model: 'm', baseUrl } });
    return PLAYERS.openai.open({
      seed: 1,
      models,
      findKey: () => null,
      environment: {},
      notice: () => undefined,
    });
  };

  it.each([
    ['just below 4,096', 4095, false],
    ['at 4,096', 4096, true],
    ['just above', 4097, true],
  ])('%s can be played with: %s', async (_, tokens, expected) => {
    const opened = await open(tokens).then(
      () => true,
      ({ message }: Error) => message,
    );
    if (expected) expect(opened).toBe(true);
    else expect(opened).toMatch(/4095 tokens.*4096.*-c.*OLLAMA_CONTEXT_LENGTH.*--max-model-len/);
  });
});
