import { InterpreterError } from '../domain/errors.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import type { Steps } from './steps.ts';

/** A point of a way. */
export interface Visit {
  readonly room: number;
  /** Names of the things held. */
  readonly held: readonly string[];
  readonly score: number;
}

/** What playing commands from the start of the game came to; null when the steps ended or the story broke. */
export interface Arrival {
  /** Before the first command, and after each that was played; those after a death are not. */
  readonly visits: readonly Visit[];
  readonly score: number;
  /** Whether all commands were played and the player lives. */
  readonly isWhole: boolean;
  /** Names of the things held. */
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
  #states: readonly Reached[];
  #last: { readonly commands: readonly string[]; readonly states: readonly Reached[] };

  constructor(game: Interpreter, steps: Steps) {
    this.#game = game;
    this.#steps = steps;
    this.#states = [this.#reached()];
    this.#last = { commands: [], states: this.#states };
  }

  /** The points of the kept way, before its first command, after each, and so after its last. */
  get visits(): readonly Visit[] {
    return this.#states;
  }

  /** Hashes of the world at these points, without clock and random numbers. */
  worlds(): readonly string[] {
    return this.#states.map(({ state }) => {
      this.#game.restore(state);
      return this.#game.fingerprint();
    });
  }

  /**
   * Where the commands lead. From the command at `aligned` on they are the kept way's last ones; then it ends early where
   * they have less when that one had just earned points: they do not catch up.
   */
  play(commands: readonly string[], aligned = Infinity): Arrival | null {
    const at = commands.findIndex((command, index) => command !== this.#kept[index]);
    const shared = Math.min(at === -1 ? commands.length : at, this.#states.length - 1);
    const states = this.#states.slice(0, shared + 1);
    const from = states.at(-1);
    if (from === undefined) return null;
    try {
      this.#game.restore(from.state);
      for (const command of commands.slice(shared)) {
        if (!this.#steps.take()) return null;
        const { died, ended } = this.#game.step(command);
        if (died || (ended !== null && ended !== 'victory')) break;
        states.push(this.#reached());
        const isAligned = states.length - 1 > aligned;
        if (isAligned && this.#isBehind(states, commands.length)) break;
      }
    } catch (error) {
      if (!(error instanceof InterpreterError)) throw error;
      return null;
    }
    this.#last = { commands, states };
    const { score, held } = states.at(-1) ?? from;
    return { visits: states, score, held, isWhole: states.length === commands.length + 1 };
  }

  /** Keeps what was played last for the sequences that are tried next, as far as the player lived. */
  keep(): void {
    const { commands, states } = this.#last;
    this.#kept = commands.slice(0, states.length - 1);
    this.#states = states;
  }

  /** Whether the kept way had just earned points here, and this one has fewer. */
  #isBehind(states: readonly Reached[], length: number): boolean {
    const at = this.#kept.length - length + states.length - 1;
    const [before, expected] = [this.#states[at - 1], this.#states[at]];
    if (before === undefined || expected === undefined) return false;
    return expected.score > before.score && (states.at(-1)?.score ?? 0) < expected.score;
  }

  #reached(): Reached {
    const { location, inventory, score } = this.#game.facts();
    const held = inventory.map(({ name }) => name);
    // Where the score is not known, nothing is earned.
    return { state: this.#game.snapshot(), room: location.id, held, score: score ?? 0 };
  }
}
