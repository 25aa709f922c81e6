import { InterpreterError } from '../domain/errors.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { Steps } from './steps.ts';

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
