import { afterEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorKind } from '../../src/domain/errors.ts';
import type { CallProgress } from '../../src/domain/message.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { type PatienceLimits, withPatience } from '../../src/model/patience.ts';
import { Weather } from '../../src/model/weather.ts';
import { createScriptedModel, type Script } from '../helpers/scripted-model.ts';
import { createFakePace } from '../helpers/fake-pace.ts';
import { closeProviders, JSON_REPLY, modelRequest, setupModel } from '../helpers/model-setup.ts';

afterEach(closeProviders);

const MINUTE = 60_000;
const LIMITS: PatienceLimits = { patienceMs: 30 * MINUTE, attempts: null };

const failure = (kind: ModelErrorKind = 'server', retryAfterMs: number | null = null) =>
  new ModelError('host failed; wait', {
    kind,
    role: 'agent',
    retryable: kind !== 'auth' && kind !== 'quota',
    retryAfterMs,
  });

function patient(script: Script | LanguageModel, limits: Partial<PatienceLimits> = {}) {
  const fake = createFakePace(0.5);
  const weather = new Weather();
  const adapter = 'complete' in script ? script : createScriptedModel(script);
  const down: ModelError[] = [];
  const model = withPatience(
    {
      adapter,
      weatherOf: () => weather,
      limits: { ...LIMITS, ...limits },
      onDown: (error) => void down.push(error),
    },
    fake.pace,
  );
  return { model, weather, down, ...fake };
}

const repeat = (times: number, error: ModelError) => Array.from({ length: times }, () => error);

describe('an endpoint that is down', () => {
  it('is asked again after growing pauses of at most a minute, until it answers', async () => {
    const { model, waits } = patient([...repeat(9, failure()), 'ok']);
    expect((await model.complete(modelRequest())).text).toBe('ok');
    const pauses = [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 750);
    expect(waits).toEqual(pauses);
  });

  it('is told once, and each pause is shown with its reason', async () => {
    const { model, down } = patient([failure(), failure('network'), ...repeat(5, failure()), 'ok']);
    const shown: CallProgress[] = [];
    await model.complete(modelRequest({ onProgress: (progress) => void shown.push(progress) }));
    expect(down).toHaveLength(1);
    expect(shown).toHaveLength(7);
    expect(shown.slice(0, 2)).toEqual([
      { type: 'waiting', why: 'host failed; wait', waitMs: 750, downMs: 0, patienceMs: 1_800_000 },
      {
        type: 'waiting',
        why: 'host failed; wait',
        waitMs: 1500,
        downMs: 750,
        patienceMs: 1_800_000,
      },
    ]);
  });

  it.each([
    [4999, 0],
    [5000, 1],
    [5001, 1],
  ])('that asks for a pause of %i ms is told %i times', async (retryAfterMs, times) => {
    const { model, down } = patient([failure('rate', retryAfterMs), 'ok']);
    await model.complete(modelRequest());
    expect(down).toHaveLength(times);
  });

  it('is waited for through ten minutes, and every question is answered', async () => {
    const { pace, advance } = createFakePace(0.5);
    const weather = new Weather();
    const adapter: LanguageModel = {
      complete: async (request) => {
        advance(1000);
        const isOut = pace.now() > 5 * MINUTE && pace.now() < 15 * MINUTE;
        if (isOut) throw failure('network');
        return createScriptedModel(['ok']).complete(request);
      },
    };
    const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown: () => undefined };
    const model = withPatience(player, pace);
    while (pace.now() < 20 * MINUTE) expect((await model.complete(modelRequest())).text).toBe('ok');
  });

  it.each([
    ['just below the patience', 30 * MINUTE - 1, 'ok'],
    ['at the patience', 30 * MINUTE, 'ok'],
    ['just above it', 30 * MINUTE + 1, 'outage'],
  ])('that asks for a pause %s: %s', async (_, asked, expected) => {
    const { model } = patient([failure('rate', asked), 'ok']);
    const outcome = await model.complete(modelRequest()).then(
      ({ text }) => text,
      ({ kind }: ModelError) => kind,
    );
    expect(outcome).toBe(expected);
  });

  it('for longer than the patience is an outage, and the sentence says what becomes of the episode', async () => {
    const { model, pace } = patient(repeat(60, failure()));
    await expect(model.complete(modelRequest())).rejects.toMatchObject({
      kind: 'outage',
      message: expect.stringMatching(
        /^host failed; it has failed for .* resumed by the next run\.$/,
      ),
    });
    // The last try is when the patience ends, as the live line says.
    expect(pace.now()).toBe(30 * MINUTE);
  });

  it('counts its patience from its first failure, whoever asked then', async () => {
    const { model, weather, advance } = patient(repeat(60, failure()));
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'outage' });
    expect(weather.since).toBe(0);
    advance(5 * MINUTE);
    const before = await model.complete(modelRequest({ role: 'memory' })).catch(() => 'at once');
    expect(before).toBe('at once');
  });
});

