import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { repeats } from '../helpers/repeats.ts';
import { expect, test } from 'vitest';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { captureState } from '../../src/interpreter/machine-state.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { TINY, tinyStory, word } from './tiny-story.ts';

const SHIPPED = path.join(import.meta.dirname, '../../game_files/story');

/** Claims the standard that ifvms claims; stories keep that number. */
class AsIfvms extends StoryMachine {
  override update_header(): void {
    super.update_header();
    this.ram.setUint16(0x32, 0x0102);
  }
}

test(
  'each step of the shipped story leaves the text, memory, stack and generator that ifvms’s own processor left',
  { tags: ['slow'] },
  () => {
    const { image, identity } = readStoryFile(readFileSync(path.join(SHIPPED, 'saltmere.z5')));
    const code = new StoryCode(identity.version, image.length);
    const session = new GameSession(new AsIfvms(image, code, 1));
    const walkthrough = readFileSync(path.join(SHIPPED, 'saltmere.walkthrough.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const steps = [null, 'undo', 'xyzzy', ...walkthrough].map((command) => {
      const { text } = command === null ? session.start() : session.send(command);
      const { ram, stack, frames, frameptr, pc, random, undo } = captureState(session.machine);
      // how deep the current routine's stack was when it last called: nobody reads it
      stack.fill(0, frameptr + 6, frameptr + 8);
      const rest = JSON.stringify([frames, pc, random, undo.length]);
      const hash = createHash('sha256').update(text).update(ram).update(stack).update(rest);
      return hash.digest('hex').slice(0, 16);
    });
    const recorded = readFileSync(
      path.join(import.meta.dirname, '../fixtures/saltmere.steps.json'),
    );
    expect(steps).toEqual(JSON.parse(String(recorded)));
  },
);

const RESULT = 0x10;
const ROUTINE = TINY.code + 0x80;
const QUIT = 0xba;
/** Prints the first global variable and a line's end. */
const PRINT = [0xe6, 0xbf, RESULT, 0xbb];

const output = (code: readonly number[], data: Record<number, readonly number[]> = {}): string =>
  openStory(tinyStory({ code: [...code, QUIT], data }), { seed: 1 }).opening.text;

/** What a routine returns that is called with 0 and 42 in its two local variables. */
function returned(routine: readonly number[]): string {
  const call = [0xe0, 0x17, ...word(ROUTINE / 4), 0, 42, RESULT];
  return output([...call, ...PRINT], { [ROUTINE]: [2, ...routine] });
}

const VARIABLE_2OP = (code: number, a: number, b: number): number[] => [
  ...[0xc0 | code, 0x0f, ...word(a), ...word(b)],
];
const EXTENDED = (code: number, a: number, b: number): number[] => [
  ...[0xbe, code, 0x0f, ...word(a), ...word(b)],
];

test.each([
  ['or', VARIABLE_2OP(8, 0xf0f0, 0x0ff0), 0xfff0],
  ['and', VARIABLE_2OP(9, 0xf0f0, 0x0ff0), 0x00f0],
  ['add beyond a word', VARIABLE_2OP(20, 0xffff, 2), 1],
  ['sub below nothing', VARIABLE_2OP(21, 1, 2), 0xffff],
  ['mul of what is negative', VARIABLE_2OP(22, 0xfffe, 3), 0xfffa],
  ['mul beyond 32 bits of sign', VARIABLE_2OP(22, 0xffff, 0xffff), 1],
  ['div, which cuts towards zero', VARIABLE_2OP(23, 0xfff5, 2), 0xfffb],
  ['div of the least by -1', VARIABLE_2OP(23, 0x8000, 0xffff), 0x8000],
  ['div by zero', VARIABLE_2OP(23, 7, 0), 0],
  ['mod, which has the sign of what is divided', VARIABLE_2OP(24, 0xfff3, 5), 0xfffd],
  ['mod by zero', VARIABLE_2OP(24, 7, 0), 0],
  ['not', [0xf8, 0x3f, ...word(0x00ff)], 0xff00],
  ['log_shift left', EXTENDED(2, 0x8001, 1), 2],
  ['log_shift right', EXTENDED(2, 0x8000, 0xffff), 0x4000],
  ['art_shift right', EXTENDED(3, 0x8000, 0xffff), 0xc000],
])('%s', (_, instruction, result) => {
  expect(output([...instruction, RESULT, ...PRINT])).toBe(String((result << 16) >> 16));
});

