import { afterEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorKind } from '../../src/domain/errors.ts';
import { RETRY_LIMITS, withRetry } from '../../src/model/retry.ts';
import { createScriptedModel } from '../../src/model/scripted-model.ts';
import { createFakePace } from '../helpers/fake-pace.ts';
import { closeProviders, JSON_REPLY, modelRequest, setupModel } from '../helpers/model-setup.ts';

afterEach(closeProviders);

const error = (
  retryable: boolean,
  retryAfterMs: number | null = null,
  kind: ModelErrorKind = 'server',
) => new ModelError('down', { kind, role: 'agent', retryable, retryAfterMs });

describe('a retryable error', () => {
  it('is asked again after random waits below a doubling time', async () => {
    const { pace, waits } = createFakePace(0.5);
    const model = createScriptedModel([error(true), error(true), 'ok']);
    const reply = await withRetry(model, RETRY_LIMITS, { pace }).complete(modelRequest());
    expect(reply.text).toBe('ok');
    expect(waits).toEqual([500, 1000]);
  });

  it('is given up after the last attempt, with the last error', async () => {
    const { pace, waits } = createFakePace();
    const last = error(true);
    const model = createScriptedModel([error(true), error(true), last, 'ok']);
    await expect(withRetry(model, RETRY_LIMITS, { pace }).complete(modelRequest())).rejects.toBe(
      last,
    );
    expect(waits).toHaveLength(2);
  });

  it.each([
    [5_000, 5_000],
    [250, 250],
    [3_600_000, 60_000],
  ])('that asks for %i ms is asked again after %i ms', async (asked, waited) => {
    const { pace, waits } = createFakePace();
    const model = createScriptedModel([error(true, asked), 'ok']);
    await withRetry(model, RETRY_LIMITS, { pace }).complete(modelRequest());
    expect(waits).toEqual([waited]);
  });

  it('is not waited for beyond the total time', async () => {
    const { pace, waits } = createFakePace();
    const model = createScriptedModel([error(true, 60_000), error(true, 60_000), 'ok']);
    const limits = { ...RETRY_LIMITS, totalMs: 90_000 };
    await expect(withRetry(model, limits, { pace }).complete(modelRequest())).rejects.toThrow(
      'down',
    );
    expect(waits).toEqual([60_000]);
  });

  it('is told before each wait', async () => {
    const { pace } = createFakePace();
    const told: number[] = [];
    const model = createScriptedModel([error(true, 7), 'ok']);
    const onRetry = (_: ModelError, waitMs: number) => void told.push(waitMs);
    await withRetry(model, RETRY_LIMITS, { pace, onRetry }).complete(modelRequest());
    expect(told).toEqual([7]);
  });
});

it('a model that never answers ends with the total time, not with attempts times timeouts', async () => {
  const model = createScriptedModel(() => new Promise(() => {}));
  const pending = withRetry(model, { ...RETRY_LIMITS, totalMs: 20 }).complete(modelRequest());
  await expect(pending).rejects.toMatchObject({ kind: 'timeout' });
  expect(model.calls).toHaveLength(1);
});

describe('no second attempt', () => {
  it('for an error that asking again cannot help', async () => {
    const model = createScriptedModel([error(false, null, 'auth'), 'ok']);
    await expect(withRetry(model).complete(modelRequest())).rejects.toMatchObject({ kind: 'auth' });
    expect(model.calls).toHaveLength(1);
  });

  it('for what is no ModelError', async () => {
    const model = createScriptedModel([new RangeError('bug'), 'ok']);
    await expect(withRetry(model).complete(modelRequest())).rejects.toThrow(RangeError);
    expect(model.calls).toHaveLength(1);
  });

  it('after an abort, which ends a wait at once', async () => {
    const model = createScriptedModel([error(true, 60_000), 'ok']);
    const controller = new AbortController();
    const onRetry = () => void setImmediate(() => controller.abort(new Error('stop now')));
    const pending = withRetry(model, RETRY_LIMITS, { onRetry }).complete(
      modelRequest({ signal: controller.signal }),
    );
    await expect(pending).rejects.toThrow('stop now');
    expect(model.calls).toHaveLength(1);
  });
});

describe('with a real endpoint', () => {
  const fast = { ...RETRY_LIMITS, firstWaitMs: 1 };

  it.each(['reset', 'reset-mid-body', 'html'] as const)('%s once is got over', async (fault) => {
    const { model, provider } = await setupModel([{ fault }, JSON_REPLY]);
    const reply = await withRetry(model, fast).complete(modelRequest());
    expect(reply.text).toBe(JSON_REPLY);
    expect(provider.requests).toHaveLength(2);
  });
});
