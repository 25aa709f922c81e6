import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { roleConfigs } from '../../src/model/model-config.ts';

const configs = (models: object) =>
  roleConfigs(
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