describe('pauses', () => {
  it('are those that the provider asks for', async () => {
    const { model, waits } = patient([failure('rate', 37_000), failure('rate', 148), 'ok']);
    await model.complete(modelRequest());
    expect(waits).toEqual([37_000, 148]);
  });

  it('are no longer believed when they were too short three times', async () => {
    const { model, waits } = patient([...repeat(4, failure('rate', 1)), 'ok']);
    await model.complete(modelRequest());
    expect(waits).toEqual([1, 1, 1, 6000]);
  });

  it('that are longer than our own are believed at every attempt', async () => {
    const { model, waits } = patient([...repeat(5, failure('rate', 90_000)), 'ok']);
    await model.complete(modelRequest());
    expect(waits).toEqual([90_000, 90_000, 90_000, 90_000, 90_000]);
  });

  it('hold every question to the endpoint', async () => {
    const { model, waits, weather } = patient([failure('rate', 20_000), 'ok', 'ok']);
    weather.pause(7000, 'host failed; wait');
    await model.complete(modelRequest());
    expect(waits).toEqual([7000, 20_000]);
  });

  it('end at once on an abort', async () => {
    const weather = new Weather();
    const adapter = createScriptedModel([failure('rate', MINUTE), 'ok']);
    const player = { adapter, weatherOf: () => weather, limits: LIMITS, onDown: () => undefined };
    const controller = new AbortController();
    const pending = withPatience(player).complete(
      modelRequest({
        signal: controller.signal,
        onProgress: () => void setImmediate(() => controller.abort(new Error('stop now'))),
      }),
    );
    await expect(pending).rejects.toThrow('stop now');
    expect(adapter.calls).toHaveLength(1);
  });
});

describe('an endpoint that fails under several questions', () => {
  it('gets fewer at a time, and answers all', async () => {
    let [asked, failures] = [0, 0];
    const adapter: LanguageModel = {
      async complete(request) {
        asked += 1;
        await new Promise(setImmediate);
        const isTooMuch = asked > 1;
        asked -= 1;
        if (isTooMuch) failures += 1;
        if (isTooMuch) throw failure();
        return createScriptedModel(['ok']).complete(request);
      },
    };
    const { model } = patient(adapter);
    const ask = async () => (await model.complete(modelRequest())).text;
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['ok', 'ok', 'ok', 'ok']);
    const before = failures;
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(failures).toBe(before);
  });

  it('an abort ends the wait for room', async () => {
    const weather = new Weather();
    const controller = new AbortController();
    const asking = [createFakePace().pace, controller.signal, () => undefined] as const;
    const endless = async () => weather.withRoom(...asking, () => new Promise(() => {}));
    void endless();
    void endless();
    weather.overloaded(0);
    const waiting = weather.withRoom(...asking, async () => 'never');
    controller.abort(new Error('stop now'));
    await expect(waiting).rejects.toThrow('stop now');
  });
});

describe('what is no weather', () => {
  it.each(['auth', 'quota'] as const)('%s is given up at once', async (kind) => {
    const adapter = createScriptedModel([failure(kind), 'ok']);
    await expect(patient(adapter).model.complete(modelRequest())).rejects.toMatchObject({ kind });
    expect(adapter.calls).toHaveLength(1);
  });

  it('what is no ModelError is given up at once', async () => {
    const { model } = patient([new RangeError('bug'), 'ok']);
    await expect(model.complete(modelRequest())).rejects.toThrow(RangeError);
  });

  it.each([
    ['two', 2, 'ok'],
    ['three', 3, 'malformed'],
  ])(
    'after %s answers that are no completion, asked for at once: %s',
    async (_, times, expected) => {
      const { model, waits } = patient([...repeat(times, failure('malformed')), 'ok']);
      const outcome = await model.complete(modelRequest()).then(
        ({ text }) => text,
        ({ kind }: ModelError) => kind,
      );
      expect(outcome).toBe(expected);
      expect(waits).toEqual([]);
    },
  );

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
  ])('%i attempts are made when that is the limit', async (attempts, expected) => {
    const adapter = createScriptedModel(repeat(4, failure()));
    const { model } = patient(adapter, { attempts });
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind: 'server' });
    expect(adapter.calls).toHaveLength(expected);
  });
});

