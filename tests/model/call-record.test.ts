import { expect, it } from 'vitest';
import * as z from 'zod';
import { callRecordSchema, withRecorder, type CallRecord } from '../../src/model/call-record.ts';
import { NO_USAGE } from '../../src/model/model.ts';

it('a recorded call that is read again says which memories its messages showed', async () => {
  const kept: CallRecord[] = [];
  const reply = { text: '{}', reasoning: '', model: 'm', usage: NO_USAGE };
  const complete = () => Promise.resolve({ ...reply, finishReason: 'stop' as const });
  const model = withRecorder({ complete }, (call) => kept.push(call));
  const request = { messages: [], replySchema: z.object({}), signal: new AbortController().signal };
  await model.complete({ ...request, role: 'agent', memories: ['ab2cde'] });
  await model.complete({ ...request, role: 'critic' });
  const read = kept.map((call) => callRecordSchema.parse(JSON.parse(JSON.stringify(call))));
  expect(read.map(({ memories }) => memories)).toEqual([['ab2cde'], undefined]);
});

it('a recorded call has its turn, its attempt and how long it took, and no turn where it belongs to none', async () => {
  const kept: CallRecord[] = [];
  const reply = { text: '{}', reasoning: '', model: 'm', usage: NO_USAGE };
  const complete = () => Promise.resolve({ ...reply, finishReason: 'stop' as const });
  let ms = 0;
  const model = withRecorder({ complete }, (call) => kept.push(call), {
    now: () => (ms += 250),
    clock: () => new Date('2030-01-31T00:00:00Z'),
    turnOf: (role) => (role === 'agent' ? 7 : null),
  });
  const request = { messages: [], replySchema: z.object({}), signal: new AbortController().signal };
  for (const role of ['agent', 'agent', 'knowledge'] as const)
    await model.complete({ ...request, role });
  const startedAt = '2030-01-31T00:00:00.000Z';
  expect(kept).toMatchObject([
    { turn: 7, attempt: 1, latencyMs: 250, startedAt },
    { turn: 7, attempt: 2, latencyMs: 250, startedAt },
    { attempt: 1, latencyMs: 250, startedAt },
  ]);
  expect(kept.map((call) => 'turn' in call)).toEqual([true, true, false]);
});
