import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ModelError } from '../../src/domain/errors.ts';
import { createCapabilities } from '../../src/model/capabilities.ts';
import type { ModelConfig } from '../../src/model/model-config.ts';
import type { ModelRequest } from '../../src/model/model.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import type { DialectName } from '../helpers/provider-dialects.ts';
import {
  startProvider,
  type ProviderReply,
  type ProviderServer,
} from '../helpers/provider-server.ts';

const KEY = 'sk-canary-0123456789abcdef';
const replySchema = z.object({ thinking: z.string(), action: z.string() });
const JSON_REPLY = '{"thinking":"dark","action":"turn on lamp"}';

let provider: ProviderServer | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: 'agent',
    messages: [
      { role: 'system', content: 'You play. Reply in JSON.' },
      { role: 'user', content: 'West of House' },
    ],
    replySchema,
    signal: new AbortController().signal,
    ...more,
  };
}

async function setup(
  replies: readonly ProviderReply[],
  options: { dialect?: DialectName; config?: Partial<ModelConfig> } = {},
) {
  provider = await startProvider({ replies, ...(options.dialect && { dialect: options.dialect }) });
  const capabilities = createCapabilities();
  const notices: string[] = [];
  const config: ModelConfig = {
    model: 'test-model',
    baseUrl: provider.baseUrl,
    apiKey: KEY,
    timeoutMs: 5000,
    structured: 'auto',
    ...options.config,
  };
  const services = {
    capabilities,
    notice: (_code: string, message: string) => void notices.push(message),
    today: () => '2026-11-20',
  };
  const model = createOpenAiModel(config, services);
  return { model, provider, capabilities, notices, config, services };
}

async function failure(replies: readonly ProviderReply[], config: Partial<ModelConfig> = {}) {
  const { model } = await setup(replies, { config });
  const error: unknown = await model.complete(request()).catch((reason: unknown) => reason);
  if (!(error instanceof ModelError)) throw new Error(`not a ModelError: ${String(error)}`);
  return error;
}

