import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ProbedMoments } from '../../src/interpreter/exits.ts';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import {
  firstKnowledge,
  improvedAt,
  type StoryKnowledge,
} from '../../src/interpreter/story-knowledge.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';

const STORY = new URL('../../game_files/story/saltmere.z5', import.meta.url);

/** Scenery in reach after some commands, with whether the story has a routine of its own for it. */
function scenery(...commands: readonly string[]) {
  const game = openStory(readFileSync(STORY), { seed: 1 });
  for (const command of commands) game.step(command);
  const some = game.facts().objects.filter(({ isScenery }) => isScenery === true);
  return Object.fromEntries(some.map(({ name, hasRoutine }) => [name, hasRoutine === true]));
}

it('is told of scenery that the story has a routine of its own for, not of what only has a text or its kind shares', () => {
  expect(scenery()).toMatchObject({ planks: false, boat: false, 'shingle path': true });
  expect(scenery('n', 'e')).toMatchObject({ windlass: true });
});

it('is told of scenery that the story brings along to many rooms, not of what belongs to one', () => {
  const game = openStory(readFileSync(STORY), { seed: 1 });
  const backdrops = game.facts().objects.filter(({ isBackdrop }) => isBackdrop === true);
  expect(backdrops.map(({ name }) => name)).toEqual(['sky', 'sea', 'lighthouse', 'shingle path']);
});

it('that is missing is looked for once at a moment that several games of a story come to, and a try is over each time', () => {
  const { image, identity } = readStoryFile(readFileSync(fixtureFile('cells.z3')));
  const code = new StoryCode(identity.version, image.length);
  const moments = new ProbedMoments<StoryKnowledge>();
  const look = (triesLeft: number) => {
    const session = new GameSession(new StoryMachine(image.slice(), code, 1));
    session.start();
    const first = firstKnowledge(session, { knows: () => true }, null, new Set());
    const { line } = session.machine;
    let played = 0;
    session.machine.line = (command) => {
      played += 1;
      line.call(session.machine, command);
    };
    const counted = session.steps.lines;
    const known = improvedAt(
      session,
      { ...first, player: null, playerIsSure: false, triesLeft },
      moments,
    );
    return { known, played, counted: session.steps.lines - counted };
  };
  const [one, other] = [look(5), look(3)];
  expect(one.played).toBeGreaterThan(10);
  expect(other.played).toBe(0);
  expect(other.counted).toBe(one.counted);
  expect(one.known.triesLeft).toBe(4);
  expect(other.known).toEqual({ ...one.known, triesLeft: 2 });
});
