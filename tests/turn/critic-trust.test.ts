import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { JudgedProposal, RejectionKind } from '../../src/domain/proposal.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { recordTurn } from '../../src/turn/record.ts';
import { criticTrust } from '../../src/turn/critique.ts';
import { decision, state, turn } from '../helpers/observation.ts';

function rejectedBy(by: RejectionKind, action: string): JudgedProposal {
  const proposal = { action, reasoning: '', newObjective: null, target: null };
  return {
    proposal,
    verdict: { kind: 'rejected', by, score: -0.5, reason: 'no', forbidden: false },
  };
}

function played(
  action: string,
  after: Partial<Observation>,
  by: RejectionKind = 'critic',
  overridden = true,
): TurnRecord {
  const judged = [rejectedBy('no-exit', 'south'), rejectedBy(by, action)];
  return { ...turn(1, action, {}, after), decision: decision(action, { judged, overridden }) };
}

/** What the state makes of turns, one after the other. */
function outcomes(...turns: readonly TurnRecord[]): readonly boolean[] {
  return turns.reduce(recordTurn, state()).criticOutcomes;
}

const worked = played('push wall', { scene: 'wall open' });
const failed = played('push wall', { moves: 1 });

describe('outcomes of the critic', () => {
  it('prove it wrong when what it rejected was played and had an effect, right when it had none', () => {
    expect(outcomes(worked, failed)).toEqual([false, true]);
  });

  it('prove it right when what it rejected killed or cost points', () => {
    const died = played('jump', { died: true, scene: 'grave' });
    const lost = played('burn book', { score: -5, scene: 'ashes' });
    expect(outcomes(died, lost)).toEqual([true, true]);
  });

  it('are none for rejections that were never played, for those of the engine, and for mere looking', () => {
    const obeyed = played('look', { scene: 'new' }, 'critic', false);
    const engines = played('take lamp', { moves: 1 }, 'absent-object');
    expect(outcomes(obeyed, engines, played('look', { moves: 1 }))).toEqual([]);
  });

  it('are forgotten after twenty newer ones', () => {
    const turns = [worked, ...Array.from({ length: 20 }, () => failed)];
    expect(outcomes(...turns)).toEqual(Array.from({ length: 20 }, () => true));
  });
});

describe('trust in the critic', () => {
  const of = (right: number, wrong: number) =>
    criticTrust([...Array<boolean>(wrong).fill(false), ...Array<boolean>(right).fill(true)]);

  it.each([
    [0, 0, 0.8],
    [0, 4, 0.8],
    [4, 0, 0.8],
    [3, 2, 0.6],
    [4, 2, 4 / 6],
  ])(
    'after %i right and %i wrong is 0.8 below five outcomes, then their share',
    (right, wrong, trust) => {
      expect(of(right, wrong)).toBe(trust);
    },
  );

  it.each([
    [0, 5, 0.3],
    [5, 15, 0.3],
    [6, 14, 0.3],
    [7, 13, 0.35],
    [18, 2, 0.9],
    [19, 1, 0.95],
    [20, 0, 0.95],
  ])('after %i right and %i wrong stays within 0.3 and 0.95', (right, wrong, trust) => {
    expect(of(right, wrong)).toBe(trust);
  });

  it('looks at the newest twenty outcomes only', () => {
    expect([of(18, 2), of(18, 3), of(18, 20)]).toEqual([0.9, 0.9, 0.9]);
  });
});