describe('a good answer', () => {
  it.each([
    'openai',
    'openrouter',
    'together',
    'groq',
    'vllm',
    'llamacpp',
    'ollama',
    'lmstudio',
  ] as const)('%s: text, reasoning, usage and model name are read', async (dialect) => {
    const { model } = await setup([{ content: JSON_REPLY, reasoning: 'It is dark.' }], { dialect });
    const reply = await model.complete(request());
    expect(reply).toMatchObject({
      text: JSON_REPLY,
      reasoning: 'It is dark.',
      finishReason: 'stop',
      model: 'test-model',
      usage: { completionTokens: 5, costUsd: dialect === 'openrouter' ? 0.0125 : null },
    });
    expect(reply.usage.promptTokens).toBeGreaterThan(10);
  });

  it('sends one system message first, no names, and only the parameters that are configured', async () => {
    const { model, provider } = await setup([JSON_REPLY], {
      config: { temperature: 0.5, topP: 0.9, maxTokens: 300, extraBody: { top_k: 20 } },
    });
    await model.complete(request());
    const body = provider.requests[0]?.body;
    expect(body).toEqual({
      model: 'test-model',
      messages: request().messages,
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 300,
      top_k: 20,
      response_format: expect.objectContaining({ type: 'json_schema' }),
    });
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('sends no limit when none is configured, and twice the limit when asked for more room', async () => {
    const { model, provider } = await setup([JSON_REPLY]);
    await model.complete(request());
    expect(provider.requests[0]?.body).not.toHaveProperty('max_tokens');
    await provider.close();
    const second = await setup([JSON_REPLY], { config: { maxTokens: 300 } });
    await second.model.complete(request({ replyRoom: 2 }));
    expect(second.provider.requests[0]?.body).toMatchObject({ max_tokens: 600 });
  });

  it('bills cached tokens once, at the price in force today', async () => {
    const { model } = await setup([JSON_REPLY], {
      config: {
        prices: [
          { since: '2025-01-01', input: 900, output: 900 },
          { since: '2026-01-01', input: 2, cachedInput: 1, output: 10 },
          { since: '2027-01-01', input: 900, output: 900 },
        ],
      },
    });
    const { usage } = await model.complete(request());
    const expected = (usage.promptTokens - usage.cachedTokens) * 2 + usage.cachedTokens + 5 * 10;
    expect(usage.costUsd).toBeCloseTo(expected / 1e6, 12);
    expect(usage.cachedTokens).toBeGreaterThan(0);
  });
});

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
    const { model, provider, notices } = await setup([JSON_REPLY], { dialect });
    await model.complete(request());
    await model.complete(request());
    expect(formats(provider)).toEqual(expected);
    expect(notices).toHaveLength(dialect === 'openai' ? 0 : 1);
  });

  it('a new client with the same capabilities does not ask twice', async () => {
    const { model, provider, config, services } = await setup([JSON_REPLY], { dialect: 'groq' });
    await model.complete(request());
    const known = createCapabilities(services.capabilities.all());
    await createOpenAiModel(config, { ...services, capabilities: known }).complete(request());
    expect(formats(provider).at(-1)).toBe('json_object');
    expect(provider.requests).toHaveLength(4);
  });

  it.each([
    ['off', ['none']],
    ['object', ['json_object']],
    ['schema', ['json_schema!']],
  ] as const)('structured: %s is obeyed', async (structured, expected) => {
    const { model, provider } = await setup([JSON_REPLY], { config: { structured } });
    await model.complete(request());
    expect(formats(provider)).toEqual(expected);
  });

  it('a pinned shape that the endpoint refuses is an error that names the setting', async () => {
    const { model } = await setup([JSON_REPLY], {
      dialect: 'groq',
      config: { structured: 'schema' },
    });
    await expect(model.complete(request())).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('"structured" to "auto"'),
    });
  });

  it('a reasoning model gets max_completion_tokens and no temperature, once and for all', async () => {
    const { model, provider, notices } = await setup([JSON_REPLY], {
      config: { model: 'o9-mini', temperature: 0.5, maxTokens: 800 },
    });
    await model.complete(request());
    await model.complete(request());
    expect(provider.requests).toHaveLength(4);
    expect(provider.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 800 });
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('temperature');
    expect(provider.requests.at(-1)?.body).not.toHaveProperty('max_tokens');
    expect(notices).toEqual([expect.stringContaining('max_tokens, temperature')]);
  });

  it('an unknown extra parameter is dropped and remembered', async () => {
    const { model, provider } = await setup([JSON_REPLY], {
      dialect: 'vllm',
      config: { extraBody: { top_k: 20, min_p: 0.1 } },
    });
    await model.complete(request());
    await model.complete(request());
    expect(provider.requests.map(({ body }) => 'top_k' in body)).toEqual([true, false, false]);
    expect(provider.requests.at(-1)?.body).toHaveProperty('min_p', 0.1);
  });

  it('nothing is learnt from a request that never succeeded', async () => {
    const { model, capabilities } = await setup([
      { status: 400, body: { error: { message: 'bad JSON schema' } } },
    ]);
    await expect(model.complete(request())).rejects.toMatchObject({ kind: 'bad-request' });
    expect(capabilities.all()).toEqual([]);
  });
});

