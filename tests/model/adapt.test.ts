import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { closeProviders, JSON_REPLY, modelRequest, setupModel } from '../helpers/model-setup.ts';
import type { ProviderServer } from '../helpers/provider-server.ts';

afterEach(closeProviders);

describe('learning what an endpoint accepts', () => {
  const formats = (server: ProviderServer) =>
    server.requests.map(({ body }) => {
      const format = body['response_format'] as
        { type: string; json_schema?: { strict: boolean } } | undefined;
      return format === undefined
        ? 'none'
        : `${format.type}${format.json_schema?.strict ? '!' : ''}`;
    });

  it.each([
    ['openai', ['json_schema!', 'json_schema!']],
    ['groq', ['json_schema!', 'json_schema', 'json_object', 'json_object']],
    ['lmstudio', ['json_schema!', 'json_schema', 'json_schema']],
  ] as const)('%s: the ladder is stepped down once and remembered', async (dialect, expected) => {
    const { model, provider, notices } = await setupModel([JSON_REPLY], { dialect });
    await model.complete(modelRequest());
    await model.complete(modelRequest());
    expect(formats(provider)).toEqual(expected);
    expect(notices).toHaveLength(dialect === 'openai' ? 0 : 1);
  });

  it('a new client with the same capabilities does not ask twice', async () => {
    const { model, provider, config, services } = await setupModel([JSON_REPLY], {
      dialect: 'groq',
    });
    await model.complete(modelRequest());
    await createOpenAiModel(config, services).complete(modelRequest());
    expect(formats(provider).at(-1)).toBe('json_object');
    expect(provider.requests).toHaveLength(4);
  });

  it.each([
    ['off', ['none']],
    ['object', ['json_object']],
    ['schema', ['json_schema!']],
  ] as const)('structured: %s is obeyed', async (structured, expected) => {
    const { model, provider } = await setupModel([JSON_REPLY], { config: { structured } });
    await model.complete(modelRequest());
    expect(formats(provider)).toEqual(expected);
  });

  it('a pinned shape that the endpoint refuses is an error that names the setting', async () => {
    const { model } = await setupModel([JSON_REPLY], {
      dialect: 'groq',
      config: { structured: 'schema' },
    });
    await expect(model.complete(modelRequest())).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('"structured" to "auto"'),
    });
  });

  it('a reasoning model gets max_completion_tokens and no temperature, once and for all', async () => {
    const { model, provider, notices } = await setupModel([JSON_REPLY], {
      config: { model: 'o9-mini', temperature: 0.5, maxTokens: 800 },
    });
    await model.complete(modelRequest());
    await model.complete(modelRequest());
    expect(provider.requests).toHaveLength(4);
    expect(provider.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 800 });
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('temperature');
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('max_tokens');
    expect(notices).toEqual([expect.stringContaining('max_tokens, temperature')]);
  });

  it('an unknown extra parameter is dropped and remembered', async () => {
    const { model, provider } = await setupModel([JSON_REPLY], {
      dialect: 'vllm',
      config: { extraBody: { top_k: 20, min_p: 0.1 } },
    });
    await model.complete(modelRequest());
    await model.complete(modelRequest());
    expect(provider.requests.map(({ body }) => 'top_k' in body)).toEqual([true, false, false]);
    expect(provider.requests.at(-1)?.body).toHaveProperty('min_p', 0.1);
  });

  it('nothing is learnt from a request that never succeeded', async () => {
    const { model, provider } = await setupModel([
      { status: 400, body: { error: { message: 'bad JSON schema' } } },
    ]);
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'bad-request' });
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'bad-request' });
    const tried = formats(provider);
    const once = tried.slice(0, tried.length / 2);
    expect(once[0]).toBe('json_schema!');
    expect(tried).toEqual([...once, ...once]);
  });
});
