import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Role } from '../../src/domain/message.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { NO_USAGE } from '../../src/model/model.ts';
import { createCallShortener, wholeCalls } from '../../src/records/cassette.ts';

function call(role: Role, ...texts: readonly string[]): CallRecord {
  const messages = texts.map((content): Message => ({ role: 'user', content }));
  const answer = { text: '{}', reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'm' };
  const asked = { role, requestHash: 'h', messages, attempt: 1, startedAt: '', latencyMs: 1 };
  return { ...asked, ...answer, outcome: 'answered' } as CallRecord;
}

const shortened = (calls: readonly CallRecord[]) => calls.map(createCallShortener([]));

describe('a stored call', () => {
  it('is the first of its role whole, later ones without what the one before began with', () => {
    const stored = shortened([
      call('agent', 'a', 'b'),
      call('memory', 'a', 'b'),
      call('agent', 'a', 'c', 'd'),
      call('agent', 'a', 'c', 'd'),
      call('agent', 'x', 'c'),
    ]);
    const written = stored.map(({ messages, ...rest }) => [
      (rest as { held?: number }).held,
      messages.map(({ content }) => content).join(''),
    ]);
    expect(written).toEqual([
      [undefined, 'ab'],
      [undefined, 'ab'],
      [1, 'cd'],
      [3, ''],
      [undefined, 'xc'],
    ]);
  });

  it('goes on where the recorded ones ended', () => {
    const recorded = [call('agent', 'a', 'b')];
    const next = createCallShortener(recorded)(call('agent', 'a', 'c'));
    expect(next).toMatchObject({ held: 1 });
    expect(wholeCalls([...recorded, next])[1]).toMatchObject(call('agent', 'a', 'c'));
  });

  it('is read back whole, whatever was asked in whatever order', () => {
    const anyCall = fc
      .tuple(
        fc.constantFrom<Role>('agent', 'memory', 'critic'),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }),
      )
      .map(([role, texts]) => call(role, ...texts));
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 12 }), (calls) => {
        const disk = JSON.parse(JSON.stringify(shortened(calls))) as readonly unknown[];
        expect(wholeCalls(disk)).toEqual(calls);
      }),
    );
  });

  it('without the one it builds on is nothing that could be read', () => {
    const [, second] = shortened([call('agent', 'a', 'b'), call('agent', 'a', 'c')]);
    expect(wholeCalls([second, { other: 1 }])).toEqual([null, { other: 1 }]);
  });

  it('keeps the file of a long conversation as long as the conversation', () => {
    const turns = Array.from({ length: 200 }, (_, index) => `turn ${index}`.padEnd(100));
    const calls = turns.map((_, index) => call('agent', ...turns.slice(0, index + 1)));
    const size = JSON.stringify(shortened(calls)).length;
    expect(size).toBeLessThan(200 * 500);
  });
});
