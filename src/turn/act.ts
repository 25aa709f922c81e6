import type { Decision } from '../domain/proposal.ts';
import type { Observation } from '../domain/observation.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { observe } from './observe.ts';

/** Gives the interpreter exactly one command and looks at what became of it. */
export function act(decision: Decision, interpreter: Interpreter): Observation {
  return observe(interpreter, interpreter.step(decision.action));
}
