import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatsToItsEnd } from '../../src/model/completion-stream.ts';

const BLOCK =
  'The door is closed. I open the door, and then I look around the room again for a way out. ';

it('a block that comes five times and fills 400 characters is a loop, wherever it is cut', () => {
  const prose = 'First something else. ';
  fc.assert(
    fc.property(fc.nat(BLOCK.length - 1), (end) => {
      expect(repeatsToItsEnd(`${prose}${BLOCK.repeat(5)}${BLOCK.slice(0, end)}`)).toBe(true);
    }),
  );
  expect(repeatsToItsEnd(`${prose}${BLOCK.repeat(4)}`)).toBe(false);
  expect(repeatsToItsEnd(`${BLOCK.repeat(9)}Then something new is said.`)).toBe(false);
});

it.each([
  [399, false],
  [400, true],
  [401, true],
])('%d blanks are a loop: %s', (length, isLoop) => {
  expect(repeatsToItsEnd(`{"action":"wait"${' '.repeat(length)}`)).toBe(isLoop);
});

it.each([
  [400, true],
  [401, false],
])('a block of %d characters is recognised: %s', (length, isKnown) => {
  const block = Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
  expect(repeatsToItsEnd(block.repeat(5))).toBe(isKnown);
});
