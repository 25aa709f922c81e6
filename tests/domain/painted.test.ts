import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { painted, isPaintedStream } from '../../src/domain/painted.ts';

const TERMINAL = { isTTY: true };

it.each([
  [TERMINAL, {}, true],
  [{}, {}, false],
  [TERMINAL, { NO_COLOR: '1' }, false],
  [TERMINAL, { NO_COLOR: '' }, true],
  [TERMINAL, { TERM: 'dumb' }, false],
  [{}, { FORCE_COLOR: '1' }, true],
  [TERMINAL, { FORCE_COLOR: '0' }, false],
  [TERMINAL, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('to %j with %j colour is %j', (stream, environment, expected) => {
  expect(isPaintedStream(stream, environment)).toBe(expected);
});

it('paints scores and kinds of memory and changes no word', () => {
  const text = 'SUCCESS: open window (+10 points)\nScore 35/350, 0 deaths, 2 deaths\nsrc/1/2';
  expect(stripVTControlCharacters(painted(text))).toBe(text);
  const escape = '\u001b';
  expect(painted(text)).toContain(`${escape}[32mSUCCESS${escape}[39m`);
  expect(painted(text)).toContain(`0 deaths, 2 ${escape}[31mdeaths`);
  expect(painted(text)).toMatch(/src\/1\/2$/);
});

it('paints which way a difference points, and never half a number', () => {
  const escape = '\u001b';
  const text = 'turns   +13.32 worse   -\nscore   +12 points   -0.50 better   -';
  expect(painted(text)).toBe(
    `turns   +13.32 ${escape}[31mworse${escape}[39m   -\nscore   ${escape}[32m+12 points${escape}[39m   -0.50 ${escape}[32mbetter${escape}[39m   -`,
  );
});
