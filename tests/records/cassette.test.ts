import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Role } from '../../src/domain/message.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { NO_USAGE } from '../../src/model/model.ts';
import {
  callEvent,
  createCallLog,
  createCassetteShortener,
  readCassette,
  wholeCalls,
  type InputRecord,
} from '../../src/records/cassette.ts';
import { futileResumptions } from '../../src/records/history.ts';

function call(role: Role, ...texts: readonly string[]): CallRecord {
  const messages = texts.map((content): Message => ({ role: 'user', content }));
  const answer = { text: '{}', reasoning: '', usage: NO_USAGE, finishReason: 'stop', model: 'm' };
  const asked = {
    role,
    requestHash: 'h',
    messages,
    attempt: 1,
    startedAt: '2026-01-02T03:04:05.000Z',
    latencyMs: 1,
  };
  return { ...asked, ...answer, outcome: 'answered' } as CallRecord;
}

const shortened = (calls: readonly CallRecord[]) => calls.map(createCassetteShortener([]));

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
    const next = createCassetteShortener(recorded)(call('agent', 'a', 'c'));
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

const failed = (role: Role, kind: string) =>
  ({ ...call(role, 'a'), outcome: 'failed', kind, message: 'no', retryable: false }) as CallRecord;

describe('an episode that is gone on with', () => {
  const resumed = (turns: number): InputRecord => ({ kind: 'resumed', turns });
  const stopped: InputRecord = { kind: 'stopped' };
  it.each([
    ['never', [], 0],
    ['once', [resumed(5)], 1],
    ['three times without a turn', [resumed(5), resumed(5), resumed(5)], 3],
    ['with a turn between', [resumed(4), resumed(5)], 1],
    ['and played since', [resumed(5), resumed(4)], 0],
    ['after a person stopped it', [resumed(5), resumed(5), stopped, resumed(5)], 1],
    ['and stopped by a person', [resumed(5), stopped], 0],
  ] as const)('%s was resumed in vain that often', (_, inputs, times) => {
    expect(futileResumptions(inputs, 5)).toBe(times);
  });

  it('does not use the calls that were set aside, by their places from 0', () => {
    const calls = ['a', 'b', 'c'].map((text) => call('agent', text));
    const inputs = [stopped, { kind: 'set-aside', calls: [1] }, { kind: 'set-aside', calls: [2] }];
    const cassette = readCassette({ turns: [], calls, inputs, path: (what) => what });
    expect(cassette.calls).toHaveLength(3);
    expect(cassette.usedCalls).toEqual(calls.slice(0, 1));
  });

  it('names the record that has another form, counted from 1', () => {
    const records = { turns: [], calls: [call('agent', 'a'), { role: 'agent' }], inputs: [] };
    expect(() => readCassette({ ...records, path: () => 'calls.jsonl' })).toThrow(
      /^Record 2 of calls\.jsonl has another form/,
    );
  });
});

describe('the log of calls', () => {
  function opened(...recorded: readonly CallRecord[]) {
    const written: object[] = [];
    return { log: createCallLog({ append: (one) => void written.push(one) }, recorded), written };
  }

  it('suspects those since the last turn that play or failed, by their places in the file', () => {
    const old = call('agent', 'old');
    const { log, written } = opened(call('agent', 'before'), old);
    log.replayed(old);
    log.append(call('memory', 'a'));
    log.append(failed('memory', 'server'));
    log.append(call('critic', 'a'));
    expect(log.suspects()).toEqual([1, 3, 4]);
    expect(written).toHaveLength(3);
  });

  it('forgets them when a turn is recorded, but for one that ends the run', () => {
    const { log } = opened();
    for (const one of [call('agent', 'a'), failed('agent', 'server'), failed('memory', 'auth')])
      log.append(one);
    log.turnRecorded();
    expect(log.suspects()).toEqual([2]);
  });
});

describe('what an event tells of a call', () => {
  const usage = { ...NO_USAGE, promptTokens: 9, completionTokens: 2, costUsd: 0.5 };
  it.each([
    ['answered', { ...call('agent', 'abc'), usage }, { model: 'm', promptTokens: 9, costUsd: 0.5 }],
    ['failed', failed('agent', 'server'), { model: '', promptTokens: 0, costUsd: null }],
    ['waited for', { ...call('agent', 'abc'), waitedMs: 5 }, { waitedMs: 5, latencyMs: 1 }],
    ['copied', { ...call('agent', 'abc'), copied: true }, { copied: true, promptCharacters: 3 }],
  ])('that was %s', (_, one, told) => {
    expect(callEvent(one as CallRecord)).toMatchObject(told);
  });

  it('that nobody copied and nobody waited for says neither', () => {
    const told = callEvent(call('agent', 'abc'));
    expect(told).not.toHaveProperty('copied');
    expect(told).not.toHaveProperty('waitedMs');
  });
});
