import type { Observation } from '../domain/observation.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** One look at the game: the newest text beside the facts that the Z-machine's memory holds. Changes nothing. */
export function observe(interpreter: Interpreter, text: string): Observation {
  return {
    text,
    ...interpreter.facts(),
    exits: interpreter.exits(),
    fingerprint: interpreter.fingerprint(),
    scene: interpreter.scene(),
  };
}
