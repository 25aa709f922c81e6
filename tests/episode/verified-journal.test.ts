import { describe, expect, it } from 'vitest';
import { firstJsonDifference } from '../../src/domain/json.ts';
import {
  FailStop,
  RecordingDiverged,
  createVerifiedJournal,
} from '../../src/episode/verified-journal.ts';
import { turn } from '../helpers/observation.ts';

describe('the first difference of two records', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, null],
    [{ a: 1 }, { a: 2 }, { path: 'a', recorded: 1, now: 2 }],
    [{ a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, { path: 'a.0.b', recorded: 'x', now: 'y' }],
    [{ a: [1] }, { a: [1, 2] }, { path: 'a.1', recorded: undefined, now: 2 }],
    [{ a: null }, { a: {} }, { path: 'a', recorded: null, now: {} }],
    [{ a: 1, b: 2 }, { a: 1 }, { path: 'b', recorded: 2, now: undefined }],
  ])('of %j and %j is %j', (recorded, now, expected) => {
    expect(firstJsonDifference(recorded, now)).toEqual(expected);
  });
});

describe('a journal of an episode that is played again', () => {
  const north = turn(1, 'north');
  const byRecipe = { ...north, decision: { ...north.decision, by: 'recipe' as const } };
  const journal = (recorded: readonly unknown[]) => {
    const appended: object[] = [];
    const failStop = new FailStop();
    const log = { append: (record: object) => void appended.push(record) };
    return { ...{ appended, failStop }, one: createVerifiedJournal(recorded, log, failStop) };
  };

  it('appends only what was not recorded, and counts all, those of a recipe too', () => {
    const { appended, one } = journal([JSON.parse(JSON.stringify(byRecipe))]);
    expect([one.turns, one.recipeTurns]).toEqual([0, 0]);
    one.append(byRecipe);
    expect(appended).toEqual([]);
    expect([one.turns, one.recipeTurns]).toEqual([1, 1]);
    const next = turn(2, 'wait');
    one.append(next);
    expect(appended).toEqual([next]);
    expect([one.turns, one.recipeTurns]).toEqual([2, 1]);
  });

  it('takes a turn for the recorded one in whatever order its fields stand', () => {
    const { turn: number, ...rest } = JSON.parse(JSON.stringify(north)) as typeof north;
    const { one, appended } = journal([{ ...rest, turn: number }]);
    one.append(north);
    expect(appended).toEqual([]);
  });

  it('ends the episode at a turn that differs, says where, and appends nothing after it', () => {
    const other = turn(2, 'wait', {}, { text: 'Time passes.' });
    const { one, appended, failStop } = journal([north, other]);
    one.append(north);
    const differing = { ...other, after: { ...other.after, text: 'It rains.' } };
    const message =
      'Turn 2 is not the recorded one: after.text was "Time passes." and is "It rains."; use the version and the story that recorded it.';
    const told = expect.objectContaining({ message, turn: 2, where: 'after.text' });
    expect(() => one.append(differing)).toThrow(told);
    expect(() => failStop.check()).toThrow(RecordingDiverged);
    expect(() => one.append(turn(3, 'wait'))).toThrow(told);
    expect([appended, one.turns]).toEqual([[], 1]);
  });
});

it('the first failure stays the one that is told, and nothing runs after it', () => {
  const failStop = new FailStop();
  failStop.check();
  expect(failStop.guard(() => 5)).toBe(5);
  const first = new Error('first');
  expect(() =>
    failStop.guard(() => {
      throw first;
    }),
  ).toThrow(first);
  let ran = false;
  expect(() => failStop.guard(() => (ran = true))).toThrow(first);
  expect(ran).toBe(false);
  expect(() => failStop.fail(new Error('second'))).toThrow(first);
});
