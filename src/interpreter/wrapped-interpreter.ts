import { createHash } from 'node:crypto';
import { walkingDirection } from '../domain/command.ts';
import { DIRECTIONS, type ToldExits } from '../domain/observation.ts';
import { capital } from '../domain/text.ts';
import type { Interpreter, Snapshot } from './interpreter.ts';

/** The same game. A wrapper overrides the methods that differ. */
function passedOn(game: Interpreter): Interpreter {
  return {
    story: game.story,
    dictionary: game.dictionary,
    opening: game.opening,
    ...(game.exitsTold !== undefined && { exitsTold: game.exitsTold }),
    step: (command) => game.step(command),
    facts: () => game.facts(),
    exits: () => game.exits(),
    refusedWays: () => game.refusedWays(),
    snapshot: () => game.snapshot(),
    restore: (snapshot) => game.restore(snapshot),
    reseed: (seed) => game.reseed(seed),
    stateHash: () => game.stateHash(),
    fingerprint: (of) => game.fingerprint(of),
    scene: () => game.scene(),
    reach: (noun) => game.reach(noun),
    isInRoom: (thing, room) => game.isInRoom(thing, room),
  };
}

/** The same game. It caches what does not change between two steps, and recognises restored moments. */
export function rememberLooks(game: Interpreter): Interpreter {
  let looks = new Map<string, unknown>();
  const looksThen = new WeakMap<Snapshot, Map<string, unknown>>();
  const once = <T>(name: string, look: () => T): T => {
    if (!looks.has(name)) looks.set(name, look());
    return looks.get(name) as T;
  };
  return {
    ...passedOn(game),
    step(command) {
      looks = new Map();
      return game.step(command);
    },
    snapshot() {
      const snapshot = game.snapshot();
      looksThen.set(snapshot, looks);
      return snapshot;
    },
    restore(snapshot) {
      looks = looksThen.get(snapshot) ?? new Map<string, unknown>();
      game.restore(snapshot);
    },
    reseed(seed) {
      looks = new Map();
      game.reseed(seed);
    },
    facts: () => once('facts', () => game.facts()),
    exits: () => once('exits', () => game.exits()),
    refusedWays: () => once('refusedWays', () => game.refusedWays()),
    stateHash: () => once('stateHash', () => game.stateHash()),
    fingerprint: (of = 'world') => once(`fingerprint ${of}`, () => game.fingerprint(of)),
    scene: () => once('scene', () => game.scene()),
    reach: (noun) => once(`reach ${noun}`, () => game.reach(noun)),
  };
}

/** The same game with fewer exits, without what they take: `safe` no deadly ones; `seen` those walked from here; `none`. */
export function wrapExits(game: Interpreter, told: ToldExits): Interpreter {
  if (told === 'probed') return game;
  let walked: ReadonlySet<string> = new Set<string>();
  const walkedThen = new WeakMap<Snapshot, ReadonlySet<string>>();
  const here = () => game.facts().location.id;
  return {
    ...passedOn(game),
    exitsTold: told,
    refusedWays: () => [],
    step(command) {
      const from = here();
      const result = game.step(command);
      if (here() !== from) walked = new Set(walked).add(`${from} ${walkingDirection(command)}`);
      return result;
    },
    exits() {
      if (told === 'none') return [];
      const exits = game.exits().map((exit) => {
        const { takes: _, ...way } = exit;
        return way;
      });
      if (told === 'safe') return exits.filter(({ deadly }) => !deadly);
      const from = here();
      return exits.filter(({ direction }) => walked.has(`${from} ${direction}`));
    },
    snapshot() {
      const snapshot = game.snapshot();
      walkedThen.set(snapshot, walked);
      return snapshot;
    },
    restore(snapshot) {
      game.restore(snapshot);
      walked = walkedThen.get(snapshot) ?? walked;
    },
  };
}

export interface StoryNames {
  readonly printed: readonly string[];
  /** The words of its dictionary that name an object, in the story's spelling, which may be cut. */
  readonly naming: readonly string[];
}

/** Words that parsers and texts need unchanged, whatever else they name. */
const KEPT = new Set([
  ...DIRECTIONS,
  ...'n s e w ne nw se sw u d a an the of in on at to from with for by into onto under behind over through and or but'.split(
    ' ',
  ),
  ...'not no yes y all it its them him her his me my self you your i is are was were here there this that one'.split(
    ' ',
  ),
]);

