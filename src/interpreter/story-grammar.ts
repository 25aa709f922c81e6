import {
  entryData,
  FIXED,
  GV1,
  GV2,
  INFOCOM,
  INFORM,
  VARIABLE,
  type LineFormat,
  type Prepositions,
} from './grammar-lines.ts';
import type { VerbGrammar } from './interpreter.ts';

export interface GrammarSource {
  readonly memory: DataView;
  readonly words: readonly { readonly word: string; readonly address: number }[];
  /** Bytes of an entry's text (Z-Machine Standard 1.1 §13.3). The rest belongs to the compiler. */
  readonly textBytes: number;
  /** Inform 6, which writes its version into the header. Else Infocom's compiler or an older Inform. */
  readonly isInform: boolean;
}

/** Header word with the start of static memory (§11.1), where compilers put the table of verbs. */
const STATIC_MEMORY = 0x0e;
const SERIAL = 0x12;
const MOST_VERBS = 256;
/** Verbs follow one another. If fewer than this share end where the next begins, the format is another one. */
const LEAST_FITTING = 0.9;

/** Dictionaries cut words at 6 or 9 characters (Z-Machine Standard 1.1 §13.3). */
const SHORTEST_CUT = 6;

/** The plainest prepositions first. */
const PLAIN = 'with up down in on under to from at for about of off out through'.split(' ');

/** In Infocom's entries, these bits tell the part of speech of the first data byte. */
const FIRST_PART = 0x03;
const FIRST_IS_VERB = 0x01;

/** Every verb with its sentence patterns, by its first word. Null if the story's format is unknown. */
export function readGrammar(source: GrammarSource): readonly VerbGrammar[] | null {
  for (const format of formatsOf(source)) {
    try {
      const pointers = verbTable(source.memory);
      const verbs = pointers === null ? null : readVerbs(format, pointers, source);
      if (verbs !== null) return verbs;
    } catch (error) {
      // A pointer out of memory, or to no word, means another format.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** Inform 6 marks itself. Of the others, only Infocom's own stories have a date of the eighties. */
function formatsOf({ isInform, memory }: GrammarSource): readonly LineFormat[] {
  if (isInform) return [GV2, GV1];
  const isInfocoms = memory.getUint8(SERIAL) === '8'.charCodeAt(0);
  return [...(isInfocoms ? [] : [GV1]), FIXED, VARIABLE];
}

/** Addresses of the verbs' lines. The first verb follows the table directly. */
function verbTable(memory: DataView): readonly number[] | null {
  const base = memory.getUint16(STATIC_MEMORY);
  const count = (memory.getUint16(base) - base) / 2;
  if (!Number.isInteger(count) || count < 1 || count > MOST_VERBS) return null;
  return Array.from({ length: count }, (_, index) => memory.getUint16(base + index * 2));
}

function readVerbs(
  format: LineFormat,
  pointers: readonly number[],
  source: GrammarSource,
): readonly VerbGrammar[] | null {
  const { memory } = source;
  const prepositions = prepositionsOf(source, format.bits);
  const read = pointers.map((pointer) => readLines(format, pointer, prepositions));
  const fitting = read.filter(({ end }, index) => {
    const next = pointers[index + 1];
    // Early stories put a zero byte after each verb.
    return end === next || (end + 1 === next && memory.getUint8(end) === 0);
  });
  if (fitting.length < (pointers.length - 1) * LEAST_FITTING) return null;
  const verbs = new Map<number, { words: string[]; isMeta: boolean }>();
  for (const { word, number, isMeta } of verbWords(source, format.bits)) {
    const verb = verbs.get(number) ?? { words: [], isMeta };
    verb.words.push(word);
    verbs.set(number, verb);
  }
  return [...verbs]
    .map(([number, verb]) => {
      const { patterns = [], several = [] } = read[number] ?? {};
      return { ...verb, patterns, several };
    })
    .filter(({ patterns }) => patterns.length > 0)
    .sort((a, b) => ((a.words[0] ?? '') < (b.words[0] ?? '') ? -1 : 1));
}

function readLines(format: LineFormat, pointer: number, prepositions: Prepositions) {
  const patterns = new Set<string>();
  const several = new Set<string>();
  let end = pointer + 1;
  for (let left = prepositions.memory.getUint8(pointer); left > 0; left -= 1) {
    const line = format.line(end, prepositions);
    patterns.add(line.pattern);
    if (line.isSeveral) several.add(line.pattern);
    ({ end } = line);
  }
  return { patterns: [...patterns], several: [...several], end };
}

/** Words that are verbs, with the place of the verb in the table: numbers count down from 255. */
function verbWords({ memory, words, textBytes }: GrammarSource, bits: LineFormat['bits']) {
  return words.flatMap(({ word, address }) => {
    const [flags, first, second] = entryData(memory, address + textBytes);
    if ((flags & bits.verb) === 0) return [];
    const isFirst = bits === INFORM || (flags & FIRST_PART) === FIRST_IS_VERB;
    const isMeta = (flags & bits.meta) !== 0;
    return [{ word, number: 255 - (isFirst ? first : second), isMeta }];
  });
}

/** Infocom stores a preposition in the first byte unless another part of speech has it, Inform always in the second. */
function prepositionsOf(
  { memory, words, textBytes }: GrammarSource,
  bits: LineFormat['bits'],
): Prepositions {
  const alike = new Map<number, string[]>();
  for (const { word, address } of words) {
    const [flags, first, second] = entryData(memory, address + textBytes);
    if ((flags & bits.preposition) === 0) continue;
    const number = bits === INFOCOM && (flags & FIRST_PART) === 0 ? first : second;
    alike.set(number, [...(alike.get(number) ?? []), word]);
  }
  return {
    byNumber: new Map([...alike].map(([number, words]) => [number, plainest(words)] as const)),
    byAddress: new Map(words.map(({ word, address }) => [address, word])),
    memory,
  };
}

/** Of synonymous prepositions those that people write. One if there is none such. */
function plainest(words: readonly string[]): readonly string[] {
  const plain = PLAIN.filter((word) => words.includes(word.slice(0, SHORTEST_CUT)));
  return plain.length > 0 ? plain : [words.find((word) => word.length > 1) ?? words[0] ?? ''];
}