describe('answers that are no completion', () => {
  const context = {
    error: {
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    },
  };
  it.each<[string, ProviderReply, object]>([
    ['401', { status: 401 }, { kind: 'auth', retryable: false }],
    ['403', { status: 403 }, { kind: 'auth', retryable: false }],
    ['402', { status: 402 }, { kind: 'quota', retryable: false }],
    [
      '429 without credit',
      { status: 429, body: { error: { code: 'insufficient_quota' } } },
      { kind: 'quota', retryable: false },
    ],
    [
      '429, wait 5 s',
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'rate', retryable: true, retryAfterMs: 5000 },
    ],
    [
      '429, wait an hour',
      { status: 429, headers: { 'retry-after': '3600' } },
      { kind: 'rate', retryAfterMs: 3_600_000 },
    ],
    [
      '429, wait 250 ms',
      { status: 429, headers: { 'retry-after-ms': '250', 'retry-after': '1' } },
      { kind: 'rate', retryAfterMs: 250 },
    ],
    [
      '429, nonsense',
      { status: 429, headers: { 'retry-after': '-1' } },
      { kind: 'rate', retryAfterMs: null },
    ],
    ['500', { status: 500 }, { kind: 'server', retryable: true }],
    [
      '503',
      { status: 503, body: '<html>busy</html>' },
      { kind: 'server', retryable: true, evidence: '<html>busy</html>' },
    ],
    ['408', { status: 408 }, { kind: 'timeout', retryable: true }],
    [
      '404',
      { status: 404 },
      {
        kind: 'bad-request',
        retryable: false,
        message: expect.stringContaining('check the model name'),
      },
    ],
    ['400', { status: 400 }, { kind: 'bad-request', retryable: false }],
    ['413', { status: 413 }, { kind: 'context', retryable: false }],
    [
      'context (llama.cpp)',
      { status: 400, body: context },
      { kind: 'context', message: expect.stringContaining('4096 tokens') },
    ],
    [
      'context (OpenAI)',
      {
        status: 400,
        body: {
          error: {
            code: 'context_length_exceeded',
            message: "This model's maximum context length is 8192 tokens.",
          },
        },
      },
      { kind: 'context', message: expect.stringContaining('8192 tokens') },
    ],
    [
      '200 with an error',
      { status: 200, body: { error: { code: 502, message: 'Upstream died' } } },
      { kind: 'server', retryable: true },
    ],
    [
      '200 with a quota error',
      { status: 200, body: { error: { code: 402, message: 'No credit' } } },
      { kind: 'quota' },
    ],
    [
      '200 with an error in the choice',
      {
        status: 200,
        body: { choices: [{ finish_reason: 'error', error: { code: 429, message: 'slow down' } }] },
      },
      { kind: 'rate' },
    ],
    [
      '200 with an error string',
      { status: 200, body: { error: 'Model is unloaded' } },
      { kind: 'server', evidence: expect.stringContaining('unloaded') },
    ],
    ['no choices', { status: 200, body: { choices: [] } }, { kind: 'empty', retryable: true }],
    ['no choices at all', { status: 200, body: {} }, { kind: 'empty' }],
    [
      'a web page',
      { fault: 'html' },
      { kind: 'malformed', evidence: expect.stringContaining('Sign in') },
    ],
    ['half a JSON body', { status: 200, body: '{"choices":[{"mess' }, { kind: 'malformed' }],
    [
      'an empty body',
      { status: 200, body: '' },
      { kind: 'malformed', message: expect.stringContaining('nothing') },
    ],
    [
      '10 MB',
      { fault: 'huge' },
      { kind: 'malformed', message: expect.stringContaining('too much') },
    ],
    ['a reset before the headers', { fault: 'reset' }, { kind: 'network', retryable: true }],
    ['a reset in the body', { fault: 'reset-mid-body' }, { kind: 'network', retryable: true }],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/steal' } },
      { kind: 'bad-request', message: expect.stringContaining('redirects') },
    ],
  ])('%s', async (_, reply, expected) => {
    expect(await failure([reply], { structured: 'off' })).toMatchObject(expected);
  });

  it('a closed port is a network error that says what to check', async () => {
    const { model, provider } = await setup([JSON_REPLY]);
    await provider.close();
    await expect(model.complete(request())).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('an HTTP date in Retry-After is a time from now', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const error = await failure([{ status: 429, headers: { 'retry-after': date } }]);
    expect(error.retryAfterMs).toBeGreaterThan(5_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  it('the key appears neither in messages nor in evidence when the provider echoes it', async () => {
    const body = { error: { message: `Incorrect API key provided: ${KEY}` } };
    for (const status of [400, 401, 404, 500]) {
      const error = await failure([{ status, body }], { structured: 'off' });
      expect(`${error.message} ${error.evidence} ${String(error.stack)}`).not.toContain('canary');
      await provider?.close();
    }
  });

  it('a message has one sentence and names role, model and host', async () => {
    const error = await failure([{ status: 401 }]);
    expect(error.message).toMatch(
      /^127\.0\.0\.1:\d+ refused the key for the agent model "test-model"/,
    );
  });
});

describe('the deadline', () => {
  it.each(['no-headers', 'stall-body', 'keep-alive'] as const)(
    'ends a provider with %s',
    async (fault) => {
      const error = await failure([{ fault }], { timeoutMs: 50 });
      expect(error).toMatchObject({ kind: 'timeout', retryable: true });
    },
  );

  it.each(['no-headers', 'stall-body', 'keep-alive'] as const)(
    'an abort rejects with its reason while the provider has %s',
    async (fault) => {
      const { model, provider } = await setup([{ fault }]);
      const controller = new AbortController();
      const pending = model.complete(request({ signal: controller.signal }));
      const outcome = expect(pending).rejects.toThrow('stop now');
      while (provider.requests.length === 0) await new Promise(setImmediate);
      controller.abort(new Error('stop now'));
      await outcome;
    },
  );

  it('an aborted signal sends nothing', async () => {
    const { model, provider } = await setup([JSON_REPLY]);
    const signal = AbortSignal.abort(new Error('over'));
    await expect(model.complete(request({ signal }))).rejects.toThrow('over');
    expect(provider.requests).toEqual([]);
  });
});

describe('messages that are not plain text', () => {
  const replyTo = async (reply: ProviderReply) => {
    const { model } = await setup([reply]);
    return model.complete(request());
  };

  it('null content with reasoning is an empty text with reasoning', async () => {
    expect(await replyTo({ content: null, reasoning: JSON_REPLY })).toMatchObject({
      text: '',
      reasoning: JSON_REPLY,
    });
  });

  it('think tags leave the text', async () => {
    expect(await replyTo(`<think>hmm</think>\n${JSON_REPLY}`)).toMatchObject({
      text: JSON_REPLY,
      reasoning: 'hmm',
    });
  });

  it('reasoning_details are joined and win over the other fields', async () => {
    const message = {
      reasoning_details: [
        { type: 'reasoning.text', text: 'one' },
        { type: 'reasoning.summary', summary: 'two' },
        { type: 'reasoning.encrypted', data: 'x' },
      ],
      reasoning: 'other',
    };
    expect(await replyTo({ content: JSON_REPLY, message })).toMatchObject({
      reasoning: 'one\n\ntwo',
    });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'other'],
    [null, 'other'],
  ] as const)('finish_reason %s is %s', async (finishReason, expected) => {
    expect(await replyTo({ content: 'x', finishReason })).toMatchObject({ finishReason: expected });
  });

  it('a refusal is a refusal whatever its finish reason', async () => {
    expect(await replyTo({ content: null, message: { refusal: 'I cannot.' } })).toMatchObject({
      finishReason: 'refusal',
      text: 'I cannot.',
    });
  });

  it('content in parts is joined, and JSON under a text content type is read', async () => {
    expect(
      await replyTo({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
    ).toMatchObject({ text: 'ab' });
    await provider?.close();
    const body = JSON.stringify({ choices: [{ message: { content: 'ok' } }] });
    const reply = await replyTo({ status: 200, body, headers: { 'content-type': 'text/plain' } });
    expect(reply).toMatchObject({ text: 'ok', usage: { promptTokens: 0, costUsd: null } });
  });

  it('what a provider refused to finish as JSON is a reply to repair', async () => {
    const body = {
      error: {
        code: 'json_validate_failed',
        message: 'Failed to generate JSON',
        failed_generation: 'go north',
      },
    };
    expect(await replyTo({ status: 400, body })).toMatchObject({
      text: 'go north',
      finishReason: 'other',
    });
  });
});
