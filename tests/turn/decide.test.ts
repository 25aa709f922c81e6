import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import type { JudgedProposal } from '../../src/domain/proposal.ts';
import { decideAmong, refusalsAmong } from '../../src/turn/decision.ts';

function refused(action: string, score: number, forbidden = false): JudgedProposal {
  return {
    proposal: { action, reasoning: '', newObjective: null, target: null },
    verdict: { kind: 'rejected', by: 'no-exit', reason: 'no', score, forbidden },
  };
}

function accepted(action: string): JudgedProposal {
  return { ...refused(action, 0), verdict: { kind: 'accepted', score: 1, reason: 'yes' } };
}

describe('decide', () => {
  it('plays what was accepted', () => {
    const decision = decideAmong([refused('north', -0.7), accepted('look')]);
    expect(decision).toMatchObject({ action: 'look', overridden: false });
  });

  it('overrides with the best-scored proposal when all were rejected', () => {
    const judged = [refused('north', -0.7), refused('take lamp', -0.5), refused('xyzzy', -0.9)];
    expect(decideAmong(judged)).toMatchObject({ action: 'take lamp', overridden: true, judged });
  });

  it.each([
    [-0.51, 'north'],
    [-0.5, 'south'],
    [-0.49, 'south'],
  ])('of a -0.5 and a later %d plays the later one only when it is no worse', (later, action) => {
    expect(decideAmong([refused('north', -0.5), refused('south', later)]).action).toBe(action);
  });

  it('plays what the critic alone doubts rather than what facts speak against', () => {
    const { proposal, verdict } = refused('sing', -0.9);
    const doubted = { proposal, verdict: { ...verdict, by: 'critic' } } as JudgedProposal;
    const judged = [refused('take lamp', -0.5), doubted, refused('north', -0.5)];
    expect(decideAmong(judged)).toMatchObject({ action: 'sing', overridden: true });
  });

  it('a proposal that was answered without a turn counts as refused only when it comes again', () => {
    const { proposal, verdict } = refused('look', -0.5);
    const answered = { proposal, verdict: { ...verdict, by: 'answered' } } as JudgedProposal;
    const judged = [answered, refused('north', -0.7), accepted('wait')];
    expect(refusalsAmong(judged)).toBe(1);
    expect(refusalsAmong([answered, ...judged])).toBe(2);
  });

  it('never overrides with a forbidden command, and fails as the model when there is nothing else', () => {
    const quit = refused('quit', 1, true);
    expect(decideAmong([quit, refused('north', -1)]).action).toBe('north');
    expect(() => decideAmong([quit, quit, quit])).toThrow(ModelError);
  });
});
