import type { ParsedDictionary } from 'ifvms';
import type { Dictionary } from './interpreter.ts';
import { readGrammar, type DictionaryWord, type VerbGrammar } from './story-grammar.ts';
import type { StoryMachine } from './story-machine.ts';

/** Inform writes its version into the header (§B), and marks verbs by another bit than Infocom did. */
const VERB_BIT = { inform: 0x01, infocom: 0x40 } as const;

/** Infocom's parsers take adjectives before a noun, and pass over words like `of`; Inform's take nothing but names. */
const DESCRIBING_BITS = 0x20 | 0x04;

/** Reads the story's own dictionary (Z-Machine Standard 1.1 §13); the machine has to have been started. */
export class StoryDictionary implements Omit<Dictionary, 'objectsNamed'> {
  readonly verbs: readonly string[];
  readonly grammar: readonly VerbGrammar[] | null;
  readonly #machine: StoryMachine;
  readonly #words: ParsedDictionary;

  constructor(machine: StoryMachine) {
    this.#machine = machine;
    this.#words = machine.parse_dict(machine.dict);
    const words = this.#dictionaryWords();
    const compiler = this.#isInform ? 'inform6' : 'unknown';
    const bit = compiler === 'inform6' ? VERB_BIT.inform : VERB_BIT.infocom;
    const memory = wholeMemory(machine);
    const isVerb = ({ address }: DictionaryWord) =>
      (memory.getUint8(address + this.#textBytes) & bit) !== 0;
    this.verbs = [...new Set(words.filter(isVerb).map(({ word }) => word))].sort();
    this.grammar = readGrammar({ memory, words, textBytes: this.#textBytes, compiler });
  }

  /** Every entry's address by its encoded text. */
  get entries(): ParsedDictionary {
    return this.#words;
  }

  /** Every word as it is spelt there, cut where the story cuts words. */
  words(): readonly string[] {
    return this.#dictionaryWords().map(({ word }) => word);
  }

  knows(word: string): boolean {
    return this.addressOf(word) !== null;
  }

  /** Whether the word may stand in the name of a thing that it does not name. */
  describes(word: string): boolean {
    const address = this.#isInform ? null : this.addressOf(word);
    return (
      address !== null &&
      (this.#machine.m.getUint8(address + this.#textBytes) & DESCRIBING_BITS) !== 0
    );
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

  /** The words with their entries, without the separators, which have none of their own. */
  #dictionaryWords(): readonly DictionaryWord[] {
    const { separators, ...entries } = this.#words;
    const marks = new Set(separators.map((code) => String.fromCharCode(code)));
    return Object.values(entries)
      .filter((address) => address + this.#textBytes + 2 < this.#machine.m.byteLength)
      .map((address) => ({ word: this.#machine.decode(address, this.#textBytes), address }))
      .filter(({ word }) => !marks.has(word));
  }

  get #textBytes(): number {
    return this.#machine.version3 ? 4 : 6;
  }

  get #isInform(): boolean {
    return /^\d\.\d\d$/.test(String.fromCharCode(...this.#machine.m.getUint8Array(0x3c, 4)));
  }
}

function wholeMemory({ m }: StoryMachine): DataView {
  const bytes = m.getUint8Array(0, m.byteLength);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
