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
    .map(([number, verb]) => ({ ...verb, patterns: read[number]?.patterns ?? [] }))
    .filter(({ patterns }) => patterns.length > 0)
    .sort((a, b) => ((a.words[0] ?? '') < (b.words[0] ?? '') ? -1 : 1));
}

function readLines(format: LineFormat, pointer: number, prepositions: Prepositions) {
  const patterns = new Set<string>();
  let end = pointer + 1;
  for (let left = prepositions.memory.getUint8(pointer); left > 0; left -= 1) {
    const line = format.line(end, prepositions);
    patterns.add(line.pattern);
    ({ end } = line);
  }
  return { patterns: [...patterns], end };
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

/** One format of grammar lines. */
interface LineFormat {
  /** The meaning of the flags in a dictionary entry. */
  readonly bits: typeof INFOCOM | typeof INFORM;
  /** The pattern of the line at an address, and the address after it. Throws RangeError outside memory. */
  line(
    address: number,
    prepositions: Prepositions,
  ): { readonly pattern: string; readonly end: number };
}

interface Prepositions {
  /** The prepositions by their number in grammar lines: those that people write, the plainest first. */
  readonly byNumber: ReadonlyMap<number, readonly string[]>;
  readonly byAddress: ReadonlyMap<number, string>;
  readonly memory: DataView;
}

export const INFOCOM = { verb: 0x40, meta: 0, preposition: 0x08 } as const;
export const INFORM = { verb: 0x01, meta: 0x02, preposition: 0x08 } as const;
/** Infocom's lines of 8 bytes: number of things, two prepositions, what the things should be like, action. */
const FIXED: LineFormat = {
  bits: INFOCOM,
  line(address, prepositions) {
    const [things, before, between] = entryData(prepositions.memory, address);
    return { pattern: infocomPattern(things, before, between, prepositions), end: address + 8 };
  },
};

/** Infocom's lines of 2, 4 or 7 bytes: things and preposition share a byte; the latter lacks its two highest bits. */
const VARIABLE: LineFormat = {
  bits: INFOCOM,
  line(address, prepositions) {
    const { memory } = prepositions;
    const packed = memory.getUint8(address);
    const things = packed >> 6;
    const between = things === 2 ? memory.getUint8(address + 4) & 0x3f : 0;
    const full = (number: number) => (number === 0 ? 0 : number | 0xc0);
    return {
      pattern: infocomPattern(things, full(packed & 0x3f), full(between), prepositions),
      end: address + ([2, 4, 7][things] ?? 2),
    };
  },
};

function infocomPattern(
  things: number,
  before: number,
  between: number,
  prepositions: Prepositions,
): string {
  const words = (number: number) =>
    number === 0 ? [] : (prepositions.byNumber.get(number) ?? unknownPreposition(number));
  const parts = [
    ...(before === 0 ? [] : [words(before).join('/')]),
    ...(things > 0 ? ['X'] : []),
    // Between two things, "with" is frequent and "through" rare.
    ...words(between).slice(0, 1),
    ...(things > 1 ? ['Y'] : []),
  ];
  return parts.join(' ');
}

/** The tokens of a line that are no things (Inform Technical Manual §8.6). Held, several and alive are all things here. */
const TOKENS: Readonly<Record<number, string>> = { 7: 'TEXT', 8: 'NUMBER', 9: 'TEXT' };
const END_OF_LINE = 15;

/** Inform's second form: an action, then tokens of three bytes up to the end mark. */
const GV2: LineFormat = {
  bits: INFORM,
  line(address, prepositions) {
    const { memory, byAddress } = prepositions;
    const parts: string[] = [];
    let things = 0;
    const thing = () => (things++ === 0 ? 'X' : 'Y');
    let at = address + 2;
    for (; memory.getUint8(at) !== END_OF_LINE; at += 3) {
      const [type, data] = [memory.getUint8(at), memory.getUint16(at + 1)];
      const kind = type & 0x0f;
      if (kind === 0 || kind > 6) throw new RangeError(`no token type ${kind}`);
      const word = kind === 2 ? (byAddress.get(data) ?? unknownPreposition(data)) : null;
      if (word === null) parts.push((kind === 1 ? TOKENS[data] : undefined) ?? thing());
      else if ((type & 0x10) === 0) parts.push(word);
      else parts.push(`${parts.pop()}/${word}`);
    }
    return { pattern: parts.join(' '), end: at + 1 };
  },
};

/** Inform's first form: number of things, six tokens, action. */
const GV1: LineFormat = {
  bits: INFORM,
  line(address, prepositions) {
    const { memory, byNumber } = prepositions;
    const wanted = memory.getUint8(address);
    if (wanted > 6) throw new RangeError(`${wanted} things in one line`);
    const parts: string[] = [];
    let things = 0;
    for (let index = 1; index <= 6; index += 1) {
      const token = memory.getUint8(address + index);
      if (token === END_OF_LINE || (token === 0 && things === wanted)) break;
      if (token >= 0xb0) parts.push(byNumber.get(token)?.join('/') ?? unknownPreposition(token));
      else parts.push(TOKENS[token] ?? (things === 0 ? 'X' : 'Y'));
      if (token < 0xb0) things += 1;
    }
    if (things !== wanted) throw new RangeError(`${things} things where ${wanted} are said`);
    return { pattern: parts.join(' '), end: address + 8 };
  },
};

function unknownPreposition(number: number): never {
  throw new RangeError(`no word is preposition ${number}`);
}

/** The three bytes that a compiler put somewhere. */
function entryData(memory: DataView, at: number): readonly [number, number, number] {
  return [memory.getUint8(at), memory.getUint8(at + 1), memory.getUint8(at + 2)];
}
