/** @module-tag slow */
import { expect, test } from 'vitest';
import { InterpreterError, StoryError } from '../../src/domain/errors.ts';
import { FrotzRandom } from '../../src/interpreter/story-machine.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { repeats } from '../helpers/repeats.ts';
import { readTestStory } from '../helpers/stories.ts';

const COMMANDS = ['look', 'n', 'open all', 'take all', 'e', 'undo', 'x all', 'w', 'wait', 'i'];
const STORIES = ['zork1-r88.z3', 'minizork-r34.z3', 'advent.z5', 'lostpig.z8'];

/** Flips 1 to 64 bits; equal numbers damage equally. */
function damaged(story: Uint8Array, number: number): Uint8Array {
  const random = new FrotzRandom(number * 7919 + 1);
  const copy = Uint8Array.from(story);
  for (let flips = random.next(64); flips > 0; flips--) {
    const at = (random.next(0x7fff) * 0x8000 + random.next(0x7fff)) % copy.length;
    copy[at] = (copy[at] ?? 0) ^ (1 << (random.next(8) - 1));
  }
  return copy;
}

function play(story: Uint8Array): string {
  try {
    const game = openStory(story, { seed: 1 });
    COMMANDS.forEach((command, i) => {
      game.step(command);
      game.facts();
      if (i % 5 === 0) game.exits();
      if (i % 5 === 1) game.fingerprint();
    });
    return 'played';
  } catch (error) {
    if (error instanceof InterpreterError || error instanceof StoryError) return error.code;
    throw error;
  }
}

for (const name of STORIES) {
  const story = readTestStory(name);
  test.skipIf(story === null)(
    `${name}: with flipped bits it plays on or breaks with a clear error, and always stops`,
    () => {
      if (story === null) return;
      const outcomes = new Map<string, number>();
      // The first two of Mini-Zork work up to the limit, which takes seconds; hostile stories do so in a moment.
      for (let i = repeats(2, 0); i < repeats(10, 500); i++) {
        const outcome = play(damaged(story, i));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining(['played']));
    },
  );
}
