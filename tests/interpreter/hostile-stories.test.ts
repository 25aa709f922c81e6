/** @module-tag slow */
import { expect, test } from 'vitest';
import { InterpreterError } from '../../src/domain/errors.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { TINY, tinyStory, word, zString, type TinyStory } from './tiny-story.ts';

const open = (story: TinyStory) => openStory(tinyStory(story), { seed: 1 });

const QUIT = 0xba;
const JUMP_BACK = (bytes: number): number[] => [0x8c, ...word(-(bytes + 1))];
const packed = (address: number): [number, number] => word(address / 4);
const relation = (object: number, parent: number, sibling: number, child: number) => ({
  [TINY.objects + (object - 1) * 14 + 6]: [...word(parent), ...word(sibling), ...word(child)],
});

const ENDLESS: Record<string, TinyStory> = {
  'a jump to itself': { code: JUMP_BACK(0) },
  'a restart': { code: [0xb7] },
  'a throw to no routine': { code: [0x1c, 1, 0] },
  'a return from the main routine': { code: [0xb0] },
  'a routine that calls itself': {
    code: [0x8f, ...packed(TINY.strings), QUIT],
    data: { [TINY.strings]: [0, 0x8f, ...packed(TINY.strings), 0xb0] },
  },
  'removing an object from brothers that go round in a ring': {
    code: [0x99, 2, QUIT],
    data: {
      ...relation(1, 0, 0, 3),
      ...relation(2, 1, 0, 0),
      ...relation(3, 1, 4, 0),
      ...relation(4, 1, 3, 0),
    },
  },
  'an abbreviation that contains itself twice': {
    code: [0x8d, ...packed(TINY.strings), QUIT],
    data: {
      [TINY.strings]: zString('', 1, 0, 1, 0),
      [TINY.abbreviations]: word(TINY.strings / 2),
    },
  },
  'a table printed 65,535 by 65,535': {
    code: [0xfe, 0x03, ...word(TINY.free), 0xff, 0xff, 0xff, 0xff, QUIT],
  },
  'a window split into 65,535 lines again and again': {
    code: [0xea, 0x3f, 0xff, 0xff, 0xea, 0x7f, 0, ...JUMP_BACK(7)],
  },
  'memory streams without end': {
    code: [0xf3, 0x4f, 3, ...word(TINY.free), ...JUMP_BACK(5)],
  },
  'text without end': { code: [0xb2, ...zString('and so on '), ...JUMP_BACK(9)] },
  'undo states without end': { code: [0xbe, 0x09, 0xff, 0x10, ...JUMP_BACK(4)] },
  'code in memory that it writes itself': {
    code: [0x8c, ...word(TINY.free - TINY.code - 1)],
    data: { [TINY.free]: JUMP_BACK(0) },
  },
  'an instruction that does not exist': { code: [0xbe, 0x7f] },
};

for (const [what, story] of Object.entries(ENDLESS)) {
  test(`${what} ends as an InterpreterError`, () => {
    expect(() => open(story)).toThrow(InterpreterError);
  });
}

test('scanning a table in steps of nothing finds nothing', () => {
  const game = open({
    code: [0xf7, 0x01, 0, 1, ...word(TINY.free), 0, 9, 0x80, 0x10, 0xc2, QUIT],
  });
  expect(game.opening.ended).toBe('quit');
});

test('reading a key shows that the story waited, and pressing goes on', () => {
  const game = open({ code: [0xf6, 0x7f, 1, 0x10, 0xb2, ...zString('done'), QUIT] });
  expect(game.opening).toMatchObject({ text: 'done', keysPressed: 1, ended: 'quit' });
});

test('quotes, backslashes and a custom table of private-use characters are printed, never run', () => {
  const attack = `"+(globalThis.attacked=1)+"\\";globalThis.attacked=1;//'\``;
  const extension = TINY.free + 0x20;
  const table = TINY.free + 0x40;
  const privateUse = [5, 6, 155 >> 5, 155 & 31];
  const game = open({
    code: [0x8d, ...packed(TINY.strings), QUIT],
    data: {
      0x36: word(extension),
      [extension]: [...word(3), 0, 0, 0, 0, ...word(table)],
      [table]: [2, 0xe0, 0x00, 0x00, 0x22],
      [TINY.abbreviations]: word((TINY.strings + 0x200) / 2),
      [TINY.strings]: zString(attack, 1, 0, ...privateUse),
      [TINY.strings + 0x200]: zString('abc'),
    },
  });
  expect(game.opening.text).toBe(`abc\uE000${attack}`);
  expect('attacked' in globalThis).toBe(false);
});

test('after an error nothing works until a state from before it is restored', () => {
  // reads a line, then throws to no routine
  const game = open({
    code: [0xe4, 0x0f, ...word(TINY.free), ...word(0), 0x10, 0x1c, 1, 0],
    data: { [TINY.free]: [20, 0] },
  });
  const before = game.snapshot();
  const hash = game.stateHash();
  expect(() => game.step('x')).toThrow(InterpreterError);
  expect(() => game.step('x')).toThrow(/earlier command/);
  expect(() => game.facts()).toThrow(InterpreterError);
  game.restore(before);
  expect(game.stateHash()).toBe(hash);
  expect(() => game.step('x')).toThrow(/routine call/);
});
