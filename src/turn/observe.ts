import type { Look, Observation } from '../domain/observation.ts';
import type { Interpreter, StepResult } from '../interpreter/interpreter.ts';

type Printed = Pick<StepResult, 'text' | 'died'>;

/** One look at the game: what it printed last beside the facts that the Z-machine's memory holds. Changes nothing. */
export function observe(interpreter: Interpreter, { text, died }: Printed): Observation {
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

/** One look at the game without trying its exits, which costs more than all else. */
export function lookAtGame(
  interpreter: Pick<Interpreter, 'facts' | 'scene'>,
  { text, died }: Printed,
): Look {
  return { text, died, ...interpreter.facts(), scene: interpreter.scene() };
}
