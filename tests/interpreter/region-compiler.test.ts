/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InterpreterError } from '../../src/domain/errors.ts';
import { FrotzRandom } from '../../src/interpreter/frotz-random.ts';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { captureState, hashState } from '../../src/interpreter/machine-state.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { repeats } from '../helpers/repeats.ts';
import { readTestStory, testStory } from '../helpers/stories.ts';
import { TINY, tinyStory, word } from './tiny-story.ts';

const NEVER = -1;
const SHIPPED = path.join(import.meta.dirname, '../../game_files/story');

interface Playthrough {
  /** What each command printed and left in the machine, or how the story broke. */
  readonly steps: readonly string[];
  readonly code: StoryCode;
}

function play(story: Uint8Array, commands: readonly string[], hot: number): Playthrough {
  const { image, identity } = readStoryFile(story);
  const code = new StoryCode(identity.version, image.length, hot);
  const steps: string[] = [];
  try {
    const session = new GameSession(new StoryMachine(image, code, 1));
    steps.push(session.start().text);
    for (const command of commands) {
      const { text } = session.send(command);
      steps.push(`${text} ${hashState(captureState(session.machine))}`);
      if (session.hasQuit) break;
    }
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    steps.push('broken');
  }
  return { steps, code };
}

function commandsIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const saltmere = readFileSync(path.join(SHIPPED, 'saltmere.z5'));
const walkthrough = commandsIn(path.join(SHIPPED, 'saltmere.walkthrough.txt'));

test('regions, compiled at once or while the game goes on, do what their blocks do one by one', () => {
  const blocks = play(saltmere, walkthrough, NEVER);
  const regions = play(saltmere, walkthrough, 1);
  expect(regions.steps).toEqual(blocks.steps);
  expect(play(saltmere, walkthrough, 40).steps).toEqual(blocks.steps);
  expect(blocks.steps.at(-1)).toContain('100 out of a possible 100');
});

test('little code of a sound story is left to single blocks', () => {
  const { code } = play(saltmere, walkthrough, 1);
  const alone = code.blocks.flatMap((block, pc) =>
    block === undefined || code.isInRegion(pc) ? [] : [pc],
  );
  // The main routine is never called; what follows a prompt or is too much for one region stays as it is.
  expect(alone.length).toBeLessThan(code.blocks.filter(Boolean).length / 10);
});

test('a routine that was called often enough is compiled as a whole, all other code is not', () => {
  const inRegions = ({ code }: Playthrough): number =>
    code.blocks.filter((block, pc) => block !== undefined && code.isInRegion(pc)).length;
  expect(inRegions(play(saltmere, ['look'], NEVER))).toBe(0);
  const often = inRegions(play(saltmere, ['look'], 100));
  expect(often).toBeGreaterThan(10);
  expect(inRegions(play(saltmere, ['look'], 1))).toBeGreaterThan(2 * often);
});

for (const name of ['zork1-r88', 'advent', 'detective', 'lostpig']) {
  const story = readTestStory(
    `${name}.${name === 'lostpig' ? 'z8' : name === 'zork1-r88' ? 'z3' : 'z5'}`,
  );
  const list = testStory(`${name}.commands.txt`);
  test.skipIf(story === null || list === null)(
    `${name}: regions play the walkthrough as single blocks do`,
    () => {
      if (story === null || list === null) return;
      const commands = commandsIn(list);
      const { steps } = play(story, commands, NEVER);
      expect(play(story, commands, 1).steps).toEqual(steps);
    },
  );
}

