/** The library: all that a program may import. The types stand alone, so that internal code can change. */
import { StoryError } from './domain/errors.ts';
import type { Interpreter } from './interpreter/interpreter.ts';
import { openStory } from './interpreter/open-story.ts';
import { rememberLooks } from './interpreter/wrapped-interpreter.ts';
import { readBytesFile } from './storage/read-file.ts';

/** A room, as the story's object tree numbers and names it. Several rooms may share a name. */
export interface Place {
  readonly id: number;
  readonly name: string;
}

/** An object, as the story's object tree numbers and names it. */
export interface Thing {
  readonly id: number;
  readonly name: string;
}

/** An object that the player can see. */
export interface VisibleThing extends Thing {
  /** The object it lies in or on. Null if it lies in the room itself or is held directly. */
  readonly inside: number | null;
  readonly held: boolean;
  /** Its known attributes: `open`, `container`, `worn` and others. */
  readonly traits: readonly string[];
}

/** An exit, found by trying it. */
export interface Exit {
  /** `north`, `northeast`, …, `up`, `down`, `in`, `out`. */
  readonly direction: string;
  /** The word that the story understands for it. */
  readonly command: string;
  readonly to: Place;
}

/** The world at one moment. All but the text is read from the machine's memory. */
export interface Observation {
  /** What the game printed last, without the prompt. */
  readonly text: string;
  readonly location: Place;
  /** Directly held objects, by number. */
  readonly inventory: readonly Thing[];
  readonly objects: readonly VisibleThing[];
  /** Null if the story keeps none that could be found. */
  readonly score: number | null;
  readonly maxScore: number | null;
  /** The game's own count of moves. Null if none could be found. */
  readonly moves: number | null;
  /** How the game ended. Null while it goes on. */
  readonly ended: 'victory' | 'death' | 'quit' | null;
  /** Present while the game asks for one key, not for a command. */
  readonly waitsFor?: 'key';
}

/** The result of one command. */
export interface Step extends Observation {
  /** Points won or lost by the command; 0 if the score is unknown. */
  readonly reward: number;
  /** Whether the text tells of the player's death. Some games then go on. */
  readonly died: boolean;
}

/** The identity of a story file, from its header. */
export interface Story {
  /** Treaty of Babel, for example `ZCODE-88-840726`. */
  readonly ifid: string;
  readonly version: number;
  readonly release: number;
  readonly serial: string;
  /** Null for a story that is not well known. */
  readonly title: string | null;
}

declare const snapshotBrand: unique symbol;

/** An exact state of a game, its random generator included. Valid for every game of the same story in this process. */
export interface Snapshot {
  readonly [snapshotBrand]: true;
}

/**
 * One running game. Synchronous. An error has a `escapeCode`: `interpreter-failed` if the story breaks or never ends a turn (a
 * snapshot taken before can be restored), `bad-story` if a file is no story.
 */
export interface Game {
  readonly story: Story;
  readonly seed: number;
  /** Starts again, with another seed if one is given, and returns the game's first text. */
  reset(seed?: number): Observation;
  /** Plays one command, or one key if the game waits for one (`space`, `enter`, a character). After the end it changes nothing. */
  step(command: string): Step;
  /** The present world. Changes nothing. */
  observe(): Observation;
  /** Where each direction leads now, found by trying each between a snapshot and a restore. Changes nothing. */
  exits(): readonly Exit[];
  /** Null if the story keeps no score that could be found. */
  score(): number | null;
  snapshot(): Snapshot;
  /** Brings the game to a state. A snapshot of another story is refused with `interpreter-failed`. */
  restore(snapshot: Snapshot): void;
}

/** Starts a story from the bytes or the path of a story file or Blorb (version 3, 4, 5 or 8). Equal seeds give equal games. */
export function openGame(
  story: Uint8Array | string,
  { seed = 0 }: { readonly seed?: number } = {},
): Game {
  return new RunningGame(typeof story === 'string' ? readStory(story) : story.slice(), seed);
}

function readStory(file: string): Uint8Array {
  const bytes = readBytesFile(file);
  if (bytes !== null) return bytes;
  throw new StoryError(`There is no story file ${file}; check its path.`);
}

class RunningGame implements Game {
  readonly #bytes: Uint8Array;
  #seed = 0;
  #game: Interpreter;
  #text = '';

  constructor(bytes: Uint8Array, seed: number) {
    this.#bytes = bytes;
    this.#game = this.#begin(seed);
  }

  get story(): Story {
    const { ifid, version, release, serial, title } = this.#game.story;
    return { ifid, version, release, serial, title };
  }

  get seed(): number {
    return this.#seed;
  }

  reset(seed = this.#seed): Observation {
    this.#game = this.#begin(seed);
    return this.observe();
  }

  step(command: string): Step {
    const before = this.score();
    const { text, died } = this.#game.step(command);
    this.#text = text;
    const seen = this.observe();
    return { ...seen, reward: (seen.score ?? 0) - (before ?? seen.score ?? 0), died };
  }

  observe(): Observation {
    return { text: this.#text, ...this.#game.facts() };
  }

  exits(): readonly Exit[] {
    return this.#game.exits().map(({ direction, command, to }) => ({ direction, command, to }));
  }

  score(): number | null {
    return this.#game.facts().score;
  }

  snapshot(): Snapshot {
    const saved: Saved = { state: this.#game.snapshot(), text: this.#text };
    return saved as unknown as Snapshot;
  }

  restore(snapshot: Snapshot): void {
    const { state, text } = snapshot as unknown as Partial<Saved>;
    if (state === undefined || text === undefined) throw new TypeError('This is no snapshot.');
    this.#game.restore(state);
    this.#text = text;
  }

  #begin(seed: number): Interpreter {
    if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
      throw new RangeError(`A seed is a whole number from 0 to 4294967295, and ${seed} is none.`);
    }
    const game = rememberLooks(openStory(this.#bytes, { seed }));
    this.#seed = seed;
    this.#text = game.opening.text;
    return game;
  }
}

interface Saved {
  readonly state: ReturnType<Interpreter['snapshot']>;
  readonly text: string;
}
