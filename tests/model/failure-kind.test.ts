import { describe, expect, it } from 'vitest';
import { contextTokensIn, failureKind } from '../../src/model/failure-kind.ts';
import { HttpFailure } from '../../src/model/http-failure.ts';

const kindOf = (status: number, body: string) =>
  failureKind(new HttpFailure(status, new Headers(), body));

describe('what a refusal means', () => {
  it.each([
    [204, '', 'malformed'],
    [302, '', 'bad-request'],
    [500, 'context length exceeded', 'server'],
    [403, 'no', 'auth'],
    [403, '{"error":{"code":"insufficient_quota"}}', 'quota'],
    [404, 'no', 'unknown-model'],
    [400, 'no', 'bad-request'],
    [400, 'The context length is exceeded', 'context'],
    [400, '{"error":{"message":"The context length is exceeded"}}', 'context'],
  ])('%i "%s" is %s', (status, body, kind) => {
    expect(kindOf(status, body)).toBe(kind);
  });
});

describe('how long a prompt is and may be', () => {
  it.each([
    ['{"n_prompt_tokens":9000,"n_ctx":4096}', 4096, 9000],
    ['{"n_prompt_tokens" : 9000, "n_ctx" :  4096}', 4096, 9000],
    ['maximum context length is 4096 tokens (3796 in the messages)', 4096, 3796],
    ['context window of 8192; 9000 tokens from the input', 8192, 9000],
    ['4096 context, 5000 input tokens', null, 5000],
    ['the prompt has 5000 tokens', null, 5000],
    ['context size 12', null, null],
    ['too long', null, null],
  ])('is read from "%s"', (body, limit, prompt) => {
    expect(contextTokensIn(body)).toEqual({ limit, prompt });
  });
});