test('a damaged story breaks in regions exactly where it breaks in single blocks', () => {
  for (let number = 0; number < repeats(8, 500); number++) {
    const random = new FrotzRandom(number * 7919 + 1);
    const copy = Uint8Array.from(saltmere);
    for (let flips = random.next(64); flips > 0; flips--) {
      const at = (random.next(0x7fff) * 0x8000 + random.next(0x7fff)) % copy.length;
      copy[at] = (copy[at] ?? 0) ^ (1 << (random.next(8) - 1));
    }
    const commands = walkthrough.slice(0, 8);
    const outcome = (hot: number): unknown => {
      try {
        return play(copy, commands, hot).steps;
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    };
    expect(outcome(1), `damage ${number}`).toEqual(outcome(NEVER));
  }
});

const RESULT = 0x10;
const ROUTINE = TINY.code + 0x80;
const PRINT_AND_QUIT = [0xe6, 0xbf, RESULT, 0xba];

/** A story that calls a routine with 0 and 42 in its locals and prints what it returns. */
function calling(routine: readonly number[]): Uint8Array {
  const code = [0xe0, 0x17, ...word(ROUTINE / 4), 0, 42, RESULT, ...PRINT_AND_QUIT];
  return tinyStory({ code, data: { [ROUTINE]: [2, ...routine] } });
}

test('what a way that returned had pushed is not there on another way', () => {
  // jz L1 ?other; push 7; ret 99; other: ret_popped, which finds the last local below an empty stack
  const story = calling([0xa0, 1, 0xc7, 0xe8, 0x7f, 7, 0x9b, 99, 0xb8]);
  expect(play(story, [], 1).steps).toEqual(play(story, [], NEVER).steps);
  expect(play(story, [], 1).steps[0]).toContain('42');
});

test('code in memory that the story may change is compiled anew each time', () => {
  const changing = TINY.free + 0x20;
  const call = [0xe0, 0x3f, ...word(ROUTINE / 4), RESULT, 0xe6, 0xbf, RESULT];
  const rewrite = [0xe2, 0x17, ...word(changing + 1), 0, 79];
  const jump = [0x8c, ...word((changing - (ROUTINE + 4) + 2) & 0xffff)];
  const story = tinyStory({
    code: [...call, ...rewrite, ...call, 0xba],
    data: { [ROUTINE]: [0, ...jump], [changing]: [0x9b, 77] },
  });
  expect(play(story, [], 1).steps[0]).toContain('7779');
});

/** An instruction of a routine with two locals, by what it does to the depth of the stack. */
type Piece = { readonly bytes: readonly number[]; readonly takes: number; readonly gives: number };
const PIECES: readonly Piece[] = [
  { bytes: [0xe8, 0x7f, 7], takes: 0, gives: 1 }, // push 7
  { bytes: [0xe8, 0xbf, 2], takes: 0, gives: 1 }, // push L2
  { bytes: [0xe9, 0x7f, 1], takes: 1, gives: 0 }, // pull L1
  { bytes: [0x74, 0, 0, 0], takes: 2, gives: 1 }, // add sp sp -> sp
  { bytes: [0x75, 0, 2, 0], takes: 1, gives: 1 }, // sub sp L2 -> sp
  { bytes: [0x54, 1, 3, 0], takes: 0, gives: 1 }, // add L1 3 -> sp
  { bytes: [0x0d, 1, 9], takes: 0, gives: 0 }, // store L1 9
  { bytes: [0x2d, 2, 0], takes: 1, gives: 0 }, // store L2 sp
  { bytes: [0x95, 2], takes: 0, gives: 0 }, // inc L2
  { bytes: [0xe8, 0xbf, RESULT], takes: 0, gives: 1 }, // push a global
  { bytes: [0x2d, RESULT, 0], takes: 1, gives: 0 }, // store a global sp
  { bytes: [0x9b, 99], takes: 0, gives: 0 }, // ret 99
  { bytes: [0xab, 2], takes: 0, gives: 0 }, // ret L2
  { bytes: [0xb0], takes: 0, gives: 0 }, // rtrue
];
const MOST_DEEP = 12;

/** Pieces in which no way pops what it did not push; each branch leads on to where the stack is as deep. */
function routineOf(choices: readonly { readonly piece: number; readonly to: number }[]): number[] {
  let depth = 0;
  const pieces: { bytes: readonly number[]; depth: number; to: number | null }[] = [];
  for (const { piece, to } of choices) {
    const chosen = PIECES[piece];
    if (chosen === undefined) pieces.push({ bytes: [0xa0, 1, 0], depth, to });
    else if (chosen.takes <= depth && depth < MOST_DEEP) {
      pieces.push({ bytes: chosen.bytes, depth, to: null });
      depth += chosen.gives - chosen.takes;
    }
  }
  const ends = pieces.map((_, i) => pieces.slice(0, i + 1).flatMap(({ bytes }) => bytes).length);
  const body = pieces.flatMap(({ bytes, depth: here, to }, i) => {
    if (to === null) return bytes;
    const targets = pieces.flatMap((other, j) => (j > i && other.depth === here ? [j] : []));
    const target = targets[to % Math.max(1, targets.length)] ?? i + 1;
    const offset = (ends[target - 1] ?? 0) - (ends[i] ?? 0) + 2;
    return [0xa0, 1, 0xc0 | Math.min(offset, 63)];
  });
  return [...body, 0xb8];
}

test('any routine that pushes, pops, branches and returns gives in a region what it gives in blocks', () => {
  // Numbers beyond the list are branches.
  const choice = fc.record({ piece: fc.nat(PIECES.length + 4), to: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 18 }), (choices) => {
      const story = calling(routineOf(choices));
      expect(play(story, [], 1).steps).toEqual(play(story, [], NEVER).steps);
    }),
  );
});
