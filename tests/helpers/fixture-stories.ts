import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/stories');

export function fixtureFile(name: string): string {
  return path.join(FOLDER, name);
}

/** A game of a story made for one claim; its source lies beside it. */
export function openFixture(name: string): Interpreter {
  return openStory(readFileSync(fixtureFile(name)), { seed: 1 });
}

/** Plays commands and gives the last result. */
export function playOn(game: Interpreter, ...commands: readonly string[]) {
  const results = commands.map((command) => game.step(command));
  return results.at(-1) ?? game.opening;
}
