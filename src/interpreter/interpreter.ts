import type { Ending, Exit, ToldExits, WorldFacts, RefusedWay } from '../domain/observation.ts';

/** The identity of a story file, from its header (Z-Machine Standard 1.1 §11.1) and, for known IFIDs, a fact table. */
export interface StoryIdentity {
  /** `release.serial.checksum`, for example `88.840726.a129`. */
  readonly key: string;
  /** For people: `ZCODE-88-840726` (Treaty of Babel). */
  readonly ifid: string;
  readonly version: number;
  readonly release: number;
  readonly serial: string;
  /** The title in the fact table. Null if it has none. */
  readonly title: string | null;
  readonly maxScore: number | null;
}

export interface StepResult {
  /** Main window text, without the prompt. */
  readonly text: string;
  /** The text of the upper window or status line. Empty if there is none. */
  readonly status: string;
  readonly ended: Ending | null;
  /** Whether the game announced the player's death in this step. Some games then go on. */
  readonly died: boolean;
  /** How often Enter was pressed for the player at "any key" prompts. */
  readonly keysPressed?: number;
  /** Present while the game asks for one key, not for a command. */
  readonly waitsFor?: 'key';
}

declare const snapshotBrand: unique symbol;

/** An exact state of one interpreter: memory, stack, program counter, generator, pending input. Opaque. */
export interface Snapshot {
  readonly [snapshotBrand]: true;
}

export interface VerbGrammar {
  /** Synonyms, in the dictionary's spelling, which may be cut. */
  readonly words: readonly string[];
  /**
   * The sentence patterns, each once, in the story's order: prepositions as words, with slashes between synonyms (`in/into
   * X`), things as `X` and `Y`, other choices of the player as `TEXT` or `NUMBER`. Empty for a verb alone.
   */
  readonly patterns: readonly string[];
  /** Those of the patterns in which X may be several things, as in `drop lamp and rope`. */
  readonly several?: readonly string[];
  /** Whether the story marks the verb as one for the session. Infocom's stories do not. */
  readonly isMeta: boolean;
}

/** Words the story's parser can read (Z-Machine Standard 1.1 §13). */
export interface Dictionary {
  /** Verbs of the grammar tables, in the dictionary's spelling, which may be cut; sorted. */
  readonly verbs: readonly string[];
  /** The verbs with their sentence patterns. Null if the story's grammar tables cannot be read. */
  readonly grammar: readonly VerbGrammar[] | null;
  /** Whether the parser would find the word, after its own truncation and lower-casing. */
  knows(word: string): boolean;
  /** The numbers of the objects that the word may name. Empty if it names none. */
  objectsNamed(word: string): readonly number[];
  /** Whether the word may stand in a name without naming the thing; see `openStoryDictionary`. */
  describes?(word: string): boolean;
}

/** One running game, synchronous. Methods throw InterpreterError if the story breaks. An earlier snapshot still works. */
export interface Interpreter {
  readonly story: StoryIdentity;
  readonly dictionary: Dictionary;
  readonly opening: StepResult;
  /** Present if `exits` leaves some out: deadly ones, those that were not walked, or all. */
  readonly exitsTold?: Exclude<ToldExits, 'probed'>;
  /**
   * Plays exactly one command, or one key if the game waits for one: the line's first character, Enter for an empty line, or
   * a key's name (`enter`, `space`). After the end of the game it changes nothing and returns empty text.
   */
  step(command: string): StepResult;
  /** Facts from the Z-machine's memory. Never changes the game. */
  facts(): WorldFacts;
  /** Where each direction leads now and by which word, found by trying. The game is restored. */
  exits(): readonly Exit[];
  /** The other directions with the story's answers, found by the same tries. Empty if exits are left out. */
  refusedWays(): readonly RefusedWay[];
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Uses other random numbers from here on, except in a story that counts instead of drawing. `restore` undoes it. */
  reseed(seed: number): void;
  /** Hash of everything that decides the future, including the random generator. */
  stateHash(): string;
  /**
   * Hash of the world without the move counter and the random generator; see Observation.fingerprint. Of `properties`: hash of
   * the property tables alone (Z-Machine Standard 1.1 §12.4), of all things, in reach or not.
   */
  fingerprint(of?: 'world' | 'properties'): string;
  /** Hash of what is in reach; see Observation.scene. */
  scene(): string;
  /** Whether all things of a noun are certainly out of reach. Scenery of several rooms is possible. */
  reach(noun: string): 'possible' | 'closed-in' | 'absent';
  /** Whether the object tree has a thing in a room now, held by somebody there or inside others included. */
  isInRoom(thing: number, room: number): boolean;
}

/** Files that a story asks for, handled by its host. Synchronous, like all of a step. */
export interface HostFiles {
  /** Keeps a saved game (Quetzal 1.4). False if it was not kept; the story then says so. */
  save(game: Uint8Array): boolean;
  restore(): Uint8Array | null;
  /** Called with the reason why the result of `restore` is not used. */
  refused(reason: string): void;
  /** Called when the story turns its transcript, or its recording of commands, on or off. */
  turned(stream: 'transcript' | 'commands', isOn: boolean): void;
  /** Called when the story wants to read recorded commands. */
  replay(): void;
}

/** The purposes of engine steps; see {@link EngineSteps}. */
export const STEP_PURPOSES = ['turns', 'exits', 'twins', 'verification'] as const;
type StepPurpose = (typeof STEP_PURPOSES)[number];

/** Lines and keys given to engines in an episode: for play, for finding exits and causes, and for verification. */
export type StepCounts = Readonly<Record<StepPurpose, number>>;

/** So many steps lie between two signs that an engine works. */
export const STEPS_PER_SIGN = 100;

/** Counts the steps of its engines, each once, whoever asks for them. While they work, only `sign` can tell that they do. */
export class EngineSteps {
  readonly #taken = { turns: 0, exits: 0, twins: 0, verification: 0 };
  readonly #sign: () => void;
  #purpose: StepPurpose = 'turns';
  #sinceSign = 0;

  constructor(sign: () => void = () => undefined) {
    this.#sign = sign;
  }

  count(lines = 1): void {
    this.#taken[this.#purpose] += lines;
    this.#sinceSign += lines;
    if (this.#sinceSign < STEPS_PER_SIGN) return;
    this.#sinceSign = 0;
    this.#sign();
  }

  /** Counts steps during `act` for this purpose, unless they already serve another one. */
  during<T>(purpose: StepPurpose, act: () => T): T {
    if (this.#purpose !== 'turns') return act();
    this.#purpose = purpose;
    try {
      return act();
    } finally {
      this.#purpose = 'turns';
    }
  }

  add(taken: StepCounts): void {
    for (const purpose of STEP_PURPOSES) this.#taken[purpose] += taken[purpose];
  }

  get taken(): StepCounts {
    return { ...this.#taken };
  }

  /** The total. */
  get lines(): number {
    return STEP_PURPOSES.reduce((sum, purpose) => sum + this.#taken[purpose], 0);
  }
}