test('a routine gets as many arguments as it has local variables, and knows how many were given', () => {
  // adds locals 1 to 7 up, then 100 when no seventh argument was given
  const sum = [2, 3, 4, 5, 6, 7].flatMap((local) => [0x74, 1, local, 1]);
  const seventh = [0xff, 0x7f, 7, 0xc6, 0x54, 1, 100, 1];
  const data = { [ROUTINE]: [7, ...sum, ...seventh, 0xab, 1] };
  const routine = word(ROUTINE / 4);
  const seven = [0xec, 0x15, 0x55, ...routine, 1, 2, 3, 4, 5, 6, 7, RESULT];
  const four = [0xec, 0x15, 0x7f, ...routine, 1, 2, 3, 4, RESULT];
  expect(output([...seven, ...PRINT, ...four, ...PRINT], data)).toBe('28\n110');
  expect(output([...seven, ...PRINT], { [ROUTINE]: [3, 0x74, 1, 3, 1, 0xab, 1] })).toBe('4');
});

test('a table is scanned for words where nothing else is said, for bytes where it is', () => {
  const data = { [TINY.free]: [0, 1, 0, 2, 0, 3] };
  const [high, low] = word(TINY.free);
  const words = [0xf7, 0x47, 2, high, low, 3, RESULT, 0x42];
  const bytes = [0xf7, 0x45, 3, high, low, 6, 1, RESULT, 0x42];
  expect(output([...words, ...PRINT], data)).toBe(String(TINY.free + 2));
  expect(output([...bytes, ...PRINT], data)).toBe(String(TINY.free + 5));
});

test('a routine at address 0 is not called and gives 0', () => {
  expect(output([0x0d, RESULT, 9, 0x88, 0, 0, RESULT, ...PRINT])).toBe('0');
});

test('a variable that is named by a number in another is read and written; of the stack, its top', () => {
  // push 5; L1 = 0; store [L1] 8; inc [L1]; load [L1] -> global; add sp and the global -> global
  const named = [0x0d, 1, 0, 0x4d, 1, 8, 0xa5, 1, 0xae, 1, RESULT, 0x74, 0, RESULT, RESULT];
  expect(returned([0xe8, 0x7f, 5, ...named, 0xab, RESULT])).toBe('18');
  // L1 = 2; dec [L1]: 42 becomes 41
  expect(returned([0x0d, 1, 2, 0xa6, 1, 0xab, 2])).toBe('41');
});

test('an instruction that does not exist breaks the story only where it is reached', () => {
  // jz 0 over two bytes that are no instruction
  expect(output([0x90, 0, 0xc4, 0xbe, 0x7f, 0x0d, RESULT, 3, ...PRINT])).toBe('3');
});

test('a jump goes where it leads: over a quit to another jump, and back', () => {
  // jump over quit; jump over quit; inc; jg 3 to the end; jump back to inc
  const over = [0x8c, ...word(3), QUIT];
  const loop = [0x95, RESULT, 0x43, RESULT, 2, 0xc5, 0x8c, ...word(-7 & 0xffff)];
  expect(output([...over, ...over, ...loop, ...PRINT])).toBe('3');
});

test('code in memory that the story may change is decoded anew each time', () => {
  const changing = TINY.free + 0x20;
  const call = [0xe0, 0x3f, ...word(ROUTINE / 4), RESULT, 0xe6, 0xbf, RESULT];
  const rewrite = [0xe2, 0x17, ...word(changing + 1), 0, 79];
  const jump = [0x8c, ...word((changing - (ROUTINE + 4) + 2) & 0xffff)];
  const data = { [ROUTINE]: [0, ...jump], [changing]: [0x9b, 77] };
  expect(output([...call, ...rewrite, ...call], data)).toBe('7779');
});

