import { createHash } from 'node:crypto';
import type { Names } from '../domain/observation.ts';
import { rememberText } from '../domain/text.ts';
import { GameSession } from './game-session.ts';
import { IfvmsInterpreter, type StartedStory } from './ifvms-interpreter.ts';
import type { Dictionary, EngineSteps, HostFiles, Interpreter } from './interpreter.ts';
import type { ObjectTree } from './object-tree.ts';
import { ProbedMoments, type ProbedWays } from './exits.ts';
import { StoryCode } from './story-code.ts';
import { INFOCOM, INFORM } from './grammar-lines.ts';
import { readGrammar } from './story-grammar.ts';
import { knownHeaderFacts, readStoryFile, type StoryFile } from './story-header.ts';
import { firstKnowledge, type StoryKnowledge } from './story-knowledge.ts';
import { StoryMachine } from './story-machine.ts';
import type { WorldMask } from './world-fingerprint.ts';
import { renameThings, type StoryNames } from './wrapped-interpreter.ts';

const MOST_STORIES = 12;
/** Detection uses one seed, so that its findings are the same in each game of a story. */
const DETECTION_SEED = 0;

/** What games of one story share. It depends only on the story's bytes, some of it also on a moment of a game. */
type SharedStory = Pick<StartedStory, 'dictionary' | 'knowledge' | 'probed'> &
  StoryNames & { readonly code: StoryCode };

/** By the hash of the story's bytes, the last used one last. Exploring a story costs more than playing a game of it. */
const shared = new Map<string, SharedStory>();

interface Opening {
  readonly seed: number;
  /** Called for each step. Absent if not needed. */
  readonly steps?: EngineSteps | undefined;
}

/** Starts a story. Equal seeds (integers >= 0) give equal games. Without `files` it cannot save. Throws StoryError. */
export function openStory(
  bytes: Uint8Array,
  { seed, files = null, steps }: Opening & { readonly files?: HostFiles | null },
): Interpreter {
  const file = readStoryFile(bytes);
  const { code, dictionary, knowledge, probed } = sharedStory(file);
  const session = new GameSession(new StoryMachine(file.image, code, seed), steps);
  session.machine.files = files;
  session.tree.names = knowledge.names;
  const opening = session.start();
  const story = file.identity;
  return new IfvmsInterpreter({ story, session, opening, dictionary, knowledge, probed });
}

/** The same game, with opaque names for places and things if requested; see renameThings. */
export function openStoryNamed(
  bytes: Uint8Array,
  { names, ...options }: Opening & { readonly names: Names },
): Interpreter {
  const game = openStory(bytes, options);
  return names === 'plain' ? game : renameThings(game, openStoryNames(bytes));
}

/** The names of things and places in a story. Throws StoryError. */
export function openStoryNames(bytes: Uint8Array): StoryNames {
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

/** Explores a story in a game of its own, because a machine writes into its image. */
function explored({ image, identity }: StoryFile): SharedStory {
  const code = new StoryCode(identity.version, image.length);
  const session = new GameSession(new StoryMachine(image.slice(), code, DETECTION_SEED));
  const { machine, tree } = session;
  const parents = session.read(() => tree.parents());
  session.start();
  const { dictionary, naming } = session.read(() => openStoryDictionary(machine, tree));
  const printed = session.read(() =>
    Array.from({ length: tree.count }, (_, index) => tree.name(index + 1)),
  );
  const placeless = new Set([...parents.keys()].filter((object) => parents[object] === 0));
  const knowledge = firstKnowledge(session, dictionary, knownHeaderFacts(identity.key), placeless);
  const probed = {
    ways: new ProbedMoments<ProbedWays>(),
    masks: new ProbedMoments<WorldMask>(),
    knowledge: new ProbedMoments<StoryKnowledge>(),
  };
  return { code, dictionary, printed, naming, knowledge, probed };
}

/** The share of dictionary words in a property's data that makes it the one with names. */
const LEAST_SHARE = 0.9;

/** Infocom's parsers take adjectives before a noun, and skip words like `of`. Inform's parsers take only names. */
const DESCRIBING_BITS = 0x20 | 0x04;

/** Reads the dictionary of a started story (Z-Machine Standard 1.1 §13), and the words in it that name an object. */
export function openStoryDictionary(machine: StoryMachine, tree: ObjectTree) {
  const { separators, ...entries } = machine.parse_dict(machine.dict);
  const { m: memory } = machine;
  const textBytes = machine.version3 ? 4 : 6;
  // Inform writes its version into the header (§B).
  const isInform = /^\d\.\d\d$/.test(String.fromCharCode(...memory.getUint8Array(0x3c, 4)));
  const marks = new Set(separators.map((code) => String.fromCharCode(code)));
  const words = Object.values(entries)
    .filter((address) => address + textBytes + 2 < memory.byteLength)
    .map((address) => ({ word: machine.decode(address, textBytes), address }))
    .filter(({ word }) => !marks.has(word));
  const bit = (isInform ? INFORM : INFOCOM).verb;
  const verbs = words.filter(({ address }) => (memory.getUint8(address + textBytes) & bit) !== 0);
  const objectsByWord = objectsByWordOf(tree, new Set<number>(Object.values(entries)));
  const addressOf = rememberText((word) => addressIn(entries, machine, word));
  const describes = (word: string) => {
    const address = isInform ? null : addressOf(word);
    return address !== null && (memory.getUint8(address + textBytes) & DESCRIBING_BITS) !== 0;
  };
  const objectsNamed = (word: string) => objectsByWord.get(addressOf(word) ?? -1) ?? [];
  const dictionary: Dictionary = {
    verbs: [...new Set(verbs.map(({ word }) => word))].sort(),
    grammar: readGrammar({ memory, words, textBytes, isInform }),
    knows: (word) => addressOf(word) !== null,
    objectsNamed,
    describes,
  };
  const naming = words.map(({ word }) => word).filter((word) => objectsNamed(word).length > 0);
  return { dictionary, naming };
}

/** Address of the entry that the parser would find for a word, or null. */
function addressIn(entries: Readonly<Record<string, number>>, machine: StoryMachine, word: string) {
  const zscii = Array.from(
    word.toLowerCase(),
    (character) => machine.reverse_unicode_table[character.charCodeAt(0)] ?? 0,
  );
  if (zscii.length === 0 || zscii.some((code) => code <= 32)) return null;
  return entries[machine.encode(zscii).join()] ?? null;
}

/** The objects of each word, by its address: of the property with dictionary addresses on the most objects (§12.4, §13.3). */
function objectsByWordOf(tree: ObjectTree, entries: ReadonlySet<number>) {
  const found = new Map<number, { naming: Map<number, number[]>; other: number }>();
  for (let object = 1; object <= tree.count; object += 1) {
    for (const property of tree.properties(object)) {
      const seen = found.get(property.number) ?? { naming: new Map<number, number[]>(), other: 0 };
      found.set(property.number, seen);
      const data = tree.words(property);
      const isNaming = data.length > 0 && data.every((value) => entries.has(value));
      if (isNaming) seen.naming.set(object, data);
      else seen.other += 1;
    }
  }
  const [best] = [...found.values()]
    .filter(({ naming, other }) => naming.size >= LEAST_SHARE * (naming.size + other))
    .sort((a, b) => b.naming.size - a.naming.size);
  const objects = new Map<number, number[]>();
  for (const [object, words] of best?.naming ?? []) {
    for (const word of words) objects.set(word, [...(objects.get(word) ?? []), object]);
  }
  return objects;
}
