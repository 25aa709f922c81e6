import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import {
  CANARY_KEY,
  closeProviders,
  JSON_REPLY,
  modelFailure,
  modelRequest,
  setupModel,
} from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';

afterEach(closeProviders);

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
    ...(
      [
        ['retry_after_ms', 250, 250],
        ['retry_after', 2, 2000],
        ['retryDelay', '7s', 7000],
        ['retryDelay', { seconds: '7', nanos: 500_000_000 }, 7500],
        ['retryDelay', {}, null],
      ] as const
    ).map(([field, value, retryAfterMs]): [string, ProviderReply, object] => [
      `429, ${field} ${JSON.stringify(value)} in the body`,
      { status: 429, body: { error: { message: 'Slow down.', [field]: value } } },
      { kind: 'rate', retryAfterMs },
    ]),
    [
      'a list of errors (Google)',
      {
        status: 400,
        body: [
          {
            error: {
              code: 400,
              message: 'This is not allowed here.',
              status: 'INVALID_ARGUMENT',
              details: [{ reason: 'API_KEY_INVALID' }],
            },
          },
        ],
      },
      { kind: 'auth', message: expect.stringContaining('(400: This is not allowed here.)') },
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
        kind: 'unknown-model',
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
    [
      '200 with a status of its own and no choices',
      { status: 200, body: { code: 429, msg: 'too many requests' } },
      { kind: 'rate' },
    ],
    [
      'no choices, in the words of the server',
      { status: 200, body: { detail: 'Try the other port' } },
      { kind: 'empty', message: expect.stringContaining('Try the other port') },
    ],
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
    expect(await modelFailure([reply], { structured: 'off' })).toMatchObject(expected);
  });

  it.each([401, 402, 403, 429])('%i is told in the words of the server', async (status) => {
    const body = { error: { message: 'Verify your e-mail address first.' } };
    const { message } = await modelFailure([{ status, body }], { structured: 'off' });
    expect(message).toContain(`(${status}: Verify your e-mail address first.)`);
  });

  it('a redirect is not followed: the other host hears nothing', async () => {
    const other = await setupModel([JSON_REPLY]);
    const location = `${other.provider.baseUrl}/chat/completions`;
    const error = await modelFailure([{ status: 307, headers: { location } }]);
    expect(error.message).toContain(new URL(location).host);
    expect(other.provider.requests).toEqual([]);
  });

  it('a closed port is a network error that says what to check', async () => {
    const { model, provider } = await setupModel([JSON_REPLY]);
    await provider.close();
    await expect(model.complete(modelRequest())).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('a server that speaks no TLS is told with the address to take, in one line', async () => {
    const { config, services } = await setupModel([JSON_REPLY]);
    const baseUrl = config.baseUrl.replace('http:', 'https:');
    await expect(
      createOpenAiModel({ ...config, baseUrl }, services).complete(modelRequest()),
    ).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringMatching(
        /\(wrong version number\); it speaks no TLS; begin the base URL with http:\/\/\.$/,
      ),
    });
  });

  it('an HTTP date in Retry-After is a time from now', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const error = await modelFailure([{ status: 429, headers: { 'retry-after': date } }]);
    expect(error.retryAfterMs).toBeGreaterThan(5_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  it('the key appears neither in messages nor in evidence when the provider echoes it', async () => {
    const body = { error: { message: `Incorrect API key provided: ${CANARY_KEY}` } };
    for (const status of [400, 401, 404, 500]) {
      const error = await modelFailure([{ status, body }], { structured: 'off' });
      const told = `${error.message} ${error.evidence} ${String(error.stack)}`;
      expect(told).toContain('Incorrect API key provided: [redacted]');
      expect(told).not.toContain('canary');
      await closeProviders();
    }
  });

  it('a message has one sentence and names role, model and host', async () => {
    const error = await modelFailure([{ status: 401 }]);
    expect(error.message).toMatch(
      /^127\.0\.0\.1:\d+ refused the key for the agent model "test-model"/,
    );
  });
});
