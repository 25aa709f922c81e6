import { remembered } from '../domain/remembered.ts';
import { INFOCOM, INFORM, readGrammar } from './story-grammar.ts';
import type { Dictionary } from './interpreter.ts';
import type { ObjectTree } from './object-tree.ts';
import type { StoryMachine } from './story-machine.ts';

/** How much of a property's data must be dictionary words for it to be the one that names objects. */
const LEAST_SHARE = 0.9;

/** Infocom's parsers take adjectives before a noun, and pass over words like `of`; Inform's take nothing but names. */
const DESCRIBING_BITS = 0x20 | 0x04;

/**
 * Reads the story's own dictionary (Z-Machine Standard 1.1 §13), and the words in it that name an object, cut where the
 * story cuts words; the machine has to have been started.
 */
export function readDictionary(machine: StoryMachine, tree: ObjectTree) {
  const { separators, ...entries } = machine.parse_dict(machine.dict);
  const { m: memory } = machine;
  const textBytes = machine.version3 ? 4 : 6;
  // Inform writes its version into the header (§B).
  const isInform = /^\d\.\d\d$/.test(String.fromCharCode(...memory.getUint8Array(0x3c, 4)));
  const marks = new Set(separators.map((code) => String.fromCharCode(code)));
  const words = Object.values(entries)
    .filter((address) => address + textBytes + 2 < memory.byteLength)
    .map((address) => ({ word: machine.decode(address, textBytes), address }))
    .filter(({ word }) => !marks.has(word));
  const bit = (isInform ? INFORM : INFOCOM).verb;
  const verbs = words.filter(({ address }) => (memory.getUint8(address + textBytes) & bit) !== 0);
  const objectsByWord = objectsByWordOf(tree, new Set<number>(Object.values(entries)));
  const addressOf = remembered((word) => addressIn(entries, machine, word));
  const describes = (word: string) => {
    const address = isInform ? null : addressOf(word);
    return address !== null && (memory.getUint8(address + textBytes) & DESCRIBING_BITS) !== 0;
  };
  const objectsNamed = (word: string) => objectsByWord.get(addressOf(word) ?? -1) ?? [];
  const dictionary: Dictionary = {
    verbs: [...new Set(verbs.map(({ word }) => word))].sort(),
    grammar: readGrammar({ memory, words, textBytes, isInform }),
    knows: (word) => addressOf(word) !== null,
    objectsNamed,
    describes,
  };
  const naming = words.map(({ word }) => word).filter((word) => objectsNamed(word).length > 0);
  return { dictionary, naming };
}

/** Address of the entry that the parser would find for a word, or null. */
function addressIn(
  entries: Readonly<Record<string, number>>,
  machine: StoryMachine,
  word: string,
): number | null {
  const zscii = Array.from(
    word.toLowerCase(),
    (character) => machine.reverse_unicode_table[character.charCodeAt(0)] ?? 0,
  );
  if (zscii.length === 0 || zscii.some((code) => code <= 32)) return null;
  return entries[machine.encode(zscii).join()] ?? null;
}

/**
 * The objects that each word names, by its address. Infocom's SYNONYM and Inform's `name` are one property whose data are
 * addresses of dictionary entries (§12.4, §13.3); its number differs between stories and is found by looking for the property
 * that holds such addresses on the most objects.
 */
function objectsByWordOf(
  tree: ObjectTree,
  entries: ReadonlySet<number>,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, { naming: Map<number, number[]>; other: number }>();
  for (let object = 1; object <= tree.count; object += 1) {
    for (const property of tree.properties(object)) {
      const seen = found.get(property.number) ?? { naming: new Map<number, number[]>(), other: 0 };
      found.set(property.number, seen);
      const data = tree.words(property);
      const isNaming = data.length > 0 && data.every((value) => entries.has(value));
      if (isNaming) seen.naming.set(object, data);
      else seen.other += 1;
    }
  }
  const [best] = [...found.values()]
    .filter(({ naming, other }) => naming.size >= LEAST_SHARE * (naming.size + other))
    .sort((a, b) => b.naming.size - a.naming.size);
  const objects = new Map<number, number[]>();
  for (const [object, words] of best?.naming ?? []) {
    for (const word of words) objects.set(word, [...(objects.get(word) ?? []), object]);
  }
  return objects;
}
