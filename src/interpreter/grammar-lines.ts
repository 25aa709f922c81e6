export interface LineFormat {
  /** The meaning of the flags in a dictionary entry. */
  readonly bits: typeof INFOCOM | typeof INFORM;
  /** The line at an address. Throws RangeError outside of memory. */
  line(address: number, prepositions: Prepositions): GrammarLine;
}

interface GrammarLine {
  readonly pattern: string;
  /** Whether the first thing may be several, as in `drop lamp and rope`. */
  readonly isSeveral: boolean;
  /** The address behind the line. */
  readonly end: number;
}

export interface Prepositions {
  /** The prepositions by their number in grammar lines: those that people write, the plainest first. */
  readonly byNumber: ReadonlyMap<number, readonly string[]>;
  readonly byAddress: ReadonlyMap<number, string>;
  readonly memory: DataView;
}

export const INFOCOM = { verb: 0x40, meta: 0, preposition: 0x08 } as const;
export const INFORM = { verb: 0x01, meta: 0x02, preposition: 0x08 } as const;
/** Infocom's mark, where a line says which things it takes, of a line that takes many. */
const MANY = 0x04;

/** Infocom's lines of 8 bytes: things, two prepositions, for each thing an attribute and which are taken, action. */
export const FIXED: LineFormat = {
  bits: INFOCOM,
  line(address, prepositions) {
    const { memory } = prepositions;
    const [things, before, between] = entryData(memory, address);
    return {
      pattern: infocomPattern(things, before, between, prepositions),
      isSeveral: things > 0 && (memory.getUint8(address + 5) & MANY) !== 0,
      end: address + 8,
    };
  },
};

/** Infocom's lines of 2, 4 or 7 bytes: things and preposition share a byte; the latter lacks its two highest bits. */
export const VARIABLE: LineFormat = {
  bits: INFOCOM,
  line(address, prepositions) {
    const { memory } = prepositions;
    const packed = memory.getUint8(address);
    const things = packed >> 6;
    const between = things === 2 ? memory.getUint8(address + 4) & 0x3f : 0;
    const full = (number: number) => (number === 0 ? 0 : number | 0xc0);
    return {
      pattern: infocomPattern(things, full(packed & 0x3f), full(between), prepositions),
      isSeveral: things > 0 && (memory.getUint8(address + 3) & MANY) !== 0,
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
/** Tokens for which a player may name several things. */
const SEVERAL: ReadonlySet<number> = new Set([2, 3, 4, 5]);

/** Inform's second form: an action, then tokens of three bytes up to the end mark. */
export const GV2: LineFormat = {
  bits: INFORM,
  line(address, prepositions) {
    const { memory, byAddress } = prepositions;
    const parts: string[] = [];
    let [things, isSeveral] = [0, false];
    const thing = () => (things++ === 0 ? 'X' : 'Y');
    let at = address + 2;
    for (; memory.getUint8(at) !== END_OF_LINE; at += 3) {
      const [type, data] = [memory.getUint8(at), memory.getUint16(at + 1)];
      const kind = type & 0x0f;
      if (kind === 0 || kind > 6) throw new RangeError(`no token type ${kind}`);
      const word = kind === 2 ? (byAddress.get(data) ?? unknownPreposition(data)) : null;
      isSeveral ||= kind === 1 && things === 0 && SEVERAL.has(data);
      if (word === null) parts.push((kind === 1 ? TOKENS[data] : undefined) ?? thing());
      else if ((type & 0x10) === 0) parts.push(word);
      else parts.push(`${parts.pop()}/${word}`);
    }
    return { pattern: parts.join(' '), isSeveral, end: at + 1 };
  },
};

/** Inform's first form: number of things, six tokens, action. */
export const GV1: LineFormat = {
  bits: INFORM,
  line(address, { memory, byNumber }) {
    const wanted = memory.getUint8(address);
    if (wanted > 6) throw new RangeError(`${wanted} things in one line`);
    const tokens = tokensOf(memory, address + 1, wanted);
    const things = tokens.filter(isThing);
    if (things.length !== wanted)
      throw new RangeError(`${things.length} things where ${wanted} are said`);
    const first = tokens.findIndex(isThing);
    const parts = tokens.map((token, at) =>
      isThing(token)
        ? (TOKENS[token] ?? (at === first ? 'X' : 'Y'))
        : (byNumber.get(token)?.join('/') ?? unknownPreposition(token)),
    );
    const isSeveral = SEVERAL.has(tokens[first] ?? 0);
    return { pattern: parts.join(' '), isSeveral, end: address + 8 };
  },
};

/** The tokens of a line of the first form: a 0 is a thing only while things are wanted. */
function tokensOf(memory: DataView, address: number, wanted: number): readonly number[] {
  const tokens: number[] = [];
  for (let at = address; at < address + 6; at += 1) {
    const token = memory.getUint8(at);
    const isEnd = token === 0 && tokens.filter(isThing).length === wanted;
    if (token === END_OF_LINE || isEnd) break;
    tokens.push(token);
  }
  return tokens;
}

function isThing(token: number): boolean {
  return token < 0xb0;
}

function unknownPreposition(number: number): never {
  throw new RangeError(`no word is preposition ${number}`);
}

/** The three bytes that a compiler put somewhere. */
export function entryData(memory: DataView, at: number): readonly [number, number, number] {
  return [memory.getUint8(at), memory.getUint8(at + 1), memory.getUint8(at + 2)];
}
