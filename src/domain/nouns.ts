interface Named {
  readonly id: number;
  readonly name: string;
}

/** The words that a parser reads, and the things that they stand for. */
export interface Nouns {
  knows(word: string): boolean;
  objectsNamed(word: string): readonly number[];
  /** Whether a word may stand in a name without naming the thing. Absent if that cannot be read. */
  describes?(word: string): boolean;
}

/** The noun that a parser takes for a thing: the known words of its name; for `piece of paper` its last part. Else null. */
export function nounFor({ id, name }: Named, nouns: Nouns): string | null {
  const parts = name.toLowerCase().split(/\sof\s/);
  for (const part of parts.toReversed()) {
    const taken = wordsOf(part).filter((word) => isTaken(word, id, nouns));
    const last = taken.findLastIndex((word) => nouns.objectsNamed(word).includes(id));
    if (last !== -1) return taken.slice(0, last + 1).join(' ');
  }
  return null;
}

/** The noun to type for a thing whose name has words that the parser does not take. Null if its name can be typed. */
export function typedNoun(thing: Named, nouns: Nouns): string | null {
  const isWhole = wordsOf(thing.name).every((word) => isTaken(word, thing.id, nouns));
  return isWhole ? null : nounFor(thing, nouns);
}

function isTaken(word: string, id: number, nouns: Nouns): boolean {
  const named = nouns.objectsNamed(word);
  if (named.includes(id)) return true;
  if (nouns.describes !== undefined) return nouns.describes(word);
  return word === 'of' || (nouns.knows(word) && named.length === 0);
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
}
