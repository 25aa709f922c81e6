import { afterEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import type { Role, Message } from '../../src/domain/message.ts';
import { callRecordSchema, withRecorder, type CallRecord } from '../../src/model/call-record.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import { withPatience } from '../../src/model/patience.ts';
import { createReplayModel, ReplayDiverged, promptDiff } from '../../src/model/replay-model.ts';
import { createFakePace } from '../helpers/fake-pace.ts';
import {
  CANARY_KEY,
  closeProviders,
  JSON_REPLY,
  modelRequest,
  setupModel,
} from '../helpers/model-setup.ts';
import { createScriptedModel, type ScriptedReply } from '../helpers/scripted-model.ts';

afterEach(closeProviders);

const asked = (role: Role, content: string) =>
  modelRequest({ role, messages: [{ role: 'user', content }] });

/** Records questions and writes them to JSON lines and back. */
async function record(
  questions: readonly (readonly [Role, string, ScriptedReply])[],
): Promise<CallRecord[]> {
  const lines: string[] = [];
  const scripted = createScriptedModel(questions.map(([, , reply]) => reply));
  const model = withRecorder(scripted, (call) => lines.push(JSON.stringify(call)));
  for (const [role, content] of questions)
    await model.complete(asked(role, content)).catch(() => undefined);
  return lines.map((line) => callRecordSchema.parse(JSON.parse(line)));
}

describe('the recorder', () => {
  it('keeps a reply before the asker has it: a sink that fails keeps the reply from being used', async () => {
    const model = withRecorder(createScriptedModel(['ok']), () => {
      throw new Error('disk full');
    });
    await expect(model.complete(modelRequest())).rejects.toThrow('disk full');
  });

  it('says when a question was asked', async () => {
    const calls: CallRecord[] = [];
    const clock = () => new Date(86_400_000);
    const model = withRecorder(createScriptedModel(['ok']), (call) => calls.push(call), { clock });
    await model.complete(modelRequest());
    expect(calls.map(({ startedAt }) => startedAt)).toEqual(['1970-01-02T00:00:00.000Z']);
  });

  it('tells latency, attempt and outcome, and gives the same hash to the same question', async () => {
    const down = new ModelError('down', { kind: 'server', role: 'agent', retryable: true });
    const records = await record([
      ['agent', 'a', down],
      ['agent', 'a', 'ok'],
      ['memory', 'a', 'ok'],
      ['agent', 'b', 'ok'],
    ]);
    expect(records.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['failed', 1],
      ['answered', 2],
      ['answered', 1],
      ['answered', 1],
    ]);
    const hashes = records.map(({ requestHash }) => requestHash);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[0]).toBe(hashes[1]);
    expect(new Set(hashes).size).toBe(3);
  });

  it('lists the attempts that failed before the answer, and how long was waited after each', async () => {
    const failure = (kind: 'rate' | 'empty', retryAfterMs: number | null) =>
      new ModelError(`host failed (${kind}); wait`, {
        kind,
        role: 'agent',
        retryable: true,
        retryAfterMs,
      });
    const player = neverWaitedFor(
      createScriptedModel([failure('rate', 4000), failure('empty', null), 'ok', 'ok']),
    );
    const limits = { patienceMs: 60_000, attempts: null };
    const lines: string[] = [];
    const model = withRecorder(
      withPatience({ ...player, limits }, createFakePace(0.5).pace),
      (call) => lines.push(JSON.stringify(call)),
    );
    await model.complete(modelRequest());
    await model.complete(modelRequest());
    const [first, second] = lines.map((line) => callRecordSchema.parse(JSON.parse(line)));
    expect(first).toMatchObject({
      outcome: 'answered',
      failedAttempts: [
        { kind: 'rate', message: 'host failed (rate)', waitMs: 4000 },
        { kind: 'empty', message: 'host failed (empty)', waitMs: 0 },
      ],
    });
    expect(second).not.toHaveProperty('failedAttempts');
  });

  it('lists what an endpoint did not accept before it answered', async () => {
    const { model } = await setupModel([JSON_REPLY], { dialect: 'terse' });
    const calls: CallRecord[] = [];
    await withRecorder(model, (call) => calls.push(call)).complete(modelRequest());
    const [call] = calls;
    expect(call?.failedAttempts?.length).toBeGreaterThan(0);
    expect(call?.failedAttempts?.[0]).toMatchObject({ waitMs: 0 });
    expect(call?.failedAttempts?.[0]?.message).toContain('400');
    expect(JSON.stringify(call?.failedAttempts)).not.toContain(CANARY_KEY);
  });

  it('keeps nothing of what is no model fault', async () => {
    expect(await record([['agent', 'a', new RangeError('bug')]])).toEqual([]);
  });
});

