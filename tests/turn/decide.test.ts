import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import type { JudgedProposal, Verdict } from '../../src/domain/proposal.ts';
import { decide } from '../../src/turn/decide.ts';

function judged(action: string, verdict: Partial<Verdict> & { score: number }): JudgedProposal {
  return {
    proposal: { action, reasoning: '', newObjective: null, target: null },
    verdict: {
      kind: 'rejected',
      by: 'no-exit',
      reason: 'no',
      forbidden: false,
      ...verdict,
    } as Verdict,
  };
}

describe('decide', () => {
  it('plays what was accepted', () => {
    const decision = decide([
      judged('north', { score: -0.7 }),
      judged('look', { kind: 'accepted', score: 1 }),
    ]);
    expect(decision).toMatchObject({ action: 'look', overridden: false });
  });

  it('overrides with the best-scored proposal when all were rejected', () => {
    const decision = decide([
      judged('north', { score: -0.7 }),
      judged('take lamp', { score: -0.5 }),
      judged('xyzzy', { score: -0.9 }),
    ]);
    expect(decision).toMatchObject({ action: 'take lamp', overridden: true });
    expect(decision.judged.length).toBe(3);
  });

  it('never overrides with a forbidden command, and fails as the model when there is nothing else', () => {
    const quit = judged('quit', { score: 1, forbidden: true });
    expect(decide([quit, judged('north', { score: -1 })]).action).toBe('north');
    expect(() => decide([quit, quit, quit])).toThrow(ModelError);
  });
});
