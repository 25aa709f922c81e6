import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/message.ts';
import { viewedTurns } from '../../src/report/episode-view.ts';
import type { CallRecord } from '../../src/model/call-record.ts';

function call(role: Role, content: string, turn?: number): CallRecord {
  return {
    role,
    requestHash: 'x',
    messages: [{ role: 'user', content }],
    attempt: 1,
    startedAt: '2026-01-01T00:00:00Z',
    latencyMs: 5,
    ...(turn !== undefined && { turn }),
    outcome: 'failed',
    kind: 'timeout',
    message: 'It took too long.',
    retryable: true,
    retryAfterMs: null,
    evidence: '',
  };
}

const rolesOf = (calls: readonly CallRecord[]) =>
  viewedTurns([], calls).map(({ turn, calls: asked }) => [turn, asked.map(({ role }) => role)]);

describe('a model call', () => {
  it('stands under the turn it was asked for, also when its answer came after later ones', () => {
    const calls = [
      call('agent', 'first', 1),
      call('agent', 'second', 2),
      call('memory', 'of the first', 1),
      call('critic', 'second', 2),
    ];
    expect(rolesOf(calls)).toEqual([
      [1, ['agent', 'memory']],
      [2, ['agent', 'critic']],
    ]);
  });

  it('that does not say its turn stands under the one that was going on', () => {
    const calls = [call('agent', 'a'), call('agent', 'b', 2), call('memory', 'of b')];
    expect(rolesOf(calls)).toEqual([
      [1, ['agent']],
      [2, ['agent', 'memory']],
    ]);
  });
});