describe('a replay', () => {
  it('gives every reply and failure back as it was', async () => {
    const reply = {
      text: '{"a":1}',
      reasoning: 'because',
      finishReason: 'length',
      model: 'm-1',
      usage: {
        promptTokens: 3,
        completionTokens: 2,
        cachedTokens: 1,
        reasoningTokens: 1,
        costUsd: 0.5,
      },
    } as const;
    const down = new ModelError('down', {
      kind: 'rate',
      role: 'agent',
      retryable: true,
      retryAfterMs: 9,
      evidence: 'e',
    });
    const replayed = createReplayModel(
      await record([
        ['agent', 'a', reply],
        ['agent', 'b', down],
      ]),
    );
    expect(await replayed.complete(asked('agent', 'a'))).toEqual(reply);
    await expect(replayed.complete(asked('agent', 'b'))).rejects.toMatchObject({
      message: 'down',
      kind: 'rate',
      retryable: true,
      retryAfterMs: 9,
      evidence: 'e',
    });
    expect(replayed.unused).toEqual([]);
  });

  it('answers equal questions in their order, and others in any order', async () => {
    const replayed = createReplayModel(
      await record([
        ['agent', 'a', 'first'],
        ['memory', 'm', 'memory'],
        ['agent', 'a', 'second'],
        ['objectives', 'o', 'objective'],
      ]),
    );
    const texts: string[] = [];
    for (const [role, content] of [
      ['objectives', 'o'],
      ['agent', 'a'],
      ['agent', 'a'],
      ['memory', 'm'],
    ] as const)
      texts.push((await replayed.complete(asked(role, content))).text);
    expect(texts).toEqual(['objective', 'first', 'second', 'memory']);
  });

  it('of another prompt stops with the section and the lines that differ', async () => {
    const before = '## Room\nKitchen\n## Memories\n- the window opens\n- dark above\n';
    // A record of another role, asked before it, is nothing to compare with.
    const records = await record([
      ['memory', 'a turn', 'ok'],
      ['agent', before, 'ok'],
    ]);
    const replayed = createReplayModel(records);
    const after = before.replace('dark', 'bright');
    const error: unknown = await replayed.complete(asked('agent', after)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ReplayDiverged);
    expect(error).toMatchObject({
      code: 'replay-diverged',
      role: 'agent',
      diff: 'message 1 (user), section "## Memories", line 5:\n- - dark above\n+ - bright above',
    });
    expect(String(error)).toContain('bright above');
  });

  it('of another schema says so', async () => {
    const { z } = await import('zod');
    const replayed = createReplayModel(await record([['agent', 'a', 'ok']]));
    const request = { ...asked('agent', 'a'), replySchema: z.object({ other: z.string() }) };
    await expect(replayed.complete(request)).rejects.toMatchObject({
      diff: 'the schema of the reply',
    });
  });

  it('that ended stops, or goes on with a model', async () => {
    const records = await record([['agent', 'a', 'recorded']]);
    const alone = createReplayModel(records);
    await alone.complete(asked('agent', 'a'));
    await expect(alone.complete(asked('agent', 'b'))).rejects.toThrow('no more answers');
    const afterwards = createScriptedModel(['live']);
    const resumed = createReplayModel(records, { afterwards });
    expect((await resumed.complete(asked('agent', 'a'))).text).toBe('recorded');
    expect((await resumed.complete(asked('agent', 'b'))).text).toBe('live');
    expect(afterwards.calls).toHaveLength(1);
  });

  it('goes live for a call that a crash lost between two others, and only after the committed turns', async () => {
    const records = await record([
      ['agent', 'turn 1', 'one'],
      ['objectives', 'completed?', 'none'],
    ]);
    let isCommitted = false;
    const afterwards = createScriptedModel(['live']);
    const resumed = createReplayModel(records, { afterwards, mayGoLive: () => isCommitted });
    await expect(resumed.complete(asked('agent', 'another turn 1'))).rejects.toThrow(
      ReplayDiverged,
    );
    await resumed.complete(asked('agent', 'turn 1'));
    isCommitted = true;
    expect((await resumed.complete(asked('objectives', 'new ones?'))).text).toBe('live');
    expect((await resumed.complete(asked('objectives', 'completed?'))).text).toBe('none');
  });
});

const prompt = (...contents: string[]): Message[] =>
  contents.map((content, index) => ({ role: index === 0 ? 'system' : 'user', content }));

it('equal prompts do not differ', () => {
  expect(promptDiff(prompt('a', 'b'), prompt('a', 'b'))).toBeNull();
});

it('names the message and the line, and shows only lines that differ', () => {
  expect(promptDiff(prompt('a', 'x\ny\nz'), prompt('a', 'x\nY\nz'))).toBe(
    'message 2 (user), line 2:\n- y\n+ Y',
  );
});

it('names the section of the line', () => {
  expect(promptDiff(prompt('## A\n1\n## B\n2'), prompt('## A\n1\n## B\n3'))).toContain(
    'section "## B", line 4',
  );
});

it('says what was added at the end, which message is missing or new, and a changed role', () => {
  expect(promptDiff(prompt('a'), prompt('a\nb'))).toBe('message 1 (system), line 2:\n+ b');
  expect(promptDiff(prompt('a'), prompt('a', 'b'))).toContain('message 2 (user) was not there');
  expect(promptDiff(prompt('a', 'b'), prompt('a'))).toContain('message 2 (user) is missing');
  expect(promptDiff([{ role: 'user', content: 'a' }], prompt('a'))).toContain('had the role user');
});
