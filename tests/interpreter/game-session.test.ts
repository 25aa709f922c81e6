import { expect, test } from 'vitest';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';

test('a prompt for any key is passed with Enter', () => {
  const { opening } = openFixture('keys.z5');
  expect(opening).toMatchObject({ keysPressed: 1 });
  expect(opening.text).toContain('Hall');
  expect(opening.waitsFor).toBeUndefined();
});

test('a key prompt that Enter does not pass is the player’s, and the presses are taken back', () => {
  const game = openFixture('keys.z5');
  const asked = playOn(game, 'pull');
  expect(asked).toMatchObject({ keysPressed: 1, waitsFor: 'key', ended: null });
  expect(asked.text).toMatch(/Are you sure \(Y or N\)\?$/);
  expect(game.facts().waitsFor).toBe('key');
  expect(game.exits()).toEqual([]);
});

test.each([
  ['y', 'You pull it.', 3],
  ['no thanks', 'You let go.', 0],
])('one key is played: of "%s" the first character', (line, text, score) => {
  const game = openFixture('keys.z5');
  expect(playOn(game, 'pull', line).text).toBe(text);
  expect(game.facts().score).toBe(score);
  expect(game.facts().waitsFor).toBeUndefined();
});

test.each(['', 'enter', 'q'])('the key "%s", which answers nothing, changes nothing', (line) => {
  const game = openFixture('keys.z5');
  playOn(game, 'pull');
  const before = game.stateHash();
  expect(playOn(game, line)).toMatchObject({ text: '', waitsFor: 'key' });
  expect(game.stateHash()).toBe(before);
});

test('a menu above the text is the player’s, and is told as it is drawn', () => {
  const game = openFixture('menu.z5');
  const shown = playOn(game, 'help');
  expect(shown).toMatchObject({ keysPressed: 0, waitsFor: 'key' });
  const menu = 'Q resumes the game\n\nHow to play        <\nAbout the author\nCredits';
  expect(shown.text).toBe(menu);
  expect(playOn(game, 'n').text).toBe(
    menu
      .replace(' <', '')
      .replace('author', 'author   <')
      .replace(/play +/, 'play'),
  );
  const read = playOn(game, 'enter');
  expect(read.text).toMatch(/^You read line 4\.\n\[Press any key\.\]\n+Q resumes the game\n/);
  expect(read).toMatchObject({ keysPressed: 1, waitsFor: 'key' });
  expect(playOn(game, 'q').text).toBe('Hall');
  expect(game.facts().waitsFor).toBeUndefined();
});

test('a page above the text that any key ends is passed', () => {
  const page = playOn(openFixture('menu.z5'), 'read');
  expect(page).toMatchObject({ keysPressed: 1 });
  expect(page.text).toMatch(/^Q resumes the game\n[^]*\nCredits\n+You have read it\.$/);
});
