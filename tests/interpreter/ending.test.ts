import { expect, test } from 'vitest';
import { announcesDeath, endingOf } from '../../src/interpreter/ending.ts';
import { isDeath } from '../../src/domain/turn-effect.ts';
import type { GameSession } from '../../src/interpreter/game-session.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

test.each([
  ['banner', 'a banner'],
  ['full', 'a full score'],
  ['last', 'a full score before a prompt that any word leaves'],
  ['cheer', 'congratulations'],
  ['stop', 'congratulations and a stopped machine'],
  ['again', 'congratulations and a question for another game'],
  ['halt', 'a banner before a prompt that answers nothing'],
])('"%s": %s is a victory', (command) => {
  expect(playOn(openFixture('endings.z5'), command).ended).toBe('victory');
});

test.each([
  ['fall', 'a banner of death'],
  ['half', 'half of the points'],
  ['starve', 'no word about it'],
])('"%s": %s is a death', (command) => {
  expect(playOn(openFixture('endings.z5'), command).ended).toBe('death');
});

test('a banner of death counts for more than a full score', () => {
  expect(playOn(openFixture('endings.z5'), 'earn', 'fall').ended).toBe('death');
});

test('a banner that names neither victory nor death is a victory from half of the points on', () => {
  expect(playOn(openFixture('endings.z5'), 'earn', 'loose').ended).toBe('victory');
  expect(playOn(openFixture('endings.z5'), 'loose').ended).toBe('death');
});

test.each([
  [49, 'death'],
  [50, 'victory'],
  [51, 'victory'],
])('such a banner at %i of 100 points is a %s', (score, ending) => {
  const over = { hasQuit: true } as GameSession;
  const outcome = { text: '*** The tale is told ***', score, maxScore: 100, leaves: false };
  expect(endingOf(over, outcome)).toBe(ending);
});

test('a death that the game takes back is told, and ends nothing', () => {
  const game = openFixture('endings.z5');
  expect(playOn(game, 'pray')).toMatchObject({ ended: null, died: true });
  expect(playOn(game, 'n')).toMatchObject({ ended: null, died: false });
  expect(game.facts().location.name).toBe('Garden');
});

test('a death after which the story offers another life is told where it happened', () => {
  const game = openFixture('afterlife.z5');
  playOn(game, 'n');
  expect(game.exits()).toMatchObject([{ direction: 'east', deadly: true }, { direction: 'south' }]);
  const fallen = playOn(game, 'e');
  expect(fallen).toMatchObject({ ended: null, died: true });
  const asked = game.snapshot();
  expect(playOn(game, 'yes')).toMatchObject({ ended: null, died: false });
  game.restore(asked);
  const over = playOn(game, 'no');
  expect(over).toMatchObject({ ended: 'death' });
  expect(isDeath({ before: fallen, after: over })).toBe(false);
});

test('a question about another life that nobody dies of tells no death', () => {
  expect(playOn(openFixture('afterlife.z5'), 'pray')).toMatchObject({ ended: null, died: false });
});

test('words like those of a closing question, and a full score, end nothing while commands are obeyed', () => {
  const game = openFixture('endings.z5');
  expect(playOn(game, 'help').ended).toBeNull();
  expect(playOn(game, 'earn').ended).toBeNull();
  expect(playOn(game, 'n').ended).toBeNull();
});

test.each([[['quit']], [['earn', 'quit']]])('leaving (%s) is no victory', (commands) => {
  expect(playOn(openFixture('endings.z5'), ...commands).ended).toBe('quit');
});

test('leaving after a question is no victory either', () => {
  const game = openFixture('clock.z3');
  expect(playOn(game, 'quit').ended).toBeNull();
  expect(playOn(game, 'yes').ended).toBe('quit');
});

test.each([
  ['*** You have died ***', true],
  ['****  You have been blown up  ****', true],
  ['*** You have suffocated ***', true],
  ['*** You are electrocuted! ***', true],
  ['*** You have escaped death ***', false],
  ['*** You have shot the wolf ***', false],
  ['*** You have won ***', false],
  ['You have died.', false],
])('"%s" announces a death: %s', (text, expected) => {
  expect(announcesDeath(`The end is near.\n\n    ${text}\n\n`)).toBe(expected);
});
