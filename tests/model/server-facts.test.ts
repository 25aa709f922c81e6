import { afterEach, describe, expect, it } from 'vitest';
import {
  listModels,
  serverFacts,
  PromptWatch,
  type ServerFacts,
} from '../../src/model/server-facts.ts';
import { CANARY_KEY } from '../helpers/model-setup.ts';
import { startProvider, type ProviderServer } from '../helpers/provider-server.ts';

let provider: ProviderServer | null = null;

afterEach(() => provider?.close());

async function factsFrom(gets: Record<string, unknown>, model = 'm'): Promise<ServerFacts> {
  provider = await startProvider({ replies: [], gets });
  return serverFacts({ model, baseUrl: provider.baseUrl, apiKey: CANARY_KEY }, fetch);
}

const tags = (name: string, size: string) => ({
  '/api/tags': { models: [{ name, details: { parameter_size: size } }] },
});

const list = (entry: object) => ({
  '/v1/models': { data: [{ id: 'other' }, { id: 'm', ...entry }] },
});

describe('what a model reads is told', () => {
  it.each([
    ['by vLLM', list({ max_model_len: 8192 }), 8192],
    ['by OpenRouter', list({ context_length: 131_072, top_provider: {} }), 131_072],
    [
      'by LM Studio, as loaded',
      list({ max_context_length: 32_768, loaded_context_length: 4096 }),
      4096,
    ],
    ['by llama.cpp', { '/props': { default_generation_settings: { n_ctx: 16_384 } } }, 16_384],
    [
      'by the only model there is',
      { '/v1/models': { data: [{ id: 'x', meta: { n_ctx: 2048 } }] } },
      2048,
    ],
    ['by nobody', {}, null],
    ['in text', list({ max_model_len: 'many' }), null],
    ['negative', list({ max_model_len: -1 }), null],
    ['less than any model reads', list({ max_model_len: 127 }), null],
    ['the least that counts', list({ max_model_len: 128 }), 128],
  ])('%s', async (_, gets, expected) => {
    expect((await factsFrom(gets)).contextTokens).toBe(expected);
  });
});

describe('how many parameters a model has is told', () => {
  it.each([
    ['by llama.cpp', list({ meta: { n_params: 134_515_008 } }), 'm', 134_515_008],
    ['by Ollama', tags('m:latest', '4.3B'), 'm', 4.3e9],
    ['by Ollama of another model', tags('m:latest', '4.3B'), 'm:1b', 1e9],
    ['by the server, whatever the name says', list({ meta: { n_params: 9e9 } }), 'm', 9e9],
    ['by the name where no server does', {}, 'qwen3:0.6b', 0.6e9],
    ['by the name in millions', {}, 'SmolLM2-135M-Instruct', 135e6],
    ['by the name of a mixture', {}, 'mixtral-8x7b', 56e9],
    ['by nobody', {}, 'gpt-5-mini', null],
    ['by no version number', {}, 'llama3.1', null],
  ])('%s', async (_, gets, model, expected) => {
    expect((await factsFrom(gets, model)).parameters).toBe(expected);
  });
});

it('llama.cpp tells its slots, whether the template takes a system message, and the file', async () => {
  const props = {
    total_slots: 4,
    model_path: '/models/gemma-3-270m.gguf',
    chat_template_caps: { supports_system_role: false },
  };
  expect(await factsFrom({ '/props': props })).toMatchObject({
    slots: 4,
    takesSystem: false,
    alsoNamed: ['/models/gemma-3-270m.gguf'],
  });
});

it('a server that says nothing has no slots, and is trusted with a system message', async () => {
  expect(await factsFrom({})).toEqual({
    contextTokens: null,
    trainedTokens: null,
    parameters: null,
    slots: null,
    takesSystem: true,
    alsoNamed: [],
  });
});

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

it.each([
  [
    'those that play',
    { data: [{ id: 'a' }, { id: 'b-embed' }, { id: 'Rerank-c' }, { id: 5 }, 'd'] },
    ['a'],
  ],
  ['none', { data: [] }, []],
  ['null for a list that is none', { data: 'a' }, null],
  ['null for another answer', ['a'], null],
])('the models of an endpoint are %s', async (_, answer, names) => {
  provider = await startProvider({ replies: [], gets: { '/v1/models': answer } });
  expect(await listModels(provider.baseUrl, CANARY_KEY, fetch)).toEqual(names);
});
