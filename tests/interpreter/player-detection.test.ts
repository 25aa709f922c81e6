import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { captureState, hashState } from '../../src/interpreter/machine-state.ts';
import { exitWords } from '../../src/interpreter/exits.ts';
import { detectPlayer } from '../../src/interpreter/player-detection.ts';
import { informStatus } from '../../src/interpreter/score-detection.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { openFixture, playOn } from '../helpers/fixture-stories.ts';
import { readTestStory } from '../helpers/stories.ts';

function started(story: Uint8Array): GameSession {
  const { image, identity } = readStoryFile(story);
  const code = new StoryCode(identity.version, image.length);
  const session = new GameSession(new StoryMachine(image, code, 3));
  session.start();
  return session;
}

const SHIPPED = readFileSync(
  path.resolve(import.meta.dirname, '../../game_files/story/saltmere.z5'),
);

const WORDS = exitWords(() => true);

/** Objects that Jericho names as the player; null where nothing moves at the start. */
const PLAYERS: readonly (readonly [string, Uint8Array | null, number | null])[] = [
  ['zork1-r88.z3', readTestStory('zork1-r88.z3'), 4],
  ['zork1-r119.z3', readTestStory('zork1-r119.z3'), 44],
  ['advent.z5', readTestStory('advent.z5'), 20],
  ['detective.z5', readTestStory('detective.z5'), 90],
  ['lostpig.z8', readTestStory('lostpig.z8'), null],
  ['the shipped story', SHIPPED, 21],
];

for (const [name, story, player] of PLAYERS) {
  test.skipIf(story === null)(
    `${name}: walking alone shows ${player === null ? 'no player' : `object ${player} to be the player`}, and nothing is changed by it`,
    () => {
      if (story === null) return;
      const session = started(story);
      const before = hashState(captureState(session.machine));
      expect(detectPlayer(session, WORDS)).toBe(player);
      expect(hashState(captureState(session.machine))).toBe(before);
    },
  );
}

test.each([21, null])(
  'score and moves of an Inform story are the globals that follow the location (player %s)',
  (player) => {
    const session = started(SHIPPED);
    expect(informStatus(session, player)).toEqual({ score: 2, moves: 3 });
  },
);

test('a player who cannot walk yet is found by waiting, while somebody else walks about', () => {
  const { location, inventory } = openFixture('bound.z3').facts();
  expect(location.name).toBe('bed');
  expect(inventory.map(({ name }) => name)).toEqual(['coin']);
});

test('a player in a boat is the player, not the boat that goes along', () => {
  const game = openFixture('boat.z3');
  expect(game.facts().location.name).toBe('dinghy');
  playOn(game, 'n', 'e', 'exit');
  expect(game.facts().location.name).toBe('Shore');
});

test('a player behind a question before the game is found', () => {
  const game = openFixture('question.z5');
  expect(game.facts().location.name).toBe('Hall');
  playOn(game, 'no', 'take coin', 'n');
  expect(game.facts()).toMatchObject({
    location: { name: 'Garden' },
    inventory: [{ name: 'coin' }],
  });
});
