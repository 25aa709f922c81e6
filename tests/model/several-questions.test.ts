import { describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorKind } from '../../src/domain/errors.ts';
import { type PatienceLimits, withPatience } from '../../src/model/patience.ts';
import { withRecorder, type CallRecord } from '../../src/model/call-record.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { type Pace, Weather } from '../../src/model/weather.ts';
import { createFakePace } from '../helpers/fake-pace.ts';
import { modelRequest } from '../helpers/model-setup.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';

const MINUTE = 60_000;
const LIMITS: PatienceLimits = { patienceMs: 30 * MINUTE, attempts: null };

const failure = (kind: ModelErrorKind = 'server', retryAfterMs: number | null = null) =>
  new ModelError('host failed; wait', { kind, role: 'agent', retryable: true, retryAfterMs });

/** A clock for several that sleep at once: it goes on when nobody has anything else to do. */
function createSharedPace() {
  let time = 0;
  const sleeping: { readonly at: number; readonly wake: () => void }[] = [];
  const pace: Pace = {
    now: () => time,
    sleep: (ms) =>
      new Promise((wake) => {
        sleeping.push({ at: time + ms, wake });
        sleeping.sort((a, b) => a.at - b.at);
      }),
    random: () => 0.5,
  };
  const run = async (work: Promise<unknown>) => {
    let isOver = false;
    void work.finally(() => (isOver = true));
    for (;;) {
      await new Promise(setImmediate);
      const next = sleeping.shift();
      if (isOver || next === undefined) return;
      time = next.at;
      next.wake();
    }
  };
  return { pace, run };
}

describe('several questions at one endpoint', () => {
  /** Ten answers a minute; an answer takes four seconds, a refusal a tenth of one. */
  async function limited(atATime: number) {
    const { pace, run } = createSharedPace();
    const signal = new AbortController().signal;
    const weather = new Weather();
    let [window, answers, refusals] = [0, 0, 0];
    const adapter: LanguageModel = {
      async complete(request) {
        if (Math.floor(pace.now() / MINUTE) > window)
          [window, answers] = [Math.floor(pace.now() / MINUTE), 0];
        if (answers >= 10) {
          refusals += 1;
          await pace.sleep(100, signal);
          throw failure('rate', (window + 1) * MINUTE - pace.now());
        }
        answers += 1;
        await pace.sleep(4000, signal);
        return createScriptedModel(['ok']).complete(request);
      },
    };
    let told = 0;
    const onDown = () => void (told += 1);
    const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown };
    const model = withPatience(player, pace);
    const left = Array.from({ length: 80 }).values();
    const ask = async () => {
      for (const _ of left) await model.complete(modelRequest());
    };
    await run(Promise.all(Array.from({ length: atATime }, ask)));
    return { refusals, told, windows: window };
  }

  it('four at a time are refused for a limit at most twice as often as one, and each window is told once', async () => {
    const [one, four] = [await limited(1), await limited(4)];
    expect(one.refusals).toBeGreaterThan(4);
    expect(four.refusals).toBeLessThanOrEqual(2 * one.refusals);
    expect(four.told).toBe(four.windows);
  });

  it('go out one first after a pause, then two, then all', async () => {
    const { pace, run } = createSharedPace();
    const signal = new AbortController().signal;
    const weather = new Weather();
    const together: number[] = [];
    let [asked, isDown] = [0, true];
    const adapter: LanguageModel = {
      async complete(request) {
        asked += 1;
        if (!isDown) together.push(asked);
        await pace.sleep(1000, signal);
        asked -= 1;
        if (isDown) throw failure('rate', 20_000);
        return createScriptedModel(['ok']).complete(request);
      },
    };
    const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown: () => undefined };
    const model = withPatience(player, pace);
    const all = Promise.all(Array.from({ length: 6 }, async () => model.complete(modelRequest())));
    const up = pace.sleep(10_000, signal).then(() => (isDown = false));
    await run(Promise.all([all, up]));
    expect(together).toEqual([1, 1, 2, 2, 3, 4].slice(0, together.length));
  });

  it('an answer to a question from before the pause does not end the outage', () => {
    const weather = new Weather();
    weather.since = 1;
    expect(weather.isNews()).toBe(true);
    weather.pause(10, 'down');
    weather.answered(0);
    expect([weather.since, weather.isNews()]).toEqual([1, false]);
    weather.answered(1);
    expect([weather.since, weather.isNews()]).toEqual([null, true]);
  });
});

describe('a question that can wait', () => {
  function twoEndpoints(adapter: LanguageModel, limits: Partial<PatienceLimits> = {}) {
    const fake = createFakePace(0.5);
    const [own, agents] = [new Weather(), new Weather()];
    const told: ModelError[] = [];
    const player = {
      adapter,
      weatherOf: (role: string) => (role === 'agent' ? agents : own),
      limits: { ...LIMITS, ...limits },
      onDown: (error: ModelError) => void told.push(error),
    };
    return { model: withPatience(player, fake.pace), told, ...fake };
  }

  it('is put off after eight seconds, told once, where the endpoint is not that of the agent', async () => {
    const { model, told, pace, waits, advance } = twoEndpoints(
      createScriptedModel(() => failure()),
    );
    const asking = modelRequest({ role: 'memory', mayWait: true });
    const attempt = async () =>
      expect(model.complete(asking)).rejects.toMatchObject({ kind: 'put-off' });
    await attempt();
    expect(pace.now()).toBeLessThanOrEqual(8000);
    const before = waits.length;
    advance(8000);
    await attempt();
    expect(waits).toHaveLength(before);
    expect(told).toHaveLength(1);
  });

  it.each([
    [8000, 'ok'],
    [8001, 'put-off'],
  ])('through a pause of %i ms: %s', async (asked, expected) => {
    const { model } = twoEndpoints(createScriptedModel([failure('rate', asked), 'ok']));
    const outcome = await model.complete(modelRequest({ role: 'memory', mayWait: true })).then(
      ({ text }) => text,
      ({ kind }: ModelError) => kind,
    );
    expect(outcome).toBe(expected);
  });

  it('is put off too where the attempts are counted', async () => {
    const { model } = twoEndpoints(
      createScriptedModel(() => failure()),
      { attempts: 2 },
    );
    const asking = modelRequest({ role: 'memory', mayWait: true });
    await expect(model.complete(asking)).rejects.toMatchObject({ kind: 'put-off' });
  });

  it('is waited for as any other at the endpoint of the agent', async () => {
    const { pace } = createFakePace(0.5);
    const weather = new Weather();
    const adapter = createScriptedModel([failure('rate', 60_000), 'ok']);
    const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown: () => undefined };
    const model = withPatience(player, pace);
    expect((await model.complete(modelRequest({ role: 'memory', mayWait: true }))).text).toBe('ok');
  });
});

it('a call is recorded with what its answer took, and beside that what was waited for it', async () => {
  const { pace, advance } = createFakePace(0.5);
  const weather = new Weather();
  const script = createScriptedModel([failure('rate', 20_000), 'ok']);
  const adapter: LanguageModel = {
    complete(request) {
      advance(700);
      return script.complete(request);
    },
  };
  const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown: () => undefined };
  const calls: CallRecord[] = [];
  const keep = (call: CallRecord) => void calls.push(call);
  await withRecorder(withPatience(player, pace), keep, pace).complete(modelRequest());
  expect(calls).toMatchObject([{ latencyMs: 700, waitedMs: 20_700 }]);
});
