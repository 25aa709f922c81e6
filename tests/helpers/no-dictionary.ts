import type { Dictionary } from '../../src/interpreter/interpreter.ts';

/** The dictionary of a story that knows no word. */
export const NO_DICTIONARY: Dictionary = {
  verbs: [],
  grammar: null,
  knows: () => false,
  objectsNamed: () => [],
};
