import { createHash } from 'node:crypto';
import { GameSession } from './game-session.ts';
import { IfvmsInterpreter } from './ifvms-interpreter.ts';
import type { OpenStory } from './interpreter.ts';
import { ObjectWords } from './object-words.ts';
import { StoryCode } from './story-code.ts';
import { StoryDictionary } from './story-dictionary.ts';
import { factsOf } from './story-facts.ts';
import { readStoryFile } from './story-header.ts';
import type { StoryFile } from './story-header.ts';
import { firstKnowledge } from './story-knowledge.ts';
import type { StoryKnowledge } from './story-knowledge.ts';
import { StoryMachine } from './story-machine.ts';

const MOST_STORIES = 4;
const MOST_SEEDS = 64;

/** What games of one story share; it is a function of the story's bytes, and of the seed for what was found out. */
interface SharedStory {
  readonly code: StoryCode;
  readonly knowledge: Map<number, StoryKnowledge>;
  vocabulary: Vocabulary | null;
}

interface Vocabulary {
  readonly dictionary: StoryDictionary;
  readonly words: ObjectWords;
}

/** Compiling a story anew for each of its games would cost more than playing them. */
const shared = new Map<string, SharedStory>();

/** Starts a story in ifvms, corrected and metered. See {@link OpenStory} for the contract. */
export const openStory: OpenStory = (bytes, { seed }) => {
  const file = readStoryFile(bytes);
  const known = sharedStory(file);
  const machine = new StoryMachine(file.image, known.code, seed);
  const session = new GameSession(machine);
  const opening = session.start();
  return new IfvmsInterpreter({
    story: file.identity,
    session,
    ...session.read(() => vocabularyOf(known, session)),
    opening,
    knowledge: knowledgeOf(known, session, { seed, key: file.identity.key }),
  });
};

function knowledgeOf(
  known: SharedStory,
  session: GameSession,
  game: { readonly seed: number; readonly key: string },
): StoryKnowledge {
  let knowledge = known.knowledge.get(game.seed);
  if (knowledge === undefined) {
    knowledge = firstKnowledge(session, factsOf(game.key));
    if (known.knowledge.size >= MOST_SEEDS) known.knowledge.clear();
    known.knowledge.set(game.seed, knowledge);
  }
  return knowledge;
}

function vocabularyOf(known: SharedStory, { machine, tree }: GameSession): Vocabulary {
  if (known.vocabulary === null) {
    const dictionary = new StoryDictionary(machine);
    known.vocabulary = { dictionary, words: new ObjectWords(tree, machine, dictionary) };
  }
  return known.vocabulary;
}

function sharedStory({ image, identity }: StoryFile): SharedStory {
  const hash = createHash('sha256').update(image).digest('hex');
  const known = shared.get(hash) ?? {
    code: new StoryCode(identity.version, image.length),
    knowledge: new Map<number, StoryKnowledge>(),
    vocabulary: null,
  };
  shared.delete(hash);
  shared.set(hash, known);
  for (const oldest of shared.keys()) {
    if (shared.size <= MOST_STORIES) break;
    shared.delete(oldest);
  }
  return known;
}