interface Frame {
  readonly locals: [number, number];
  readonly stack: number[];
  global: number;
}
/** An instruction of a routine with two locals: its bytes, what it does to the stack, and what it does. */
interface Piece {
  readonly bytes: readonly number[];
  readonly takes: number;
  readonly gives: number;
  /** Gives what the routine returns, if it returns. */
  readonly run: (frame: Frame) => number | void;
}
const pop = ({ stack }: Frame): number => stack.pop() ?? Number.NaN;
const PIECES: readonly Piece[] = [
  { bytes: [0xe8, 0x7f, 7], takes: 0, gives: 1, run: (f) => void f.stack.push(7) },
  { bytes: [0xe8, 0xbf, 2], takes: 0, gives: 1, run: (f) => void f.stack.push(f.locals[1]) },
  { bytes: [0xe9, 0x7f, 1], takes: 1, gives: 0, run: (f) => void (f.locals[0] = pop(f)) },
  { bytes: [0x74, 0, 0, 0], takes: 2, gives: 1, run: (f) => void f.stack.push(pop(f) + pop(f)) },
  {
    // sub sp L2 -> sp
    bytes: [0x75, 0, 2, 0],
    takes: 1,
    gives: 1,
    run: (f) => void f.stack.push(pop(f) - f.locals[1]),
  },
  { bytes: [0x54, 1, 3, 0], takes: 0, gives: 1, run: (f) => void f.stack.push(f.locals[0] + 3) },
  { bytes: [0x0d, 1, 9], takes: 0, gives: 0, run: (f) => void (f.locals[0] = 9) },
  { bytes: [0x2d, 2, 0], takes: 1, gives: 0, run: (f) => void (f.locals[1] = pop(f)) },
  { bytes: [0x95, 2], takes: 0, gives: 0, run: (f) => void (f.locals[1] += 1) },
  { bytes: [0xe8, 0xbf, RESULT], takes: 0, gives: 1, run: (f) => void f.stack.push(f.global) },
  { bytes: [0x2d, RESULT, 0], takes: 1, gives: 0, run: (f) => void (f.global = pop(f)) },
  { bytes: [0x9b, 99], takes: 0, gives: 0, run: () => 99 },
  { bytes: [0xab, 2], takes: 0, gives: 0, run: (f) => f.locals[1] },
  { bytes: [0xb0], takes: 0, gives: 0, run: () => 1 },
];
const MOST_DEEP = 12;

/** Pieces in which no way pops what it did not push, and branches on local 1 to a later place where the stack is as deep. */
function routineOf(choices: readonly { readonly piece: number; readonly to: number }[]) {
  const steps: { piece: Piece | null; to: number; depth: number }[] = [];
  let depth = 0;
  for (const { piece: number, to } of choices) {
    const piece = PIECES[number] ?? null;
    if (piece !== null && (piece.takes > depth || depth >= MOST_DEEP)) continue;
    steps.push({ piece, to, depth });
    depth += piece === null ? 0 : piece.gives - piece.takes;
  }
  const sizes = steps.map(({ piece }) => piece?.bytes.length ?? 3);
  const starts = [0, ...sizes.map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0))];
  const targets = steps.map(({ to, depth: here }, i) => {
    const later = steps.flatMap((step, j) => (j > i && step.depth === here ? [j] : []));
    return later[to % Math.max(1, later.length)] ?? i + 1;
  });
  const offset = (i: number): number => (starts[targets[i] ?? 0] ?? 0) - (starts[i + 1] ?? 0) + 2;
  const code = steps.flatMap(({ piece }, i) =>
    piece === null ? [0xa0, 1, 0xc0 | Math.min(offset(i), 63)] : piece.bytes,
  );
  const expected = (): number => {
    const frame: Frame = { locals: [0, 42], stack: [], global: 0 };
    for (let i = 0; i < steps.length;) {
      const piece = steps[i]?.piece ?? null;
      if (piece === null) {
        i = (frame.locals[0] & 0xffff) === 0 ? (targets[i] ?? i + 1) : i + 1;
        continue;
      }
      const result = piece.run(frame);
      if (result !== undefined) return result;
      i += 1;
    }
    // ret_popped: the last local where nothing was pushed
    return frame.stack.at(-1) ?? frame.locals[1];
  };
  return { code: [...code, 0xb8], expected };
}

test(
  'any routine that pushes, pops, branches and returns gives what a plain model of it gives',
  { tags: ['slow'] },
  () => {
    // Numbers beyond the list are branches.
    const choice = fc.record({ piece: fc.nat(PIECES.length + 4), to: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 18 }), (choices) => {
        const { code, expected } = routineOf(choices);
        expect(returned(code)).toBe(String((expected() << 16) >> 16));
      }),
      { numRuns: repeats(150, 5_000) },
    );
  },
);
