import type { ParsedDictionary } from 'ifvms';
import type { Dictionary } from './interpreter.ts';
import type { StoryMachine } from './story-machine.ts';

/** Inform writes its version into the header (§B), and marks verbs by another bit than Infocom did. */
const VERB_BIT = { inform: 0x01, infocom: 0x40 } as const;

/** Reads the story's own dictionary (Z-Machine Standard 1.1 §13); the machine has to have been started. */
export class StoryDictionary implements Dictionary {
  readonly verbs: readonly string[];
  readonly #machine: StoryMachine;
  readonly #words: ParsedDictionary;

  constructor(machine: StoryMachine) {
    this.#machine = machine;
    this.#words = machine.parse_dict(machine.dict);
    this.verbs = this.#verbs();
  }

  /** Every entry's address by its encoded text. */
  get entries(): ParsedDictionary {
    return this.#words;
  }

  knows(word: string): boolean {
    return this.addressOf(word) !== null;
  }

  /** Address of the entry that the parser would find for a word, or null. */
  addressOf(word: string): number | null {
    const zscii = Array.from(
      word.toLowerCase(),
      (character) => this.#machine.reverse_unicode_table[character.charCodeAt(0)] ?? 0,
    );
    if (zscii.length === 0 || zscii.some((code) => code <= 32)) return null;
    return this.#words[this.#machine.encode(zscii).join()] ?? null;
  }

  #verbs(): string[] {
    const machine = this.#machine;
    const textBytes = machine.version3 ? 4 : 6;
    const compiler = String.fromCharCode(...machine.m.getUint8Array(0x3c, 4));
    const bit = /^\d\.\d\d$/.test(compiler) ? VERB_BIT.inform : VERB_BIT.infocom;
    const { separators, ...entries } = this.#words;
    const found = new Set<string>();
    for (const address of Object.values(entries)) {
      if (address + textBytes >= machine.m.byteLength) continue;
      if ((machine.m.getUint8(address + textBytes) & bit) === 0) continue;
      found.add(machine.decode(address, textBytes));
    }
    for (const code of separators) found.delete(String.fromCharCode(code));
    return [...found].sort();
  }
}
