/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { testStory } from '../helpers/stories.ts';

interface Row {
  readonly command: string | null;
  readonly location: number;
  readonly inventory: readonly number[];
  readonly score: number;
  readonly moves: number;
}

interface Walkthrough {
  readonly story: string;
  readonly seed: number;
  readonly victory: boolean;
  readonly steps: readonly Row[];
}

function recorded(name: string): { walkthrough: Walkthrough; story: Uint8Array } | null {
  const file = testStory(`${name}.walkthrough.json`);
  if (file === null) return null;
  const walkthrough = JSON.parse(readFileSync(file, 'utf8')) as Walkthrough;
  const story = testStory(walkthrough.story);
  return story === null ? null : { walkthrough, story: readFileSync(story) };
}

/**
 * Jericho's table of Adventure ends at object 255: it stops listing at the first held object beyond (the axe). There
 * its list has to be a part of ours.
 */
function asListedByJericho(held: readonly number[], { inventory }: Row): readonly number[] {
  const isCut = held.some((object) => object > 255);
  return isCut && inventory.every((object) => held.includes(object)) ? inventory : held;
}

for (const name of ['zork1-r88', 'advent', 'lostpig', 'detective']) {
  const recording = recorded(name);
  test.skipIf(recording === null)(
    `${name}: every recorded step has Jericho's location, inventory, score and moves, and ends in victory`,
    () => {
      if (recording === null) return;
      const { steps, seed } = recording.walkthrough;
      const game = openStory(recording.story, { seed });
      let result = game.opening;
      const seen = steps.map((row): Row & { ended: string | null } => {
        if (row.command !== null) result = game.step(row.command);
        const { location, inventory, score, moves } = game.facts();
        return {
          command: row.command,
          location: location.id,
          inventory: asListedByJericho(
            inventory.map(({ id }) => id),
            row,
          ),
          score: score ?? -1,
          moves: row === steps.at(-1) ? row.moves : (moves ?? -1),
          ended: result.ended,
        };
      });
      expect(seen).toEqual(
        steps.map((row) => ({ ...row, ended: row === steps.at(-1) ? 'victory' : null })),
      );
    },
  );
}

/** Rows of these name the line that led to them, because a line can be the answer to a question before the game. */
interface LineRow {
  readonly line: number;
  readonly location: number | '-';
  readonly inventory: readonly number[] | '-';
  readonly score: number | null | '-';
}

for (const [name, what] of [
  ['library', 'a clock in the status line'],
  ['partyfoul', 'a question first, no score'],
  ['spirit', 'nobody can walk at first'],
] as const) {
  const recording = recorded(name);
  const file = testStory(`${name}.commands.txt`);
  test.skipIf(recording === null || file === null)(
    `${name} (${what}): every recorded row has Jericho's location, inventory and score, and it ends in victory`,
    () => {
      if (recording === null || file === null) return;
      const { seed, steps } = recording.walkthrough;
      const rows = new Map((steps as unknown as LineRow[]).map((row) => [row.line, row]));
      const game = openStory(recording.story, { seed });
      const commands = readFileSync(file, 'utf8').trimEnd().split('\n');
      let compared = 0;
      for (const [line, command] of [null, ...commands].entries()) {
        const { ended } = command === null ? game.opening : game.step(command);
        expect(ended).toBe(line === commands.length ? 'victory' : null);
        const row = rows.get(line);
        if (row === undefined) continue;
        expect(rowOf(game, row)).toEqual(row);
        compared += 1;
      }
      expect(compared).toBe(steps.length);
    },
    60_000,
  );
}

/** What the game says, where the row says something; a score of null may be 0. */
function rowOf(game: Interpreter, row: LineRow): LineRow {
  const { location, inventory, score } = game.facts();
  return {
    ...row,
    location: row.location === '-' ? '-' : location.id,
    inventory: row.inventory === '-' ? '-' : inventory.map(({ id }) => id),
    score: row.score === '-' || (row.score === null && score === 0) ? row.score : score,
  };
}

const zork = recorded('zork1-r88');
test.skipIf(zork === null)(
  'a game that has ended changes nothing more and prints nothing more',
  () => {
    if (zork === null) return;
    const game = openStory(zork.story, { seed: zork.walkthrough.seed });
    for (const { command } of zork.walkthrough.steps) if (command !== null) game.step(command);
    const hash = game.stateHash();
    expect(game.step('look')).toMatchObject({ text: '', ended: 'victory' });
    expect(game.stateHash()).toBe(hash);
    expect(game.exits()).toEqual([]);
    expect(game.facts()).toMatchObject({ score: 350, maxScore: 350, ended: 'victory' });
  },
);

const r119 = testStory('zork1-r119.z3');
test.skipIf(zork === null || r119 === null)(
  'release 119 is won by the commands of release 88, with the same chances',
  () => {
    if (zork === null || r119 === null) return;
    const game = openStory(readFileSync(r119), { seed: zork.walkthrough.seed });
    for (const { command } of zork.walkthrough.steps) if (command !== null) game.step(command);
    expect(game.facts()).toMatchObject({ score: 350, maxScore: 350, ended: 'victory' });
  },
);

test('the shipped story is won by its walkthrough with all of its points', () => {
  const folder = path.resolve(import.meta.dirname, '../../game_files/story');
  const game = openStory(readFileSync(path.join(folder, 'saltmere.z5')), { seed: 1 });
  const commands = readFileSync(path.join(folder, 'saltmere.walkthrough.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const endings = commands.map((command) => game.step(command).ended);
  expect(endings.slice(0, -1).every((ended) => ended === null)).toBe(true);
  expect(game.facts()).toMatchObject({ score: 100, maxScore: 100, ended: 'victory' });
  expect(game.story.title).toBe('The Saltmere Light');
});
