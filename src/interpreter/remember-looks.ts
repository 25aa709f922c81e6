import type { Interpreter } from './interpreter.ts';

/**
 * The same interpreter, which looks once at what does not change between two steps. Finding exits and hashing the world
 * is most of a turn's work, and a turn starts where the one before ended.
 */
export function rememberLooks(interpreter: Interpreter): Interpreter {
  const looks = new Map<string, unknown>();
  const once = <T>(name: string, look: () => T): T => {
    if (!looks.has(name)) looks.set(name, look());
    return looks.get(name) as T;
  };
  return {
    story: interpreter.story,
    dictionary: interpreter.dictionary,
    opening: interpreter.opening,
    step(command) {
      looks.clear();
      return interpreter.step(command);
    },
    restore(snapshot) {
      looks.clear();
      interpreter.restore(snapshot);
    },
    facts: () => once('facts', () => interpreter.facts()),
    exits: () => once('exits', () => interpreter.exits()),
    stateHash: () => once('stateHash', () => interpreter.stateHash()),
    fingerprint: () => once('fingerprint', () => interpreter.fingerprint()),
    scene: () => once('scene', () => interpreter.scene()),
    reach: (noun) => once(`reach ${noun}`, () => interpreter.reach(noun)),
    snapshot: () => interpreter.snapshot(),
  };
}
