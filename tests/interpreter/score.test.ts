import { expect, test } from 'vitest';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

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
