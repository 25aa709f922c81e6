import type { Ending, Exit, ToldExits, WorldFacts, RefusedWay } from '../domain/observation.ts';

/** What a story file is, read from its header (Z-Machine Standard 1.1 §11.1) and, for known IFIDs, a fact table. */
export interface StoryIdentity {
  /** `release.serial.checksum`, for example `88.840726.a129`. */
  readonly key: string;
  /** For people: `ZCODE-88-840726` (Treaty of Babel). */
  readonly ifid: string;
  readonly version: number;
  readonly release: number;
  readonly serial: string;
  /** Known title; null for a story that no fact table names. */
  readonly title: string | null;
  readonly maxScore: number | null;
}

export interface StepResult {
  /** Main window text, without the prompt. */
  readonly text: string;
  /** Upper window or status line text; empty when there is none. */
  readonly status: string;
  readonly ended: Ending | null;
  /** Whether the game announced the player's death in this step; some games then go on. */
  readonly died: boolean;
  /** How often Enter was pressed for the player, because the game waited for "any key". */
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
  /** The words that mean the same, in the dictionary's (possibly truncated) spelling. */
  readonly words: readonly string[];
  /**
   * What may follow, each way once, in the story's order: prepositions as words, with slashes between those that do as well
   * (`in/into X`), things as `X` and `Y`, other choices of the player as `TEXT` or `NUMBER`; empty for a verb alone.
   */
  readonly patterns: readonly string[];
  /** Those of the patterns in which X may be several things, as in `drop lamp and rope`. */
  readonly several?: readonly string[];
  /** Whether the story marks the verb as one about the session; Infocom's do not say. */
  readonly isMeta: boolean;
}

/** Words the story's parser can read (Z-Machine Standard 1.1 §13). */
export interface Dictionary {
  /** Verbs that the grammar tables use, in the dictionary's (possibly truncated) spelling, sorted. */
  readonly verbs: readonly string[];
  /** The verbs with their sentence patterns; null where the story's grammar tables cannot be read. */
  readonly grammar: readonly VerbGrammar[] | null;
  /** Whether the parser would find the word, after its own truncation and lower-casing. */
  knows(word: string): boolean;
  /** The numbers of the objects that answer to the word; none where it names no object. */
  objectsNamed(word: string): readonly number[];
  /** Whether the word may stand in a name without naming the thing: see StoryDictionary. */
  describes?(word: string): boolean;
}

/** One running game, synchronous. Every method throws InterpreterError when the story breaks; an earlier snapshot still works. */
export interface Interpreter {
  readonly story: StoryIdentity;
  readonly dictionary: Dictionary;
  readonly opening: StepResult;
  /** Present where `exits` leaves some out: deadly ones, those that were not walked, or all. */
  readonly exitsTold?: Exclude<ToldExits, 'probed'>;
  /**
   * Plays exactly one command, or one key where a key is waited for: the line's first character, Enter for an empty
   * line, or a key's name (`enter`, `space`). After the game has ended it changes nothing and returns empty text.
   */
  step(command: string): StepResult;
  /** Facts read from the Z-machine's memory. Never changes the game. */
  facts(): WorldFacts;
  /** Where each direction leads at this moment and by which word, found by trying. The game stays as it is. */
  exits(): readonly Exit[];
  /** Which other directions the story answers as no other one, found by the same tries; none where exits are left out. */
  refusedWays(): readonly RefusedWay[];
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Other random numbers from here on, but for a story that counts instead of drawing. Undone by `restore`. */
  reseed(seed: number): void;
  /** Hash of everything that decides the future, including the random generator. */
  stateHash(): string;
  /** Hash of the world without the move counter and the random generator; see Observation.fingerprint. */
  fingerprint(): string;
  /** Hash of what is in reach; see Observation.scene. */
  scene(): string;
  /** Whether all that answers to a noun is certainly out of reach. Scenery that belongs to several rooms is possible. */
  reach(noun: string): 'possible' | 'closed-in' | 'absent';
}

/** Files that a story asks for, handled by whoever runs it. Synchronous, as everything of a step is. */
export interface HostFiles {
  /** Keeps a saved game (Quetzal 1.4). False when it was not kept; the story then says so. */
  save(game: Uint8Array): boolean;
  restore(): Uint8Array | null;
  /** Told in a sentence why what `restore` gave is not used. */
  refused(reason: string): void;
  /** Told when the story turns its transcript, or its recording of commands, on or off. */
  turned(stream: 'transcript' | 'commands', isOn: boolean): void;
  /** Told that the story wants to be given recorded commands. */
  replay(): void;
}

/** What the engine is given lines for; see {@link EngineSteps}. */
export const STEP_PURPOSES = ['turns', 'exits', 'twins', 'verification'] as const;
type StepPurpose = (typeof STEP_PURPOSES)[number];

/**
 * Lines and keys that engines were given in an episode: `turns` to play it, `exits` to find the ways out, `twins` to
 * find causes, `verification` to try again what was learnt.
 */
export type StepCounts = Readonly<Record<StepPurpose, number>>;

/** Counts the steps of the engines that it is given to, each once, whatever asks for them. */
export class EngineSteps {
  readonly #taken = { turns: 0, exits: 0, twins: 0, verification: 0 };
  #purpose: StepPurpose = 'turns';

  count(lines = 1): void {
    this.#taken[this.#purpose] += lines;
  }

  /** The steps taken meanwhile are for this; what serves another purpose already goes on serving it. */
  during<T>(purpose: StepPurpose, act: () => T): T {
    if (this.#purpose !== 'turns') return act();
    this.#purpose = purpose;
    try {
      return act();
    } finally {
      this.#purpose = 'turns';
    }
  }

  /** Counts what was taken apart from it. */
  add(taken: StepCounts): void {
    for (const purpose of STEP_PURPOSES) this.#taken[purpose] += taken[purpose];
  }

  get taken(): StepCounts {
    return { ...this.#taken };
  }

  /** All of them. */
  get lines(): number {
    return STEP_PURPOSES.reduce((sum, purpose) => sum + this.#taken[purpose], 0);
  }
}
