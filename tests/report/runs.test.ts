import { describe, expect, it } from 'vitest';
import {
  runScoreWords,
  compareRunScores,
  bestOf,
  episodesWithoutProgress,
  newestRunOf,
  newestRun,
  runsOf,
} from '../../src/report/runs.ts';
import { summaryOf } from './scene.ts';

const [MONDAY, TUESDAY] = ['2026-11-23T03:00:00.000Z', '2026-11-24T03:00:00.000Z'];

describe('runs', () => {
  it('are the episodes that one invocation brought to their end, a resumed one among those of the later run', () => {
    const episodes = [
      { number: 1, run: null },
      { number: 2, run: TUESDAY },
      { number: 3, run: MONDAY },
      { number: 4, run: TUESDAY },
    ];
    expect(runsOf(episodes).map((run) => run.map(({ number }) => number))).toEqual([
      [1],
      [3],
      [2, 4],
    ]);
    expect(runsOf([])).toEqual([]);
  });

  it('are judged by their score, and by rooms where there is none; the first of equals is the best', () => {
    const [low, high, same] = [
      { score: 4, rooms: 9 },
      { score: 5, rooms: 2 },
      { score: 5, rooms: 9 },
    ];
    expect(bestOf([low, high, same])).toBe(high);
    const [few, many] = [
      { score: null, rooms: 2 },
      { score: null, rooms: 3 },
    ];
    expect(bestOf([few, many])).toBe(many);
    expect(bestOf([])).toBeNull();
  });

  const whole = { rooms: 1, turnsPlayed: 100, stopReason: 'max-turns', isFork: false };

  it.each([
    [[], 0],
    [[0], 0],
    [[5, 5], 1],
    [[5, 4, 5, 3], 3],
    [[5, 4, 6], 0],
  ])('with scores %j have been without progress for %i episodes', (scores, expected) => {
    const episodes = scores.map((score) => ({ ...whole, score }));
    expect(episodesWithoutProgress(episodes)).toBe(expected);
  });

  it('forks and runs of fewer turns count as no failure to get on', () => {
    const later = [
      { ...whole, score: 1, isFork: true },
      { ...whole, score: 1, turnsPlayed: 99 },
      { ...whole, score: 1, turnsPlayed: 99, stopReason: 'quit' },
      { ...whole, score: 1, turnsPlayed: 99, stopReason: 'death' },
      { ...whole, score: 1, turnsPlayed: 100 },
    ];
    expect(episodesWithoutProgress([{ ...whole, score: 5 }, ...later])).toBe(2);
  });

  it.each([
    ['the run before', {}, {}, 2],
    ['no fork, but the run before that', { isFork: true }, {}, 1],
    ['nothing, where it is a fork itself', {}, { isFork: true }, undefined],
    ['no run that had fewer turns', { turnsPlayed: 99 }, {}, 1],
    ['one that died early', { turnsPlayed: 99, stopReason: 'death' }, {}, 2],
    ['nothing, where it had fewer turns itself', {}, { turnsPlayed: 99 }, undefined],
    ['one of as many turns', { turnsPlayed: 100 }, { turnsPlayed: 100 }, 2],
  ])('are compared with %s', (_, second, newest, expected) => {
    const episodes = [{}, second, newest].map((differs, at) => {
      return { ...whole, score: 5, number: at + 1, run: `2026-11-2${at}`, ...differs };
    });
    const night = newestRun(episodes);
    expect(night?.before?.number).toBe(expected);
    expect(night?.bestBefore?.number).toBe(1);
  });
});

it.each([
  [8, '1 more than in episode 5; the best so far is 9, in episode 4'],
  [9, '2 more than in episode 5; no episode had more'],
  [10, 'a new best; 3 more than in episode 5; before it, the best was 9, in episode 4'],
])('a best score of %i after 9 reads "%s"', (score, says) => {
  const before = { score: 7, number: 5 };
  const told = compareRunScores({
    best: { score, number: 6, isFork: false },
    before,
    bestBefore: { score: 9, number: 4 },
  });
  expect(told).toBe(says);
});

it.each([
  [40, 80, 'as many as in episode 5, reached in 40 turns fewer; the best '],
  [80, 79, 'as many as in episode 5, reached in 1 turn more; the best '],
  [80, 80, 'as many as in episode 5; the best'],
  [undefined, 80, 'as many as in episode 5; the best'],
])('the same score in turn %i after turn %i says in how many turns fewer', (now, then, says) => {
  const told = compareRunScores({
    best: { score: 8, number: 6, isFork: false, scoreTurn: now },
    before: { score: 8, number: 5, scoreTurn: then },
    bestBefore: { score: 9, number: 4 },
  });
  expect(told).toContain(says);
});

it.each([
  [7, '1 less than in episode 5, which is the best so far'],
  [8, 'as many as in episode 5; no episode had more'],
  [9, 'a new best; 1 more than in episode 5'],
])('%i names the episode before once where it is the best, too', (score, says) => {
  const before = { score: 8, number: 5 };
  const best = { score, number: 6, isFork: false };
  expect(compareRunScores({ best, before, bestBefore: before })).toBe(says);
});

it('a fork is compared with no run, and the first run with nothing', () => {
  const ever = { score: 9, number: 4 };
  const best = { score: 3, number: 6, isFork: true };
  expect(compareRunScores({ best, before: null, bestBefore: ever })).toBe(
    'a fork, whose first turns are those of another episode; the best so far is 9, in episode 4',
  );
  expect(compareRunScores({ best, before: null, bestBefore: null })).toBe('the first run');
});

it.each([
  [[{}], 'First run: 40/100, 9 rooms.'],
  [
    [{}, { score: 41, newRooms: 2 }],
    'Score 41/100, 2 new rooms: a new best; 1 more than in episode 1.',
  ],
  [
    [{}, { recipeTurns: 53, way: { room: { id: 81, name: 'Watch Room' }, points: 36, beyond: 4 } }],
    'Score 40/100, 36 of them by a checked way of 53 turns to Watch Room (81), simulated, 4 by the player, 9 new rooms: as many',
  ],
  [
    [{ recipeTurns: 1 }],
    'First run: 40/100, begun after a checked way of 1 turn, simulated, 9 rooms',
  ],
  [[{}, { score: 0, turns: 0 }], 'No turn was played.'],
  [[{ score: 0, turns: 0 }, {}], 'First run: 40/100, 9 rooms.'],
] as const)('runs %j read "%s"', (differs, says) => {
  const same = { score: 40, maxScore: 100, locationsVisited: 9, newRooms: 9, recipeTurns: 0 };
  const played = differs.map((more, at) => ({
    ...summaryOf(at + 1, (field) => field),
    ...same,
    stopReason: 'stuck' as const,
    run: `2026-11-2${at}`,
    ...more,
  }));
  const night = newestRunOf(played);
  expect(night === null ? '' : runScoreWords(night)).toContain(says);
});
