import { createHash } from 'node:crypto';
import { GameSession } from './game-session.ts';
import { IfvmsInterpreter } from './ifvms-interpreter.ts';
import type { StartedStory } from './ifvms-interpreter.ts';
import type { Names } from '../domain/observation.ts';
import type { Dictionary, Interpreter, OpenStory } from './interpreter.ts';
import { ObjectWords } from './object-words.ts';
import { StoryCode } from './story-code.ts';
import { renameThings, type StoryNames } from './rename-things.ts';
import { StoryDictionary } from './story-dictionary.ts';
import { knownFactsOf } from './story-facts.ts';
import { readStoryFile } from './story-header.ts';
import type { StoryFile } from './story-header.ts';
import { firstKnowledge } from './story-knowledge.ts';
import { StoryMachine } from './story-machine.ts';

const MOST_STORIES = 4;
/** What is found out about a story is found with one seed, so that it is the same in each of its games. */
const DETECTION_SEED = 0;

/** What games of one story share; it is a function of the story's bytes. */
interface SharedStory {
  readonly code: StoryCode;
  found: FoundOut | null;
}

type FoundOut = Pick<StartedStory, 'dictionary' | 'words' | 'knowledge'> & {
  readonly printed: readonly string[];
  readonly naming: readonly string[];
};

/** Compiling a story anew for each of its games would cost more than playing them. */
const shared = new Map<string, SharedStory>();

/** Starts a story in ifvms, corrected and metered. See {@link OpenStory} for the contract. */
export const openStory: OpenStory = (bytes, { seed, files = null, steps }) => {
  const file = readStoryFile(bytes);
  const known = sharedStory(file);
  known.found ??= explored(file, known.code);
  const session = new GameSession(new StoryMachine(file.image, known.code, seed), steps);
  session.machine.files = files;
  session.tree.names = known.found.knowledge.names;
  const opening = session.start();
  return new IfvmsInterpreter({ story: file.identity, session, opening, ...known.found });
};

/** The same game with opaque names for its places and things where that is asked for; see renameThings. */
export function openNamed(
  bytes: Uint8Array,
  { names, ...options }: Omit<Parameters<OpenStory>[1], 'files'> & { readonly names: Names },
): Interpreter {
  const game = openStory(bytes, options);
  if (names === 'plain') return game;
  return renameThings(game, storyNames(bytes));
}

/** What things and places are called in a story. Throws StoryError. */
export function storyNames(bytes: Uint8Array): StoryNames {
  const file = readStoryFile(bytes);
  const known = sharedStory(file);
  known.found ??= explored(file, known.code);
  const { printed, naming } = known.found;
  return { printed, naming };
}

/** Finds out what there is to know about a story, in a game of its own: a machine writes into its image. */
function explored({ image, identity }: StoryFile, code: StoryCode): FoundOut {
  const session = new GameSession(new StoryMachine(image.slice(), code, DETECTION_SEED));
  const { machine, tree } = session;
  const parents = session.read(() => tree.parents());
  session.start();
  const vocabulary = session.read(() => {
    const read = new StoryDictionary(machine);
    const printed = Array.from({ length: tree.count }, (_, index) => tree.name(index + 1));
    const words = new ObjectWords(tree, machine, read);
    const naming = read.words().filter((word) => words.objectsNamed(word).length > 0);
    const dictionary: Dictionary = {
      verbs: read.verbs,
      grammar: read.grammar,
      knows: (word) => read.knows(word),
      objectsNamed: (word) => words.objectsNamed(word),
      describes: (word) => read.describes(word),
    };
    return { dictionary, printed, naming, words };
  });
  const knowledge = firstKnowledge(
    session,
    vocabulary.dictionary,
    knownFactsOf(identity.key),
    new Set([...parents.keys()].filter((object) => parents[object] === 0)),
  );
  return { ...vocabulary, knowledge };
}

function sharedStory({ image, identity }: StoryFile): SharedStory {
  const hash = createHash('sha256').update(image).digest('hex');
  const known = shared.get(hash) ?? {
    code: new StoryCode(identity.version, image.length),
    found: null,
  };
  shared.delete(hash);
  shared.set(hash, known);
  for (const oldest of shared.keys()) {
    if (shared.size <= MOST_STORIES) break;
    shared.delete(oldest);
  }
  return known;
}
