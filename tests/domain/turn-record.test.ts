import { expect, test } from 'vitest';
import { knownScoreChange, scoreChange } from '../../src/domain/turn-record.ts';

const turn = (before: number | null, after: number | null) => ({
  before: { score: before },
  after: { score: after },
});

test.each([
  [5, 10, 5],
  [10, 5, -5],
  [0, 0, 0],
  [null, 25, null],
  [25, null, null],
  [null, null, null],
])(
  'from a score of %s to %s the change is %s: finding a score out is no gain',
  (from, to, change) => {
    expect(knownScoreChange(turn(from, to))).toBe(change);
    expect(scoreChange(turn(from, to))).toBe(change ?? 0);
  },
);
