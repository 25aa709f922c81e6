import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { modelConfigs, familySampling } from '../../src/model/model-config.ts';
import { modelsSchema } from '../../src/model/settings.ts';

const configs = (models: object) =>
  modelConfigs(
    configSchema.parse({ models: { baseUrl: 'http://127.0.0.1:9/v1', model: 'm', ...models } })
      .models,
    () => null,
  );

it('what all roles have holds for each, unless it has its own', () => {
  const common = { temperature: 0.7, maxTokens: 900, effort: 'high', extraBody: { a: 1, b: 1 } };
  const own = { temperature: 0.1, topP: 0.9, maxTokens: 50, extraBody: { b: 2 } };
  const { agent, memory } = configs({ ...common, roles: { memory: own } });
  expect(agent).toMatchObject(common);
  expect(agent).not.toHaveProperty('topP');
  expect(memory).toMatchObject({ ...own, effort: 'high', extraBody: { a: 1, b: 2 } });
});

it('a reply always has a limit, and nothing else is asked for by default', () => {
  const { agent } = configs({});
  expect(agent).toMatchObject({ maxTokens: 2000, stream: true, cacheMarker: false, extraBody: {} });
  for (const name of ['temperature', 'topP', 'effort']) expect(agent).not.toHaveProperty(name);
});

describe('effort is low where a model has efforts, and left out elsewhere', () => {
  it.each([
    ['o3-mini', 'low'],
    ['gpt-5-mini', 'low'],
    ['openai/gpt-oss-120b', 'low'],
    ['gemini-2.5-flash', 'low'],
    ['gpt-4o-mini', undefined],
    ['llama-3.3-70b', undefined],
    ['solo1', undefined],
  ])('%s', (model, effort) => {
    expect(configs({ model }).agent.effort).toBe(effort);
    expect(configs({ model, effort: 'medium' }).agent.effort).toBe('medium');
  });
});

it.each([
  ['claude-sonnet-4-5', true],
  ['anthropic/claude-haiku-4.5', true],
  ['gpt-5', false],
])('the end of the unchanging part is marked for the cache of %s: %s', (model, expected) => {
  expect(configs({ model }).agent.cacheMarker).toBe(expected);
  expect(configs({ model, cacheMarker: !expected }).agent.cacheMarker).toBe(!expected);
});

const LOCAL = 'http://127.0.0.1:8080/v1';
const sampled = (models: object, alsoNamed: readonly string[] = []) =>
  familySampling(modelsSchema.parse({ baseUrl: LOCAL, model: 'm', ...models }), 'agent', alsoNamed);

describe('a model is sampled as its makers say', () => {
  it.each([
    ['gemma3:4b', { temperature: 1, topP: 0.95, extraBody: { top_k: 64, min_p: 0 } }],
    ['google/gemma-3-270m-it', { temperature: 1, topP: 0.95, extraBody: { top_k: 64, min_p: 0 } }],
    [
      'Qwen/Qwen2.5-7B-Instruct',
      { temperature: 0.7, topP: 0.8, extraBody: { top_k: 20, min_p: 0 } },
    ],
    ['qwen3:8b', { temperature: 0.7, topP: 0.8, extraBody: { top_k: 20, min_p: 0 } }],
    [
      'Qwen3-4B-Thinking-2507',
      { temperature: 0.6, topP: 0.95, extraBody: { top_k: 20, min_p: 0 } },
    ],
    ['DeepSeek-R1-Distill-Qwen-7B', { temperature: 0.6, topP: 0.95 }],
    ['SmolLM2-135M-Instruct.Q4_1.gguf', { temperature: 0.2, topP: 0.9 }],
    ['SmolLM3-3B', { temperature: 0.6, topP: 0.95 }],
    ['llama3.2:1b', { temperature: 0.6, topP: 0.9 }],
    ['Meta-Llama-3.1-8B-Instruct', { temperature: 0.6, topP: 0.9 }],
    ['mistral-small-latest', { temperature: 0.15 }],
    ['Mistral-Nemo-Instruct-2407', { temperature: 0.3 }],
    ['Magistral-Small-2506', { temperature: 0.7, topP: 0.95 }],
    ['openai/gpt-oss-20b', { temperature: 1, topP: 1 }],
  ])('%s', (model, settings) => {
    expect(sampled({ model })?.settings).toEqual(settings);
  });

  it.each(['gpt-5-mini', 'claude-opus-5', 'gemini-3-flash', 'gemma:2b', 'some-model', 'llama2'])(
    '%s is left to its server',
    (model) => {
      expect(sampled({ model })).toBeNull();
    },
  );

  it('by what its server calls it, where its own name tells nothing', () => {
    expect(sampled({}, ['default', '/models/gemma-3-1b-it-Q8_0.gguf'])?.family).toBe('Gemma');
    expect(sampled({ model: 'qwen3' }, ['/models/gemma-3-1b.gguf'])?.family).toBe('Qwen');
  });
});

it.each([
  ['a temperature', { temperature: 0 }],
  ['a temperature of the role', { roles: { agent: { temperature: 0 } } }],
  ['top-p', { topP: 0.5 }],
  ['what goes through untouched', { extraBody: { top_k: 5 } }],
])('nothing is sampled by family where a person set %s', (_, models) => {
  expect(sampled({ model: 'gemma3:4b', ...models })).toBeNull();
});

it('what goes through untouched stays beside what suits the family', () => {
  const roles = { agent: { extraBody: { seed: 1 } } };
  const body = sampled({ model: 'gemma3:4b', roles })?.settings.extraBody;
  expect(body).toEqual({ seed: 1, top_k: 64, min_p: 0 });
});

it.each([
  ['https://api.groq.com/openai/v1', false],
  ['https://openrouter.ai/api/v1', true],
])('%s is sent what only servers of open models take: %s', (baseUrl, expected) => {
  const settings = sampled({ model: 'qwen3-32b', baseUrl })?.settings;
  expect(settings?.temperature).toBe(0.7);
  expect(settings?.extraBody !== undefined).toBe(expected);
});
