import { InterpreterError } from '../domain/errors.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** A count of engine steps that may still be taken; it bounds work without a clock, so that equal work is done anywhere. */
export interface Steps {
  /** Takes one; false when none is left but those that are kept back. */
  take(): boolean;
  /** Keeps so many back for what comes after. */
  keepBack(steps: number): void;
  /** Adds some, for what comes after. */
  grant(steps: number): void;
  /** Whether so many are left beside those. */
  affords(steps: number): boolean;
  readonly isSpent: boolean;
}

export function limitSteps(most: number): Steps {
  let [left, back] = [most, 0];
  return {
    take() {
      if (left <= back) return false;
      left -= 1;
      return true;
    },
    keepBack(steps) {
      back = steps;
    },
    grant(steps) {
      left += steps;
    },
    affords: (steps) => left - back >= steps,
    get isSpent() {
      return left <= back;
    },
  };
}

/** What was seen after each command, and why no more were played: all were, the player's end, no step, a broken story. */
export interface Walk<T> {
  readonly seen: readonly T[];
  readonly end: 'whole' | 'over' | 'no-step' | 'broken';
}

/** Plays commands and looks after each, as long as the player lives or has won; a look that is null is the end, too. */
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
