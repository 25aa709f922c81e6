import { hadNoEffect } from '../domain/effect.ts';
import { InterpreterError } from '../domain/errors.ts';
import type { Observation } from '../domain/observation.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What playing something and taking it back asks of the engine. */
export type Trial = Pick<Interpreter, 'facts' | 'scene' | 'snapshot' | 'restore' | 'step'>;

/** What something played comes to that is taken back at once; null where the story breaks. */
export function inSnapshot<T>(
  engine: Pick<Trial, 'snapshot' | 'restore'>,
  play: () => T,
): T | null {
  const here = engine.snapshot();
  try {
    return play();
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    return null;
  } finally {
    engine.restore(here);
  }
}

/** What the story, asked in a snapshot, answers to a command that would change nothing now; null where it would. */
export function vainAnswer(action: string, before: Observation, engine: Trial): string | null {
  return inSnapshot(engine, () => {
    const { text, died } = engine.step(action);
    const after = { ...engine.facts(), scene: engine.scene(), died };
    return hadNoEffect({ before, after }) ? text : null;
  });
}

/** What the story, asked in a snapshot, prints for a look now; null where it takes no command. */
export function lookInSnapshot(engine: Trial): string | null {
  if (engine.facts().waitsFor === 'key') return null;
  return inSnapshot(engine, () => engine.step('look').text);
}