/** Enough that no two words of a story collide. */
const SYLLABLES = 5;
/** Letters, with an apostrophe between them. */
const WORD = /\p{L}+(?:['’]\p{L}+)*/gu;
const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/**
 * The same game with opaque names for places and things, in its texts and in commands; verbs, directions and function words
 * stay. The real names are unknown to the parser. A function of the story alone, so that episodes can be repeated and learn
 * from each other.
 */
export function renameThings(game: Interpreter, names: StoryNames): Interpreter {
  const veil = new Veil(game, names);
  const renamed = <T extends { readonly name: string }>(thing: T): T => ({
    ...thing,
    name: veil.swap(thing.name),
  });
  const result: (one: ReturnType<Interpreter['step']>) => typeof one = (one) => ({
    ...one,
    text: veil.swap(one.text),
    status: veil.swap(one.status),
  });
  return {
    ...passedOn(game),
    dictionary: {
      verbs: game.dictionary.verbs,
      grammar: game.dictionary.grammar,
      knows: (word) => game.dictionary.knows(veil.swap(word)),
      objectsNamed: (word) => game.dictionary.objectsNamed(veil.swap(word)),
      describes: (word) => game.dictionary.describes?.(veil.swap(word)) ?? true,
    },
    opening: result(game.opening),
    step: (command) => result(game.step(veil.swap(command))),
    facts() {
      const facts = game.facts();
      return {
        ...facts,
        location: renamed(facts.location),
        inventory: facts.inventory.map(renamed),
        objects: facts.objects.map(renamed),
      };
    },
    exits: () =>
      game.exits().map(({ takes, loss, ...exit }) => ({
        ...exit,
        to: renamed(exit.to),
        ...(takes && { takes: takes.map(renamed) }),
        ...(loss !== undefined && { loss: veil.swap(loss) }),
      })),
    refusedWays: () => game.refusedWays().map((way) => ({ ...way, answer: veil.swap(way.answer) })),
    reach: (noun) => game.reach(veil.swap(noun)),
  };
}

/** Swaps names and their opaque words. */
export class Veil {
  readonly #opaque = new Map<string, string>();
  readonly #real = new Map<string, string>();
  /** The letters of a word that the story reads. */
  readonly #letters: number;

  constructor(
    { dictionary, story }: Pick<Interpreter, 'dictionary' | 'story'>,
    { printed, naming }: StoryNames,
  ) {
    this.#letters = story.version <= 3 ? 6 : 9;
    const verbs = new Set(dictionary.verbs);
    for (const word of [...printed, ...naming]
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []) {
      const isKept = KEPT.has(word) || verbs.has(word.slice(0, this.#letters));
      if (word.length < 2 || isKept) continue;
      const opaque = opaqueWord(`${story.ifid} ${word}`);
      this.#opaque.set(word, opaque);
      this.#real.set(opaque, word);
    }
  }

  /** Replaces every name by its opaque word and every opaque word by its name. Applied twice it gives the text back. */
  swap(text: string): string {
    return text.replaceAll(WORD, (word) => {
      // "can't" is one word; "keeper's" is a name and its ending.
      const [, stem = word, ending = ''] = /^(.*)(['’]s)$/i.exec(word) ?? [];
      const spell = spellingOf(stem);
      return spell === null ? word : spell(this.#other(stem.toLowerCase())) + ending;
    });
  }

  /** The other word of a pair. Letters beyond those that the story reads, or a plural s, stay after it. */
  #other(word: string): string {
    const real = this.#real.get(word.slice(0, 2 * SYLLABLES));
    if (real !== undefined) return real + word.slice(2 * SYLLABLES);
    const whole = this.#opaque.get(word);
    if (whole !== undefined) return whole;
    const read = word.length > this.#letters ? word.slice(0, this.#letters) : '';
    const stem = this.#opaque.has(read) || !word.endsWith('s') ? read : word.slice(0, -1);
    const opaque = this.#opaque.get(stem);
    return opaque === undefined ? word : opaque + word.slice(stem.length);
  }
}

/** The spelling of a word, applied to another. Null for a mix of capitals that could not be undone. */
function spellingOf(word: string): ((other: string) => string) | null {
  const lower = word.toLowerCase();
  if (word === lower) return (other) => other;
  if (word === capital(lower)) return capital;
  return word === word.toUpperCase() ? (other) => other.toUpperCase() : null;
}

/** A pronounceable word without meaning, always the same for the same key. */
function opaqueWord(key: string): string {
  const bytes = createHash('sha256').update(key).digest();
  const letter = (of: string, at: number) => of[(bytes[at] ?? 0) % of.length] ?? '';
  return Array.from(
    { length: SYLLABLES },
    (_, index) => letter(CONSONANTS, 2 * index) + letter(VOWELS, 2 * index + 1),
  ).join('');
}
