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
