import { InterpreterError } from '../domain/errors.ts';
import type { Standing } from '../domain/standing.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';

export type Steps = ReturnType<typeof walkStepLimit>;

/** A count of engine steps that may still be taken. It bounds work without a clock, equally on every machine. */
export function walkStepLimit(most: number) {
  let [left, back] = [most, 0];
  return {
    /** Takes one. False if none is left apart from those kept back. */
    take() {
      if (left <= back) return false;
      left -= 1;
      return true;
    },
    /** Keeps so many back for later work. */
    keepBack(steps: number) {
      back = steps;
    },
    /** Adds steps for later work. */
    grant(steps: number) {
      left += steps;
    },
    /** Whether so many are left apart from those kept back. */
    affords: (steps: number) => left - back >= steps,
    get isSpent() {
      return left <= back;
    },
  };
}

/** The result of each command, and why the walk ended: all were played, the player's end, no steps, a broken story. */
export interface Walk<T> {
  readonly seen: readonly T[];
  readonly end: 'whole' | 'over' | 'no-step' | 'broken';
}

/** Plays commands and looks after each, while the player lives and has not won. A null look ends the walk, too. */
export function walk<T>(
  game: Interpreter,
  commands: readonly string[],
  steps: Steps,
  look: (played: number) => T | null,
): Walk<T> {
  const seen: T[] = [];
  try {
    for (const command of commands) {
      if (!steps.take()) return { seen, end: 'no-step' };
      const { died, ended } = game.step(command);
      if (died || (ended !== null && ended !== 'victory')) return { seen, end: 'over' };
      const now = look(seen.length + 1);
      if (now === null) return { seen, end: 'over' };
      seen.push(now);
    }
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    return { seen, end: 'broken' };
  }
  return { seen, end: 'whole' };
}

export interface WayToPoints {
  readonly commands: readonly string[];
  readonly points: number;
}

export interface Visit {
  readonly room: number;
  readonly held: readonly string[];
  /** Earned since the start of the game. */
  readonly points: number;
  /** Whether it is too dark to see. */
  readonly isDark: boolean;
}

interface Reached extends Visit {
  readonly state: Snapshot;
}

const MOST_DRAWS = 12;

/** Plays ways from the start of one game. A beginning shared with the kept way is not played again. */
export class Course {
  readonly #game: Interpreter;
  readonly #steps: Steps;
  /** For the last commands of every way, from `before` its end, the random numbers are fixed, whatever was played before. */
  #chance: { readonly before: number; readonly numbers: number } | null = null;
  readonly #opening: number;
  #kept: readonly string[] = [];
  /** The states before each kept command and after the last. */
  #states: readonly Reached[];
  #last: { readonly commands: readonly string[]; readonly states: readonly Reached[] };

  constructor(game: Interpreter, steps: Steps) {
    this.#game = game;
    this.#steps = steps;
    this.#opening = game.facts().score ?? 0;
    this.#states = [this.#reached()];
    this.#last = { commands: [], states: this.#states };
  }

  /** The visits of the kept way, before its first command and after each. */
  get visits(): readonly Visit[] {
    return this.#states;
  }

  /** Hashes of the world at these visits, without clock and random numbers. */
  worlds(): readonly string[] {
    return this.#states.map(({ state }) => {
      this.#game.restore(state);
      return this.#game.fingerprint();
    });
  }

  /**
   * The visits before the first command and after each, while the player lives. Null if the steps end or the story breaks.
   * From the command at `aligned` on, the way repeats the kept one, and it ends early if it falls behind that in points.
   */
  play(commands: readonly string[], aligned = Infinity): readonly Visit[] | null {
    const at = commands.findIndex((command, index) => command !== this.#kept[index]);
    const shared = Math.min(at === -1 ? commands.length : at, this.#states.length - 1);
    const begun = this.#states.slice(0, shared + 1);
    const from = begun.at(-1);
    if (from === undefined) return null;
    this.#game.restore(from.state);
    this.#drawAnew(commands.length - shared);
    const { seen, end } = walk(this.#game, commands.slice(shared), this.#steps, (played) => {
      const index = shared + played;
      this.#drawAnew(commands.length - index);
      const now = this.#reached();
      const isBehind = index > aligned && this.#isBehind(now, index - commands.length);
      return isBehind ? null : now;
    });
    if (end === 'no-step' || end === 'broken') return null;
    this.#last = { commands, states: [...begun, ...seen] };
    return this.#last.states;
  }

  /** Plays a way. Returns whether it is played to its end and earns its points. */
  earns({ commands, points }: WayToPoints): boolean {
    return earnsOnWalk(this.play(commands), commands.length, points);
  }

  /** Fixes the random numbers of the last commands: the first ones with which the way earns its points. False for none. */
  fixChance({ commands, points }: WayToPoints, before: number): boolean {
    this.play(commands.slice(0, -before));
    this.keep();
    for (let numbers = 1; numbers <= MOST_DRAWS; numbers += 1) {
      this.#chance = { before, numbers };
      if (!this.earns({ commands, points })) continue;
      this.keep();
      return true;
    }
    return false;
  }

  /** Keeps the last played way for the next trials, as far as the player lived. */
  keep(): void {
    const { commands, states } = this.#last;
    this.#kept = commands.slice(0, states.length - 1);
    this.#states = states;
  }

  #drawAnew(left: number): void {
    if (this.#chance?.before === left) this.#game.reseed(this.#chance.numbers);
  }

  /** Whether the kept way had just earned points so many commands from its end (a negative number), and this one has fewer. */
  #isBehind({ points }: Visit, fromEnd: number): boolean {
    const at = this.#kept.length + fromEnd;
    const [before, expected] = [this.#states[at - 1], this.#states[at]];
    if (before === undefined || expected === undefined) return false;
    return expected.points > before.points && points < expected.points;
  }

  #reached(): Reached {
    const { location, inventory, score, isDark = false } = this.#game.facts();
    const held = inventory.map(({ name }) => name);
    // With an unknown score, nothing is earned.
    const points = (score ?? 0) - this.#opening;
    return { state: this.#game.snapshot(), room: location.id, held, points, isDark };
  }
}

/** Whether a walk with these visits earned so many points after some command. */
export function earnsOnWalk(
  visits: readonly Visit[] | null | undefined,
  after: number,
  points: number,
): boolean {
  return (visits?.[after]?.points ?? -Infinity) >= points;
}

/** The points where a way first has more than ever before. */
export function gainsOnWalk(visits: readonly Visit[]) {
  let best = 0;
  return visits.flatMap(({ points }, end) => {
    if (points <= best) return [];
    best = points;
    return [{ end, points }];
  });
}

/** The points from the first state to one of them; by default the last. 0 if the score is unknown. */
export function pointsOfWalk(way: readonly Standing[], at = way.length - 1): number {
  const [first, then] = [way[0]?.score ?? null, way[at]?.score ?? null];
  return first === null || then === null ? 0 : then - first;
}
