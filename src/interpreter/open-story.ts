import { createHash } from 'node:crypto';
import type { Exit, Names } from '../domain/observation.ts';
import { GameSession } from './game-session.ts';
import { IfvmsInterpreter, type StartedStory } from './ifvms-interpreter.ts';
import type { Interpreter, OpenStory } from './interpreter.ts';
import { ProbedMoments } from './probed-moments.ts';
import { StoryCode } from './story-code.ts';
import { readDictionary } from './story-dictionary.ts';
import { knownFactsOf, readStoryFile, type StoryFile } from './story-header.ts';
import { firstKnowledge } from './story-knowledge.ts';
import { StoryMachine } from './story-machine.ts';
import type { WorldMask } from './world-fingerprint.ts';
import { renameThings, type StoryNames } from './wrapped-interpreter.ts';

const MOST_STORIES = 12;
/** What is found out about a story is found with one seed, so that it is the same in each of its games. */
const DETECTION_SEED = 0;

/** What games of one story share; it is a function of the story's bytes, or of them and a moment of a game. */
type SharedStory = Pick<StartedStory, 'dictionary' | 'knowledge' | 'probed'> &
  StoryNames & { readonly code: StoryCode };

/** By the hash of the story's bytes, the last used one last: to explore a story costs more than to play a game of it. */
const shared = new Map<string, SharedStory>();

/** Starts a story in ifvms, corrected and metered. See {@link OpenStory} for the contract. */
export const openStory: OpenStory = (bytes, { seed, files = null, steps }) => {
  const file = readStoryFile(bytes);
  const { code, dictionary, knowledge, probed } = sharedStory(file);
  const session = new GameSession(new StoryMachine(file.image, code, seed), steps);
  session.machine.files = files;
  session.tree.names = knowledge.names;
  const opening = session.start();
  const story = file.identity;
  return new IfvmsInterpreter({ story, session, opening, dictionary, knowledge, probed });
};

/** The same game with opaque names for its places and things where that is asked for; see renameThings. */
export function openNamed(
  bytes: Uint8Array,
  { names, ...options }: Omit<Parameters<OpenStory>[1], 'files'> & { readonly names: Names },
): Interpreter {
  const game = openStory(bytes, options);
  return names === 'plain' ? game : renameThings(game, storyNames(bytes));
}

/** What things and places are called in a story. Throws StoryError. */
export function storyNames(bytes: Uint8Array): StoryNames {
  return sharedStory(readStoryFile(bytes));
}

function sharedStory(file: StoryFile): SharedStory {
  const hash = createHash('sha256').update(file.image).digest('hex');
  const known = shared.get(hash) ?? explored(file);
  shared.delete(hash);
  shared.set(hash, known);
  for (const oldest of shared.keys()) {
    if (shared.size <= MOST_STORIES) break;
    shared.delete(oldest);
  }
  return known;
}

/** Finds out what there is to know about a story, in a game of its own: a machine writes into its image. */
function explored({ image, identity }: StoryFile): SharedStory {
  const code = new StoryCode(identity.version, image.length);
  const session = new GameSession(new StoryMachine(image.slice(), code, DETECTION_SEED));
  const { machine, tree } = session;
  const parents = session.read(() => tree.parents());
  session.start();
  const { dictionary, naming } = session.read(() => readDictionary(machine, tree));
  const printed = session.read(() =>
    Array.from({ length: tree.count }, (_, index) => tree.name(index + 1)),
  );
  const placeless = new Set([...parents.keys()].filter((object) => parents[object] === 0));
  const knowledge = firstKnowledge(session, dictionary, knownFactsOf(identity.key), placeless);
  const probed = {
    exits: new ProbedMoments<readonly Exit[]>(),
    masks: new ProbedMoments<WorldMask>(),
  };
  return { code, dictionary, printed, naming, knowledge, probed };
}
