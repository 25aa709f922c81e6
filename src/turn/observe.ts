import type { Look, Observation } from '../domain/observation.ts';
import type { Interpreter, StepResult } from '../interpreter/interpreter.ts';

type Printed = Pick<StepResult, 'text' | 'died'>;

/** Reads the game: the text it printed last and the facts in the Z-machine's memory. Changes nothing. */
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

/** Reads the game without trying its exits, which cost more than all else. */
export function lookAtGame(
  interpreter: Pick<Interpreter, 'facts' | 'scene'>,
  { text, died }: Printed,
): Look {
  return { text, died, ...interpreter.facts(), scene: interpreter.scene() };
}
