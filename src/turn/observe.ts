import type { Observation } from '../domain/observation.ts';
import type { Interpreter, StepResult } from '../interpreter/interpreter.ts';

/** One look at the game: what it printed last beside the facts that the Z-machine's memory holds. Changes nothing. */
export function observe(
  interpreter: Interpreter,
  { text, died }: Pick<StepResult, 'text' | 'died'>,
): Observation {
  return {
    text,
    died,
    ...interpreter.facts(),
    exits: interpreter.exits(),
    ...(interpreter.exitsTold !== undefined && { exitsTold: interpreter.exitsTold }),
    fingerprint: interpreter.fingerprint(),
    scene: interpreter.scene(),
  };
}
