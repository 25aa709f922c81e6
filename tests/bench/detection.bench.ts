import { readFileSync } from 'node:fs';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { openStoryDictionary } from '../../src/interpreter/open-story.ts';
import { knownHeaderFacts, readStoryFile } from '../../src/interpreter/story-header.ts';
import { firstKnowledge } from '../../src/interpreter/story-knowledge.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { testStory } from '../helpers/stories.ts';

/** What finding out about one story costs, once per process: probes played in snapshots, and milliseconds, cold. */
export interface DetectionCost {
  readonly story: string;
  readonly probes: number;
  readonly ms: number;
}

const STORIES =
  'zork1-r88.z3 minizork-r34.z3 advent.z5 detective.z5 library.z5 spirit.z5 lostpig.z8 partyfoul.z8';
const FIXTURES = 'clock.z3 bound.z3 boat.z3 question.z5 treasures.z5';

export function detectionCosts(): readonly DetectionCost[] {
  const files = [
    ...STORIES.split(' ').map((name) => [name, testStory(name)] as const),
    ...FIXTURES.split(' ').map((name) => [name, fixtureFile(name)] as const),
  ];
  return files.flatMap(([story, file]) => (file === null ? [] : [{ story, ...costOf(file) }]));
}

class CountingSession extends GameSession {
  sends = 0;
  override send(command: string) {
    this.sends += 1;
    return super.send(command);
  }
}

function costOf(file: string): Omit<DetectionCost, 'story'> {
  const { image, identity } = readStoryFile(readFileSync(file));
  const code = new StoryCode(identity.version, image.length);
  const session = new CountingSession(new StoryMachine(image, code, 0));
  session.start();
  const { dictionary } = session.read(() => openStoryDictionary(session.machine, session.tree));
  const start = performance.now();
  firstKnowledge(session, dictionary, knownHeaderFacts(identity.key), new Set());
  return { probes: session.sends, ms: performance.now() - start };
}
