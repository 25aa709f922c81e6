/** @module-tag slow */
import { expect, test } from 'vitest';
import { InterpreterError } from '../../src/domain/errors.ts';
import { FrotzRandom } from '../../src/interpreter/story-machine.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { readTestStory } from '../helpers/stories.ts';

const COMMANDS =
  `n|s|e|w|ne|nw|se|sw|u|d|in|out|wait|look|i|take all|drop all|open all|undo|restart|y|save|restore
|script|unscript||xyzzy|kill troll with lamp|turn on lamp|quit|n|again`
    .replaceAll('\n', '')
    .split('|');

function randomCommands(seed: number, count: number): string[] {
  const random = new FrotzRandom(seed * 104_729 + 3);
  return Array.from({ length: count }, () => COMMANDS[random.next(COMMANDS.length) - 1] ?? 'look');
}

function future(game: Interpreter, commands: readonly string[]): unknown[] {
  return commands.map((command) => [game.step(command), game.facts(), game.stateHash()]);
}

for (const name of ['zork1-r88.z3', 'advent.z5', 'detective.z5']) {
  const story = readTestStory(name);
  test.skipIf(story === null)(
    `${name}: equal snapshots have equal futures, restarts, undos, saves and quits included`,
    () => {
      if (story === null) return;
      const game = openStory(story, { seed: 7 });
      const other = openStory(story, { seed: 99 });
      const opening = game.snapshot();
      for (let trial = 0; trial < 8; trial++) {
        game.restore(opening);
        for (const command of randomCommands(trial, 10)) game.step(command);
        const middle = game.snapshot();
        const commands = randomCommands(trial + 500, 20);
        const first = future(game, commands);
        game.restore(middle);
        expect(future(game, commands)).toEqual(first);
        // into another game, which has another seed
        other.restore(middle);
        expect(future(other, commands)).toEqual(first);
      }
    },
  );
}

const zork = readTestStory('zork1-r88.z3');
const minizork = readTestStory('minizork-r34.z3');

test.skipIf(zork === null)('another seed is another state from the start, and another game', () => {
  if (zork === null) return;
  const hashes = [1, 2, 1].map((seed) => openStory(zork, { seed }).stateHash());
  expect(hashes[0]).toBe(hashes[2]);
  expect(hashes[0]).not.toBe(hashes[1]);
});

test.skipIf(zork === null)('a snapshot of a game that had ended ends it again', () => {
  if (zork === null) return;
  const game = openStory(zork, { seed: 1 });
  game.step('quit');
  expect(game.step('y').ended).toBe('quit');
  const over = game.snapshot();
  const other = openStory(zork, { seed: 1 });
  other.restore(over);
  expect(other.step('look')).toMatchObject({ ended: 'quit', text: '' });
});

test.skipIf(zork === null || minizork === null)('a snapshot of another story is refused', () => {
  if (zork === null || minizork === null) return;
  const snapshot = openStory(minizork, { seed: 1 }).snapshot();
  const game = openStory(zork, { seed: 1 });
  expect(() => {
    game.restore(snapshot);
  }).toThrow(InterpreterError);
});

const advent = readTestStory('advent.z5');
test.skipIf(advent === null)(
  'taking back a turn leaves the snapshots that hold it as they were',
  () => {
    if (advent === null) return;
    const game = openStory(advent, { seed: 5 });
    game.step('east');
    game.step('get all');
    const snapshot = game.snapshot();
    const undone = (): unknown => [game.step('undo'), game.facts(), game.stateHash()];
    const first = undone();
    // a question is asked deeper inside the story's routines
    game.step('quit');
    game.restore(snapshot);
    expect(undone()).toEqual(first);
    game.step('no');
    game.restore(snapshot);
    expect(undone()).toEqual(first);
  },
);
