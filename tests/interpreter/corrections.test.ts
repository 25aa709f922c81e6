import { expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { TINY, tinyStory, word, zString, type TinyStory } from './tiny-story.ts';

const QUIT = 0xba;
const GLOBAL_0 = 0x10;
/** Prints the first global variable. */
const PRINT = [0xe6, 0xbf, GLOBAL_0];

const output = (story: TinyStory): string => openStory(tinyStory(story), { seed: 12 }).opening.text;

test('an object that is removed loses its sibling, as in Infocom’s interpreters', () => {
  const parent = TINY.objects + 6;
  expect(
    output({
      // remove_obj 2; get_sibling 2
      code: [0x99, 2, 0x91, 2, GLOBAL_0, 0xc2, ...PRINT, QUIT],
      data: {
        [parent]: [0, 0, 0, 0, 0, 2],
        [parent + 14]: [0, 1, 0, 3, 0, 0],
        [parent + 28]: [0, 1, 0, 0, 0, 0],
      },
    }),
  ).toBe('0');
});

test('returning from an empty stack returns the last local variable, as in frotz', () => {
  for (const back of [[0xb8], [0xab, 0]]) {
    expect(
      output({
        code: [0xd9, 0x1f, ...word(TINY.strings / 4), 7, GLOBAL_0, ...PRINT, QUIT],
        data: { [TINY.strings]: [1, ...back] },
      }),
    ).toBe('7');
  }
});

test('a header extension in memory that cannot be written does not stop the story', () => {
  expect(
    output({
      code: [0xb2, ...zString('fine'), QUIT],
      data: {
        0x36: word(TINY.static + 0x80),
        [TINY.static + 0x80]: [0, 4, 0, 0, 0, 0, 0, 0, 0, 9],
      },
    }),
  ).toBe('fine');
});

test('the header keeps the bit by which later versions ask for a status line', () => {
  // loadb 0 1
  const story = { code: [0x10, 0, 1, GLOBAL_0, ...PRINT, QUIT] };
  expect(Number(output({ ...story, data: { 1: [0x02] } })) & 0x02).toBe(0x02);
  expect(Number(output(story)) & 0x02).toBe(0);
});

test('chance comes from the seed', () => {
  // random 10000, then again after going back to the start seed with random 0
  const draw = [0xe7, 0x3f, ...word(10_000), GLOBAL_0, ...PRINT, 0xbb];
  const reset = [0xe7, 0x7f, 0, GLOBAL_0];
  expect(output({ code: [...draw, ...draw, ...reset, ...draw, QUIT] })).toBe('4156\n527\n4156');
});

test('a routine can throw to a call that it came through', () => {
  // the routine catches and calls another with the cookie, which throws 9 back to it
  const inner = TINY.strings + 0x40;
  expect(
    output({
      code: [0x88, ...word(TINY.strings / 4), GLOBAL_0, ...PRINT, QUIT],
      data: {
        [TINY.strings]: [1, 0xb9, 1, 0xda, 0x2f, ...word(inner / 4), 1, 0x9b, 5],
        [inner]: [1, 0x3c, 9, 1],
      },
    }),
  ).toBe('9');
});

test('code that a story writes into its own memory runs as written', () => {
  // print_char 'a'; storeb the letter 0 'b'; inc_chk global-0 1 quits the second time; jump back
  const [high, low] = word(TINY.free + 2);
  const loop = [0xe5, 0x7f, 97, 0xe2, 0x17, high, low, 0, 98, 0x05, GLOBAL_0, 1, 0xc5];
  expect(
    output({
      code: [0x8c, ...word(TINY.free - TINY.code - 1)],
      data: { [TINY.free]: [...loop, 0x8c, ...word(-(loop.length + 1)), QUIT] },
    }),
  ).toBe('ab');
});

test('keys are pressed for the player up to twenty times, then the player presses them', () => {
  const key = [0xf6, 0x7f, 1, GLOBAL_0];
  const game = openStory(
    tinyStory({ code: [...Array.from({ length: 21 }, () => key).flat(), ...PRINT, QUIT] }),
    { seed: 1 },
  );
  expect(game.opening).toMatchObject({
    text: '',
    keysPressed: 20,
    ended: null,
    waitsFor: 'key',
  });
  expect(game.step('q and more')).toMatchObject({ text: '113', keysPressed: 0, ended: 'quit' });
});

test('a story is told of the published standard, 1.1', () => {
  // loadw 0x32 0 -> global 0
  expect(output({ code: [0x0f, 0x32, 0, GLOBAL_0, ...PRINT, QUIT] })).toBe(String(0x0101));
});
