import * as z from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { closeProviders, JSON_REPLY, modelRequest, setupModel } from '../helpers/model-setup.ts';
import type { ProviderServer } from '../helpers/provider-server.ts';

afterEach(closeProviders);

describe('learning what an endpoint accepts', () => {
  const formats = (server: ProviderServer) =>
    server.requests.map(({ body }) => {
      const format = body['response_format'] as
        | { type: string; json_schema?: { strict: boolean } }
        | undefined;
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

describe('a refusal without a reason', () => {
  const names = (server: ProviderServer) =>
    server.requests.map(({ body }) => {
      const messages = body['messages'] as { role: string }[];
      const format = body['response_format'] as { type: string } | undefined;
      const parameters = Object.keys(body).filter(
        (name) => !['model', 'messages', 'response_format'].includes(name),
      );
      return [format?.type ?? 'text', messages[0]?.role, ...parameters].join(' ');
    });

  it('is answered by one thing less at a time, remembered, and told once', async () => {
    const config = { temperature: 0.5, effort: 'low', stream: true };
    const { model, provider, notices } = await setupModel([JSON_REPLY], {
      dialect: 'terse',
      config,
    });
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    const all = 'system temperature reasoning_effort max_tokens stream stream_options';
    expect(names(provider)).toEqual([
      `json_schema ${all}`,
      `json_schema ${all}`,
      `json_schema ${all}`,
      `json_object ${all}`,
      `text ${all}`,
      'text system max_tokens stream stream_options',
      'text system max_tokens',
      'text system max_completion_tokens',
      'text user max_completion_tokens',
    ]);
    await model.complete(modelRequest());
    expect(provider.requests).toHaveLength(10);
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(provider.requests.at(-1)?.body['messages'])).toContain('You play.');
  });

  it('that no form of the request mends is an error, and nothing is learnt', async () => {
    const { model, capabilities, config } = await setupModel([{ status: 400, body: 'no' }]);
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'bad-request' });
    const { refused, rung, turns } = capabilities.of(config).traits;
    expect([refused, rung, turns]).toEqual([[], 'schema-strict', 'all']);
  });
});

it.each([
  ['Gemma', 'Developer instruction is not enabled for models/gemma-3', ['user'], 1],
  [
    'a chat template',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    ['user'],
    1,
  ],
  ['a chat template without a system role', 'System role not supported', ['user'], 1],
])('%s gets the same text without a system message', async (_, message, roles) => {
  const { model, provider } = await setupModel([
    { status: 400, body: { error: { message } } },
    JSON_REPLY,
  ]);
  await model.complete(modelRequest());
  const sent = provider.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
  expect(sent.map(({ role }) => role)).toEqual(roles);
  expect(sent[0]?.content).toBe('You play. Reply in JSON.\n\nWest of House');
});

describe('a refusal in another language costs nothing but what it names', () => {
  const asIs = 'it does not accept';
  it.each([
    [asIs + ' temperature', 'Der Parameter "temperature" wird nicht unterstützt.'],
    [asIs + ' temperature', 'Le paramètre temperature n’est pas pris en charge par ce modèle.'],
    [asIs + ' temperature', 'El parámetro «temperature» no es compatible con este modelo.'],
    [asIs + ' temperature', '不支持参数 temperature'],
    [asIs + ' temperature', 'パラメータ temperature はサポートされていません'],
    [asIs + ' temperature', 'temperature cannot be set for reasoning models'],
    [asIs + ' top_p', 'Unbekannter Parameter: top_p'],
    [asIs + ' top_p', 'Paramètre inconnu : top_p'],
    [asIs + ' top_p', 'Parámetro desconocido: top_p'],
    [asIs + ' top_p', '参数 top_p 无效'],
    [asIs + ' top_p', 'Параметр top_p не поддерживается'],
    [asIs + ' max_tokens', '"max_tokens" wird von diesem Modell nicht unterstützt.'],
    [asIs + ' stream', 'Streaming wird nicht unterstützt'],
    [asIs + ' stream', 'Le streaming n’est pas disponible'],
    ['asked for as "schema"', 'Strukturierte Ausgabe (response_format) wird nicht unterstützt'],
    ['asked for as "schema"', '该模型不支持 response_format json_schema'],
    ['without a system message', 'Die Rolle "system" wird nicht unterstützt'],
    ['without a system message', 'Le rôle system n’est pas pris en charge'],
    ['without a system message', 'El rol system no es compatible'],
    ['without a system message', '不支持 system 角色'],
  ])('%s: %s', async (learnt, message) => {
    const { model, provider, notices } = await setupModel(
      [{ status: 400, body: { error: { message } } }, JSON_REPLY],
      { config: { temperature: 0.5, topP: 0.9, stream: true } },
    );
    await model.complete(modelRequest());
    expect(provider.requests).toHaveLength(2);
    expect(notices.join()).toContain(`${learnt}.`);
  });
});

it('a conversation without a system message is told in one text where roles must alternate', async () => {
  const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
  const { model, provider } = await setupModel([
    { status: 400, body: { error: { message } } },
    JSON_REPLY,
  ]);
  const messages = (['user', 'assistant', 'user'] as const).map((role, at) => ({
    role,
    content: `text ${at}`,
  }));
  await model.complete(modelRequest({ messages }));
  const sent = provider.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
  expect(sent).toHaveLength(1);
  expect(sent[0]?.content).toMatch(/text 0[^]*text 1[^]*text 2/);
});

it('a reply limit above the one that the endpoint names is lowered to it, and remembered', async () => {
  const message =
    'max_tokens is too large: 500. This model supports at most 256 completion tokens.';
  const refusal = { status: 400, body: { error: { message, param: 'max_tokens' } } };
  const { model, provider } = await setupModel([refusal, JSON_REPLY]);
  await model.complete(modelRequest());
  await model.complete(modelRequest());
  expect(provider.requests.map(({ body }) => body['max_tokens'])).toEqual([500, 256, 256]);
});

it('limits in the schema that the endpoint refuses are left out, and the rest of the shape stays', async () => {
  const message = "Invalid schema for response_format 'agent_reply': 'maxLength' is not permitted.";
  const refusal = { status: 400, body: { error: { message, param: 'response_format' } } };
  const { model, provider } = await setupModel([refusal, JSON_REPLY]);
  await model.complete(modelRequest());
  const sent = provider.requests.map(({ body }) => JSON.stringify(body['response_format']));
  expect(sent.map((format) => format.includes('"maxLength"'))).toEqual([true, false]);
  expect(sent.every((format) => format.includes('"strict":true'))).toBe(true);
});

describe('a prompt that leaves little room for the reply', () => {
  const refusal = (message: string) => ({
    status: 400,
    body: { object: 'error', message, code: 400 },
  });
  const limits = (server: ProviderServer) => server.requests.map(({ body }) => body['max_tokens']);

  it.each([
    "This model's maximum context length is 4096 tokens. However, you requested 4296 tokens (3796 in the messages, 500 in the completion).",
    "'max_tokens' or 'max_completion_tokens' is too large: 500. This model's maximum context length is 4096 tokens and your request has 3796 input tokens (500 > 4096 - 3796).",
  ])('gets as much as there is: %s', async (message) => {
    const { model, provider } = await setupModel([refusal(message), JSON_REPLY]);
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    expect(limits(provider)).toEqual([500, 300]);
  });

  it.each([
    ['just below 200 tokens', 3897, 1],
    ['at 200 tokens', 3896, 2],
    ['just above', 3895, 2],
    ['less than was asked for', 3597, 2],
    ['as long as what was asked for', 3596, 1],
  ])('with room %s is asked %i, %i times', async (_, prompt, times) => {
    const message = `This model's maximum context length is 4096 tokens (${prompt} in the messages).`;
    const { model, provider } = await setupModel([refusal(message), JSON_REPLY]);
    await model.complete(modelRequest()).catch(() => undefined);
    expect(provider.requests).toHaveLength(times);
  });
});

describe('what was answered before is not at fault', () => {
  const refusal = { status: 400, body: { error: { message: 'Bad Request' } } };

  it('an unexplained refusal after a good answer of the same form is about the content, and the form stays', async () => {
    for (const status of [400, 422]) {
      const { model, provider, notices } = await setupModel([JSON_REPLY, { ...refusal, status }]);
      const asked = modelRequest();
      await model.complete(asked);
      await expect(model.complete(asked)).rejects.toMatchObject({
        kind: 'content',
        retryable: false,
        message: expect.stringContaining('Bad Request'),
      });
      expect([provider.requests.length, notices]).toEqual([2, []]);
    }
  });

  it('in the last way the form is changed, and kept where the same messages came through with it', async () => {
    const { model, provider, notices } = await setupModel([JSON_REPLY, refusal, JSON_REPLY], {});
    const asked = modelRequest();
    await model.complete(asked);
    await model.complete({ ...asked, formMayChange: true });
    expect(provider.requests).toHaveLength(3);
    expect(notices).toHaveLength(1);
  });

  it('a form that was never asked for may be', async () => {
    const { model, provider } = await setupModel([JSON_REPLY, refusal, JSON_REPLY]);
    await model.complete(modelRequest());
    await model.complete(modelRequest({ replySchema: z.object({ action: z.string() }) }));
    expect(provider.requests).toHaveLength(3);
  });
});

it('everything that was learnt is named', async () => {
  const refused = (message: string) => ({ status: 400, body: { error: { message } } });
  const { model, notices } = await setupModel([
    refused('maxLength is not supported'),
    refused('max_tokens may be at most 300'),
    refused('System role not supported'),
    JSON_REPLY,
  ]);
  await model.complete(modelRequest());
  expect(notices).toEqual([
    expect.stringMatching(/without limits; .*at most 300 tokens; .*without a system message\.$/),
  ]);
});

describe('a server that fails over the form of a request', () => {
  it.each([
    [500, 'Error rendering prompt with jinja template: System role not supported'],
    [500, 'Unable to compile the grammar'],
    [501, 'Streaming is not implemented'],
    [405, 'tools are not allowed here'],
    [500, 'response_format: json_schema is not implemented'],
  ])('%i "%s" before the first answer is adapted to at once', async (status, message) => {
    const failure = { status, body: { error: { message } } };
    const { model, notices } = await setupModel([failure, JSON_REPLY], {
      config: { stream: true },
    });
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    expect(notices).toHaveLength(1);
  });

  it.each([
    ['streaming is disabled', 'it does not accept stream'],
    ['stream is not available', 'it does not accept stream'],
  ])('"%s" costs nothing but that', async (message, learnt) => {
    const failure = { status: 405, body: { error: { message } } };
    const config = { stream: true };
    const { model, notices } = await setupModel([failure, JSON_REPLY], { config });
    expect((await model.complete(modelRequest())).text).toBe(JSON_REPLY);
    expect(notices.join('\n')).toContain(`${learnt}.`);
  });

  it.each([
    [500, 'upstream connect error'],
    [400, 'The model is loading'],
    [500, 'context deadline exceeded'],
    [502, 'template'],
  ])('%i "%s" is weather', async (status, message) => {
    const { model, provider } = await setupModel([{ status, body: { error: { message } } }]);
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'server' });
    expect(provider.requests).toHaveLength(1);
  });

  it('is in trouble when it answered before', async () => {
    const failure = { status: 500, body: { error: { message: 'grammar stack is empty' } } };
    const { model, provider } = await setupModel([JSON_REPLY, failure]);
    await model.complete(modelRequest());
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'server' });
    expect(provider.requests).toHaveLength(2);
  });
});
