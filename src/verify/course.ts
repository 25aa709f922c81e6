import { InterpreterError } from '../domain/errors.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import type { Steps } from './steps.ts';

/** What playing commands from the start of the game came to; null when the steps ended or the story broke. */
export interface Arrival {
  readonly score: number;
  readonly isAlive: boolean;
  /** Commands after which the player still lived; those after a death are not played. */
  readonly survived: number;
  /** Names of the things held. */
  readonly held: readonly string[];
}

/** A point of the way that was kept. */
export interface Visit {
  readonly room: number;
  readonly held: readonly string[];
}

interface Reached extends Visit {
  readonly state: Snapshot;
}

/** Plays sequences of commands from the start of one game; what a sequence shares with the last kept one is not played again. */
export class Course {
  readonly #game: Interpreter;
  readonly #steps: Steps;
  #kept: readonly string[] = [];
  /** The states before each kept command and after the last. */
  #states: Reached[];

  constructor(game: Interpreter, steps: Steps) {
    this.#game = game;
    this.#steps = steps;
    this.#states = [this.#reached()];
  }

  /** The points of the kept way, before its first command, after each, and so after its last. */
  visits(): readonly Visit[] {
    return this.#states;
  }

  /** Where the commands lead. */
  play(commands: readonly string[]): Arrival | null {
    return this.#run(commands, null);
  }

  /** The same, and keeps the way for the sequences that are tried next. */
  keep(commands: readonly string[]): Arrival | null {
    const shared = this.#shared(commands);
    const states = this.#states.slice(0, shared + 1);
    const arrival = this.#run(commands, states);
    if (arrival !== null) {
      this.#kept = commands.slice(0, states.length - 1);
      this.#states = states;
    }
    return arrival;
  }

  #run(commands: readonly string[], states: Reached[] | null): Arrival | null {
    const shared = this.#shared(commands);
    const from = this.#states[shared];
    if (from === undefined) return null;
    this.#game.restore(from.state);
    let survived = shared;
    try {
      for (const command of commands.slice(shared)) {
        if (!this.#steps.take()) return null;
        const { died, ended } = this.#game.step(command);
        if (died || (ended !== null && ended !== 'victory')) break;
        survived += 1;
        states?.push(this.#reached());
      }
      const { score, inventory } = this.#game.facts();
      const isAlive = survived === commands.length;
      return score === null ? null : { score, isAlive, survived, held: namesOf(inventory) };
    } catch (error) {
      if (!(error instanceof InterpreterError)) throw error;
      return null;
    }
  }

  #reached(): Reached {
    const { location, inventory } = this.#game.facts();
    return {
      state: this.#game.snapshot(),
      room: location.id,
      held: namesOf(inventory),
    };
  }

  #shared(commands: readonly string[]): number {
    const at = commands.findIndex((command, index) => command !== this.#kept[index]);
    return Math.min(at === -1 ? commands.length : at, this.#states.length - 1);
  }
}

function namesOf(things: readonly { readonly name: string }[]): readonly string[] {
  return things.map(({ name }) => name);
}
