import { expect, it } from 'vitest';
import { compareScores } from '../../src/report/runs.ts';

it.each([
  [8, 'best ever 9, episode 4'],
  [9, 'best ever 9, episode 4'],
  [10, 'the best ever, 9 before'],
])('a best score of %i after 9 reads "%s"', (score, says) => {
  const before = { score: 7, number: 5 };
  const told = compareScores({
    best: { score, number: 6 },
    before,
    bestBefore: { score: 9, number: 4 },
  });
  expect(told).toContain(says);
});
