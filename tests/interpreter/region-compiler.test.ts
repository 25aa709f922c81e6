import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { InterpreterError } from '../../src/domain/errors.ts';
import { FrotzRandom } from '../../src/interpreter/frotz-random.ts';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { captureState, hashState } from '../../src/interpreter/machine-state.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { readTestStory, testStory } from '../helpers/stories.ts';

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
    60_000,
  );
}

test('a damaged story breaks in regions exactly where it breaks in single blocks', () => {
  for (let number = 0; number < 24; number++) {
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
