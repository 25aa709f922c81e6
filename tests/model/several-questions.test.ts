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
  /** Whether a question is answered at this moment, else how long to wait. */
  type Limit = (now: number) => number;

  /** So many answers in each minute of the clock. */
  const aMinute = (most: number) => (): Limit => {
    let [window, answers] = [0, 0];
    return (now) => {
      if (Math.floor(now / MINUTE) > window) [window, answers] = [Math.floor(now / MINUTE), 0];
      answers += 1;
      return answers > most ? (window + 1) * MINUTE - now : 0;
    };
  };

  /** One answer every six seconds, and so many that were saved up. */
  const saved = (most: number) => (): Limit => {
    let [left, last] = [most, 0];
    return (now) => {
      [left, last] = [Math.min(most, left + (now - last) / 6000), now];
      if (left < 1) return (1 - left) * 6000;
      left -= 1;
      return 0;
    };
  };

  /** Eighty questions; an answer takes four seconds, a refusal a tenth of one. */
  async function limited(limit: Limit, atATime: number) {
    const { pace, run } = createSharedPace();
    const signal = new AbortController().signal;
    const weather = new Weather();
    let refusals = 0;
    const adapter: LanguageModel = {
      async complete(request) {
        const waitMs = limit(pace.now());
        if (waitMs > 0) {
          refusals += 1;
          await pace.sleep(100, signal);
          throw failure('rate', waitMs);
        }
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
    return { refusals, told, windows: Math.floor(pace.now() / MINUTE) };
  }

  it.each([
    ['ten a minute', aMinute(10)],
    ['twelve a minute, all at the same moments', aMinute(12)],
    ['one every six seconds', saved(1)],
    ['one every six seconds and five at first', saved(5)],
  ])('four at a time are refused at most twice as often as one: %s', async (_, limit) => {
    const [one, four] = [await limited(limit(), 1), await limited(limit(), 4)];
    expect(one.refusals).toBeGreaterThan(4);
    expect(four.refusals).toBeLessThanOrEqual(2 * one.refusals);
  });

  it('are told once of each window of a limit', async () => {
    const { told, windows } = await limited(aMinute(10)(), 4);
    expect(told).toBe(windows);
  });

  it('go out one less at a time after a limit that several met together, and more again after twenty answers', async () => {
    const { pace } = createFakePace();
    const weather = new Weather();
    const together = async (count: number, end: (sent: number) => void) => {
      let [asked, most] = [0, 0];
      const ask = async (sent: number) => {
        asked += 1;
        most = Math.max(most, asked);
        await new Promise(setImmediate);
        end(sent);
        asked -= 1;
      };
      const { signal } = new AbortController();
      const one = async () => weather.withRoom(pace, signal, () => undefined, ask);
      await Promise.all(Array.from({ length: count }, one));
      return most;
    };
    const answered = (sent: number) => weather.answered(sent);
    const refused = (sent: number) => {
      weather.overloaded(sent);
      weather.pause(0, 'limit');
    };
    expect(await together(4, refused)).toBe(4);
    await together(3, answered);
    expect(await together(16, answered)).toBe(3);
    await together(1, answered);
    expect(await together(4, answered)).toBe(4);
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
