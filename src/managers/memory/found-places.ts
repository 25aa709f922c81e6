import type { Memory } from '../../domain/memory.ts';
import { isNamedWhole } from '../../domain/named-things.ts';
import { plainWords, withoutSentences } from '../../domain/text.ts';

/** Words for a place where nobody came yet. */
const UNREACHED =
  /\b(?:not|never)(?: yet)?(?: been)? (?:found|seen|visited|entered|reached|explored)\b|\b(?:unvisited|unexplored|unfound)\b/i;

/** The names of rooms that mean one room. A name of one word may be a word for something else. */
export function namesOfOneRoom(names: readonly string[]): readonly string[] {
  const plain = names.map(plainWords);
  return plain.filter(
    (name) => name.includes(' ') && plain.indexOf(name) === plain.lastIndexOf(name),
  );
}

/** A memory without the sentences saying that nobody came yet to one of the `reached` rooms. */
export function withoutFoundPlaces<M extends Memory>(memory: M, reached: readonly string[]): M {
  if (!UNREACHED.test(memory.text)) return memory;
  const isFound = (sentence: string) =>
    UNREACHED.test(sentence) && reached.some((name) => isNamedWhole(sentence, name));
  return { ...memory, text: withoutSentences(memory.text, isFound) };
}
