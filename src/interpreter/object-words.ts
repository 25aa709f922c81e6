import type { ParsedDictionary } from 'ifvms';
import type { ObjectTree } from './object-tree.ts';
import type { StoryMachine } from './story-machine.ts';

/** How much of a property's data must be dictionary words for it to be the one that names objects. */
const LEAST_SHARE = 0.9;

/**
 * Which words name which objects. Infocom's SYNONYM and Inform's `name` are one property whose data are addresses of
 * dictionary entries (Z-Machine Standard 1.1 §12.4, §13.3); its number differs between stories and is found by looking
 * for the property that holds such addresses on the most objects.
 */
export class ObjectWords {
  readonly #objectsByWord = new Map<number, number[]>();
  readonly #addressOf: (word: string) => number | null;

  constructor(
    tree: ObjectTree,
    machine: StoryMachine,
    dictionary: { readonly entries: ParsedDictionary; addressOf(word: string): number | null },
  ) {
    this.#addressOf = (word) => dictionary.addressOf(word);
    const { separators: _, ...entries } = dictionary.entries;
    const addresses = new Set<number>(Object.values(entries));
    for (const [object, words] of namingProperty(tree, machine, addresses)) {
      for (const word of words) {
        const objects = this.#objectsByWord.get(word) ?? [];
        objects.push(object);
        this.#objectsByWord.set(word, objects);
      }
    }
  }

  /** The objects that answer to a word, none when it names no object. */
  objectsNamed(word: string): readonly number[] {
    const address = this.#addressOf(word);
    return address === null ? [] : (this.#objectsByWord.get(address) ?? []);
  }
}

type WordsByObject = ReadonlyMap<number, readonly number[]>;

function namingProperty(
  tree: ObjectTree,
  machine: StoryMachine,
  words: ReadonlySet<number>,
): WordsByObject {
  const found = new Map<number, { naming: Map<number, number[]>; other: number }>();
  for (let object = 1; object <= tree.count; object += 1) {
    for (const { number, address, size } of tree.properties(object)) {
      const seen = found.get(number) ?? { naming: new Map<number, number[]>(), other: 0 };
      found.set(number, seen);
      const data = size % 2 === 0 ? wordsAt(machine, address, size) : [];
      if (data.length > 0 && data.every((value) => words.has(value))) seen.naming.set(object, data);
      else seen.other += 1;
    }
  }
  const best = [...found.values()]
    .filter(({ naming, other }) => naming.size >= LEAST_SHARE * (naming.size + other))
    .sort((a, b) => b.naming.size - a.naming.size)[0];
  return best?.naming ?? new Map<number, number[]>();
}

function wordsAt(machine: StoryMachine, address: number, size: number): number[] {
  return Array.from({ length: size / 2 }, (_, i) => machine.m.getUint16(address + 2 * i));
}
