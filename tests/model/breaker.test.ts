import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorKind } from '../../src/domain/errors.ts';
import { createBreaker, withBreaker } from '../../src/model/breaker.ts';
import { createScriptedModel, type ScriptedReply } from '../../src/model/scripted-model.ts';
import { modelRequest } from '../helpers/model-setup.ts';

const failure = (kind: ModelErrorKind) =>
  new ModelError(kind, { kind, role: 'agent', retryable: true });

const STOP = new Error('stop');
const LIMITS = { failures: 3, coolDownMs: 1000, longestCoolDownMs: 3000 };

function setup(reply: (signal: AbortSignal) => ScriptedReply | Promise<ScriptedReply>) {
  let time = 0;
  const scripted = createScriptedModel(({ signal }) => reply(signal));
  const model = withBreaker(
    scripted,
    createBreaker(LIMITS, () => time),
  );
  const kindOf = async (signal = new AbortController().signal) => {
    const outcome: unknown = await model
      .complete(modelRequest({ signal }))
      .catch((e: unknown) => e);
    return outcome instanceof ModelError
      ? outcome.kind
      : outcome instanceof Error
        ? 'aborted'
        : 'ok';
  };
  const fail = async (times: number) => {
    for (let index = 0; index < times; index++) await kindOf();
  };
  return { kindOf, fail, calls: scripted.calls, advance: (ms: number) => void (time += ms), model };
}

describe('the breaker', () => {
  it('opens after failures in a row and asks nothing more until the cool-down is over', async () => {
    const { kindOf, calls, advance } = setup(() => failure('server'));
    expect([await kindOf(), await kindOf(), await kindOf()]).toEqual([
      'server',
      'server',
      'server',
    ]);
    expect(await kindOf()).toBe('circuit-open');
    advance(999);
    expect(await kindOf()).toBe('circuit-open');
    expect(calls).toHaveLength(3);
    advance(1);
    expect(await kindOf()).toBe('server');
    expect(calls).toHaveLength(4);
  });

  it('says how long it stays open', async () => {
    const { model, fail, advance } = setup(() => failure('network'));
    await fail(3);
    advance(400);
    await expect(model.complete(modelRequest())).rejects.toMatchObject({
      retryAfterMs: 600,
      message: expect.stringContaining('1 s'),
    });
  });

  it('doubles the cool-down after each failed probe, up to the longest', async () => {
    const { kindOf, fail, advance } = setup(() => failure('timeout'));
    await fail(3);
    for (const coolDown of [1000, 2000, 3000, 3000]) {
      advance(coolDown - 1);
      expect(await kindOf()).toBe('circuit-open');
      advance(1);
      expect(await kindOf()).toBe('timeout');
    }
  });

  it.each(['auth', 'bad-request', 'context', 'malformed'] as const)(
    'stays closed on %s: the endpoint is up',
    async (kind) => {
      const { kindOf, fail } = setup(() => failure(kind));
      await fail(10);
      expect(await kindOf()).toBe(kind);
    },
  );

  it('sends exactly one probe; who comes meanwhile waits for its result', async () => {
    let isUp = false;
    let release: (reply: ScriptedReply) => void = () => undefined;
    const { kindOf, fail, calls, advance } = setup(() => {
      if (isUp) return new Promise((resolve) => (release = resolve));
      return failure('server');
    });
    await fail(3);
    advance(1000);
    isUp = true;
    const three = [kindOf(), kindOf(), kindOf()];
    await new Promise(setImmediate);
    expect(calls).toHaveLength(4);
    release(failure('server'));
    expect(await Promise.all(three)).toEqual(['server', 'circuit-open', 'circuit-open']);
    expect(calls).toHaveLength(4);
  });

  it('closes after a probe that succeeded', async () => {
    let reply: ScriptedReply = failure('server');
    const { kindOf, fail, advance } = setup(() => reply);
    await fail(3);
    advance(1000);
    reply = 'up';
    expect([await kindOf(), await kindOf()]).toEqual(['ok', 'ok']);
    reply = failure('server');
    await fail(2);
    expect(await kindOf()).toBe('server');
  });

  it('stays open after a probe that was aborted, and lets nobody wait beyond an abort', async () => {
    const { kindOf, fail, calls, advance } = setup((signal) =>
      calls.length > 3 ? once(signal, 'abort').then(() => Promise.reject(STOP)) : failure('server'),
    );
    await fail(3);
    advance(1000);
    const controller = new AbortController();
    const pending = [kindOf(controller.signal), kindOf(controller.signal)];
    await new Promise(setImmediate);
    controller.abort(STOP);
    expect(await Promise.all(pending)).toEqual(['aborted', 'aborted']);
    await new Promise(setImmediate);
    expect(await kindOf()).toBe('circuit-open');
    expect(calls).toHaveLength(4);
  });
});
