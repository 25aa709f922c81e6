import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { captureState, hashState } from '../../src/interpreter/machine-state.ts';
import { directionWords } from '../../src/interpreter/exits.ts';
import { detectPlayer } from '../../src/interpreter/player-detection.ts';
import { informStatus } from '../../src/interpreter/status-globals.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
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

const WORDS = directionWords(() => true);

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
    30_000,
  );
}

test.each([21, null])(
  'score and moves of an Inform story are the globals that follow the location (player %s)',
  (player) => {
    const session = started(SHIPPED);
    expect(informStatus(session, player)).toEqual({ score: 2, moves: 3 });
  },
);
