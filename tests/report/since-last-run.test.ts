import { expect, it } from 'vitest';
import { compareScores } from '../../src/report/runs.ts';

it.each([
  [8, 'best ever 9, episode 4'],
  [9, 'best ever 9, episode 4'],
  [10, 'the best ever, 9 before'],
])('a best score of %i after 9 reads "%s"', (score, says) => {
  const before = { score: 7, number: 5 };
  const told = compareScores({
    best: { score, number: 6, isFork: false },
    before,
    bestBefore: { score: 9, number: 4 },
  });
  expect(told).toContain(says);
  expect(told).toContain(' more than in episode 5; ');
});

it('a fork is compared with no run, and the first run with nothing', () => {
  const ever = { score: 9, number: 4 };
  const best = { score: 3, number: 6, isFork: true };
  expect(compareScores({ best, before: null, bestBefore: ever })).toBe(
    'a fork, which began with turns of another episode; best ever 9, episode 4',
  );
  expect(compareScores({ best, before: null, bestBefore: null })).toBe('the first run');
});
