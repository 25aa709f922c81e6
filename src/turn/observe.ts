import type { Look, Observation, VisibleObject } from '../domain/observation.ts';
import { opensHere } from '../managers/in-snapshot.ts';
import type { Interpreter, StepResult } from '../interpreter/interpreter.ts';

type Printed = Pick<StepResult, 'text' | 'died'>;

/** Reads the game: the text it printed last and the facts in the Z-machine's memory. Changes nothing. */
export function observe(interpreter: Interpreter, { text, died }: Printed): Observation {
  const facts = interpreter.facts();
  const isAsked = facts.ended === null && facts.waitsFor === undefined;
  // To try a bar ahead is such a help as to try the exits.
  const isTold = interpreter.exitsTold === undefined;
  const isBarred = isAsked && isTold && facts.objects.some((one) => one.isBarred === true);
  return {
    text,
    died,
    ...facts,
    ...(isBarred && { objects: withOpeners(facts.objects, interpreter) }),
    exits: interpreter.exits(),
    ...(interpreter.exitsTold !== undefined && { exitsTold: interpreter.exitsTold }),
    fingerprint: interpreter.fingerprint(),
    scene: interpreter.scene(),
  };
}

/** Marks the barred things that open from here: the bar is on this side. Tried in a snapshot. */
function withOpeners(
  things: readonly VisibleObject[],
  interpreter: Interpreter,
): readonly VisibleObject[] {
  const opens = opensHere(interpreter);
  return things.map((one) =>
    one.isBarred === true && opens(one) ? { ...one, opensHere: true } : one,
  );
}

/** Reads the game without trying its exits, which cost more than all else. */
export function lookAtGame(
  interpreter: Pick<Interpreter, 'facts' | 'scene'>,
  { text, died }: Printed,
): Look {
  return { text, died, ...interpreter.facts(), scene: interpreter.scene() };
}