describe('a question that times out', () => {
  it('twice while others are answered gets twice the time, once', async () => {
    // More than three questions are an error of the script, so that asking without end ends the test.
    const adapter = createScriptedModel(repeat(3, failure('timeout')));
    const { model, weather } = patient(adapter);
    const pending = model.complete(modelRequest({ onProgress: () => void (weather.answers += 1) }));
    await expect(pending).rejects.toMatchObject({ kind: 'timeout' });
    expect(adapter.calls.map(({ timeFactor = 1 }) => timeFactor)).toEqual([1, 1, 2]);
  });

  it('while nothing is answered is weather', async () => {
    const { model, waits } = patient([...repeat(5, failure('timeout')), 'ok']);
    expect((await model.complete(modelRequest())).text).toBe('ok');
    expect(waits).toHaveLength(5);
  });
});

it.each(['reset', 'reset-mid-body', 'html'] as const)('%s once is got over', async (fault) => {
  const { model, provider } = await setupModel([{ fault }, JSON_REPLY]);
  expect((await patient(model).model.complete(modelRequest())).text).toBe(JSON_REPLY);
  expect(provider.requests).toHaveLength(2);
});

describe('a stray refusal', () => {
  const stray = (status: number, kind: ModelErrorKind) =>
    new ModelError('host refused; look', { kind, role: 'agent', retryable: false, status });

  it.each([
    [403, 'auth'],
    [404, 'unknown-model'],
    [200, 'malformed'],
    [302, 'bad-request'],
  ] as const)(
    '%i after a good answer is waited out twice, and believed at the third',
    async (status, kind) => {
      const good = patient(['ok', ...repeat(2, stray(status, kind)), 'ok']);
      await good.model.complete(modelRequest());
      expect((await good.model.complete(modelRequest())).text).toBe('ok');
      expect(good.waits).toHaveLength(2);
      const bad = patient(['ok', ...repeat(3, stray(status, kind)), 'ok']);
      await bad.model.complete(modelRequest());
      await expect(bad.model.complete(modelRequest())).rejects.toMatchObject({ kind });
    },
  );

  it.each([
    [403, 'auth', []],
    [401, 'auth', ['ok']],
    [403, 'quota', ['ok']],
  ] as const)('%i (%s) after %j is believed at once', async (status, kind, before) => {
    const { model, waits } = patient([...before, stray(status, kind), 'ok']);
    for (const _ of before) await model.complete(modelRequest());
    await expect(model.complete(modelRequest())).rejects.toMatchObject({ kind });
    expect(waits).toEqual([]);
  });
});

describe('nobody there', () => {
  const unreached = (evidence: string) =>
    new ModelError('host: no', { kind: 'network', role: 'agent', retryable: true, evidence });

  it.each([
    ['getaddrinfo ENOTFOUND models.example', 'no-endpoint'],
    ['connect ECONNREFUSED 127.0.0.1:8080', 'no-endpoint'],
    ['connect ECONNREFUSED ::1:8080', 'no-endpoint'],
    ['ssl3_get_record:wrong version number', 'no-endpoint'],
    ['bad port', 'no-endpoint'],
    ['Proxy response (407) !== 200 when HTTP Tunneling', 'no-endpoint'],
    ['Proxy response (502) !== 200 when HTTP Tunneling', null],
    ['connect ECONNREFUSED 203.0.113.7:443', null],
    ['getaddrinfo EAI_AGAIN models.example', null],
  ])('"%s" at the first contact is %s, and weather later', async (evidence, kind) => {
    const first = patient([unreached(evidence), 'ok']);
    const outcome = await first.model.complete(modelRequest()).then(
      () => null,
      (error: ModelError) => error.kind,
    );
    expect([outcome, first.waits.length]).toEqual([kind, kind === null ? 1 : 0]);
    const later = patient(['ok', unreached(evidence), 'ok']);
    await later.model.complete(modelRequest());
    expect((await later.model.complete(modelRequest())).text).toBe('ok');
  });
});
