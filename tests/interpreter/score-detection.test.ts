import { expect, test } from 'vitest';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';
import { scoreNumberIn } from '../../src/interpreter/score-detection.ts';

test('a clock is not the score: where the time flag is set the number that SCORE prints is', () => {
  const game = openFixture('clock.z3');
  expect(game.opening.status).toBe('Hall  Time: 9:00 AM');
  expect(game.facts()).toMatchObject({ score: 0, maxScore: 20, moves: 0 });
  playOn(game, 'wait', 'take coin');
  expect(game.facts()).toMatchObject({ score: 5, maxScore: 20, moves: 2 });
});

test('a score that no global variable holds is asked for, after each change', () => {
  const game = openFixture('treasures.z5');
  const scores = ['take ring', 'n', 'take cup', 'drop ring'].map((command) => {
    playOn(game, command);
    return game.facts().score;
  });
  expect(scores).toEqual([5, 5, 10, 5]);
});

test('a restored game has the score of its moment', () => {
  const game = openFixture('treasures.z5');
  playOn(game, 'take ring');
  const richer = game.snapshot();
  playOn(game, 'drop ring');
  expect(game.facts().score).toBe(0);
  game.restore(richer);
  expect(game.facts().score).toBe(5);
});

test('the last points are those that the closing words tell', () => {
  const game = openFixture('treasures.z5');
  expect(playOn(game, 'take ring', 'win').ended).toBe('death');
  expect(game.facts().score).toBe(15);
});

test('the score is known while a question before the game still waits', () => {
  const game = openFixture('question.z5');
  expect(game.facts()).toMatchObject({ score: 0, location: { name: 'Hall' } });
  playOn(game, 'no', 'take coin');
  expect(game.facts().score).toBe(4);
});

test('a score that a later page of SCORE tells in words, below nought, is found and followed', () => {
  const game = openFixture('pages.z5');
  expect(game.facts()).toMatchObject({ score: 0, maxScore: 210, moves: 0 });
  playOn(game, 'take idol');
  expect(game.facts()).toMatchObject({ score: -5, moves: 1 });
});

test('finding the score changes nothing', () => {
  const [one, other] = [openFixture('clock.z3'), openFixture('clock.z3')];
  playOn(one, 'take coin');
  expect(one.stateHash()).not.toBe(other.stateHash());
  playOn(other, 'take coin');
  expect(one.stateHash()).toBe(other.stateHash());
});

const roles = (reply: string) =>
  (['score', 'maximum', 'moves'] as const).map((role) => scoreNumberIn(reply, role));

test.each([
  ['You have so far scored 0 out of a possible 30, in 1 turn.', [0, 30, 1]],
  ['Your score is 15 (total of 350 points), in 1 move.', [15, 350, 1]],
  ['Your score is -10 of a possible 400, in 12 moves.', [-10, 400, 12]],
  ['Score: 5  Moves: 12', [5, null, 12]],
  ['Moves: 12  Score: 5/100', [5, 100, 12]],
  ['After 3 turns your score is 5.', [5, null, 3]],
  ['You have scored a total of 13 points, out of a maximum of 250.', [13, 250, null]],
  ['Out of a possible 100 points, you have 5.', [5, 100, null]],
  ['You have scored no points out of a possible forty-two.', [0, 42, null]],
  ['You have visited 3 of 110 rooms and have scored 12 points.', [12, null, null]],
  ['You would score 0 out of 250 points in 1 turns.', [0, 250, 1]],
  ['You have found 3 of the 15 treasures and scored 40 points.', [40, null, null]],
  ['You have earned 10 of the 75 points in 17 moves.', [10, 75, 17]],
  ['Your potential is 3 of a possible 7, in 120 moves.', [3, 7, 120]],
  ['Your score is nil.', [0, null, null]],
  ['Your rating is minus 3.', [-3, null, null]],
  ['In 1,234 turns, you have achieved 1,045 points out of 2,000.', [1045, 2000, 1234]],
  [
    'You have scored minus twenty-five out of a possible two hundred, in one hundred and nineteen turns.',
    [-25, 200, 119],
  ],
])('"%s" tells score, maximum and moves', (reply, expected) => {
  expect(roles(reply)).toEqual(expected);
});

test.each([
  'There is no score in this story.',
  'It is 9:00.',
  'The time is 12:30 pm, day 3.',
  'You have 2 hours left.',
])('"%s" tells no score: a clock is none', (reply) => {
  expect(scoreNumberIn(reply, 'score')).toBeNull();
});
