import { afterEach, describe, expect, it } from 'vitest';
import type { ModelErrorKind } from '../../src/domain/errors.ts';
import { closeProviders, modelFailure } from '../helpers/model-setup.ts';
import { REFUSALS } from '../helpers/refusals.ts';

afterEach(closeProviders);

/** What the program does about each kind. */
const DONE: { readonly [kind in ModelErrorKind]?: string } = {
  rate: 'waits',
  server: 'waits',
  auth: 'ends the run, 77',
  quota: 'ends the run, 77',
  'unknown-model': 'ends the run, 78',
  context: 'ends the episode',
  refusal: 'ends the episode',
};

describe('a refusal in the words of a provider', () => {
  it.each(REFUSALS)('$from: $what', async ({ reply, kind, does, retryAfterMs = null }) => {
    const error = await modelFailure([reply], { structured: 'off' });
    expect(error).toMatchObject({ kind, retryAfterMs });
    expect(DONE[kind]).toBe(does);
    expect(error.retryable).toBe(does === 'waits');
  });
});

describe('a refusal in words that nobody listed', () => {
  it.each([
    [429, { error: 'come back later' }, 'rate', null],
    [429, { error: { message: 'Quota exceeded', retry_after: 3 } }, 'rate', 3000],
    [429, { fault: { text: 'busy, retry in 1h2m' } }, 'rate', 3_720_000],
    [429, { message: 'Your organisation has run out of credits' }, 'quota', null],
    [400, { error: { message: 'You lack credits', type: 'billing_problem' } }, 'quota', null],
    [403, { error: { message: 'no', code: 'RATE_LIMITED' } }, 'rate', null],
    [403, 'forbidden', 'auth', null],
    [404, 'no such page', 'unknown-model', null],
    [418, 'teapot', 'bad-request', null],
    [520, '<html>origin error</html>', 'server', null],
    [500, { error: { message: 'Context size has been exceeded.' } }, 'server', null],
    [503, { error: { message: 'warming up', retryAfter: '90s' } }, 'server', 90_000],
  ])('%i %j is %s', async (status, body, kind, retryAfterMs) => {
    const error = await modelFailure([{ status, body }], { structured: 'off' });
    expect(error).toMatchObject({ kind, retryAfterMs });
  });
});
