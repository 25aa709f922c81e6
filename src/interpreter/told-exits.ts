import { walkingDirection } from '../domain/command.ts';
import type { ToldExits } from '../domain/observation.ts';
import type { Interpreter, Snapshot } from './interpreter.ts';

/**
 * The same interpreter, which tells fewer exits: `safe` those that are not deadly, `seen` those of a direction that was walked from the place where the
 * player is, as long as it is open; `none` no exit.
 */
export function tellExits(interpreter: Interpreter, told: ToldExits): Interpreter {
  if (told === 'probed') return interpreter;
  let walked: ReadonlySet<string> = new Set<string>();
  const walkedBefore = new WeakMap<Snapshot, ReadonlySet<string>>();
  const here = () => interpreter.facts().location.id;
  return {
    story: interpreter.story,
    dictionary: interpreter.dictionary,
    opening: interpreter.opening,
    exitsTold: told,
    step(command) {
      const from = here();
      const result = interpreter.step(command);
      if (here() !== from) walked = new Set(walked).add(`${from} ${walkingDirection(command)}`);
      return result;
    },
    exits() {
      if (told === 'none') return [];
      if (told === 'safe') return interpreter.exits().filter(({ deadly }) => !deadly);
      const from = here();
      return interpreter.exits().filter(({ direction }) => walked.has(`${from} ${direction}`));
    },
    facts: () => interpreter.facts(),
    snapshot() {
      const snapshot = interpreter.snapshot();
      walkedBefore.set(snapshot, walked);
      return snapshot;
    },
    restore(snapshot) {
      interpreter.restore(snapshot);
      walked = walkedBefore.get(snapshot) ?? walked;
    },
    reseed(seed) {
      interpreter.reseed(seed);
    },
    stateHash: () => interpreter.stateHash(),
    fingerprint: () => interpreter.fingerprint(),
    scene: () => interpreter.scene(),
    reach: (noun) => interpreter.reach(noun),
  };
}
