import { describe, expect, it } from 'vitest';
import { EMPTY_METER } from '../../src/events/meter.ts';
import { failedAtStart, spentIn, summarise } from '../../src/records/summary.ts';
import { observation, state } from '../helpers/observation.ts';
import { summaryOf } from '../report/scene.ts';

const FACTS = {
  names: 'plain',
  story: 'S',
  startedAt: null,
  run: null,
  model: 'm',
  directory: 'episodes/0001',
  durationMs: 60_000,
} as const;

function summaryAfter(turn: number, seen: Parameters<typeof observation>[0], tally: object = {}) {
  const played = state({ observation: observation(seen), turn, scoreTurn: 3 });
  const after = { ...played, tally: { ...played.tally, ...tally } };
  const meter = { ...EMPTY_METER, failedLessons: 2, modelCalls: 7 };
  return summarise(after, { reason: 'max-turns', detail: 'so' }, meter, FACTS);
}

describe('the summary of an episode', () => {
  it.each([
    [0, 4, 0],
    [8, 2, 0.25],
  ])('after %i turns, %i of them in vain again, says that share: %d', (turn, repeated, share) => {
    const { repeatedFailureRate } = summaryAfter(turn, {}, { repeatedFailures: repeated });
    expect(repeatedFailureRate).toBe(share);
  });

  it('tells the turn of the score only where there is a score', () => {
    expect(summaryAfter(5, { score: 0 })).toMatchObject({ score: 0, scoreTurn: 3 });
    expect(summaryAfter(5, { score: null })).not.toHaveProperty('scoreTurn');
  });

  it('tells which ways out the player was told, probed ones where nothing is said', () => {
    expect(summaryAfter(5, {}).exits).toBe('probed');
    expect(summaryAfter(5, { exitsTold: 'seen' }).exits).toBe('seen');
  });

  it('tells what was lost and where a recipe brought it, and nothing else of the meter', () => {
    const way = { room: { id: 4, name: 'Attic' }, points: 5, beyond: 1 };
    const summary = summaryAfter(5, {}, { way, recipeTurns: 2 });
    expect(summary).toMatchObject({ way, recipeTurns: 2, lessonsLost: 2, modelCalls: 7 });
    expect(summary).not.toHaveProperty('failedCalls');
    expect(summaryAfter(5, {}).way).toBeUndefined();
  });
});

it.each([
  ['server', 2, 2, true],
  ['server', 0, 0, true],
  ['server', 3, 2, false],
  [undefined, 2, 2, false],
] as const)(
  'with the error %s after %i turns, %i of a recipe, a model failed at the start: %s',
  (modelError, turns, recipeTurns, failed) => {
    const summary = { ...summaryOf(1, (field) => field), turns, recipeTurns };
    expect(failedAtStart({ ...summary, modelError })).toBe(failed);
  },
);

it('what episodes spent is their sum, and calls of unknown cost are counted as such', () => {
  const of = (costUsd: number | null) => ({
    ...summaryOf(1, (field) => field),
    turns: 3,
    modelCalls: 4,
    costUsd,
    durationMs: 90_000,
  });
  expect(spentIn([])).toMatchObject({ turns: 0, calls: 0, costUsd: 0, minutes: 0 });
  expect(spentIn([of(0.5), of(null), of(0.25)])).toMatchObject({
    turns: 9,
    calls: 12,
    costUsd: 0.75,
    callsOfUnknownCost: 4,
    minutes: 4.5,
  });
});
