/** A handmade version 5 story: what no compiler would write. */
export interface TinyStory {
  /** Instructions from the start address, in bytes. */
  readonly code: readonly number[];
  /** Other memory, by address. */
  readonly data?: Readonly<Record<number, readonly number[]>>;
}

/** Addresses of the parts; objects 1 to 4 have no properties and no relations. */
export const TINY = {
  abbreviations: 0x40,
  globals: 0x100,
  objects: 0x35e,
  free: 0x400,
  static: 0x600,
  code: 0x700,
  strings: 0x900,
  length: 0x1000,
} as const;

const PROPERTIES = 0x3a0;

export function tinyStory({ code, data = {} }: TinyStory): Uint8Array {
  const story = new Uint8Array(TINY.length);
  const view = new DataView(story.buffer);
  view.setUint8(0x00, 5);
  view.setUint16(0x04, TINY.static);
  view.setUint16(0x06, TINY.code);
  view.setUint16(0x08, TINY.static);
  view.setUint16(0x0a, TINY.objects - 126);
  view.setUint16(0x0c, TINY.globals);
  view.setUint16(0x0e, TINY.static);
  story.set(new TextEncoder().encode('000000'), 0x12);
  view.setUint16(0x18, TINY.abbreviations);
  view.setUint16(0x1a, TINY.length / 4);
  for (let object = 1; object <= 4; object++) {
    view.setUint16(TINY.objects + (object - 1) * 14 + 12, PROPERTIES);
  }
  // a dictionary without separators and words
  story.set([0, 9, 0, 0], TINY.static);
  story.set(code, TINY.code);
  for (const [address, bytes] of Object.entries(data)) story.set(bytes, Number(address));
  return story;
}

/** A string in Z-characters: small letters and spaces as they are, all else spelt out in ten bits. */
export function zString(text: string, ...start: readonly number[]): number[] {
  const codes = [...start];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character === ' ') codes.push(0);
    else if (code >= 97 && code <= 122) codes.push(code - 91);
    else codes.push(5, 6, code >> 5, code & 31);
  }
  while (codes.length % 3 !== 0) codes.push(5);
  const bytes: number[] = [];
  for (let i = 0; i < codes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = codes.slice(i, i + 3);
    const last = i + 3 >= codes.length ? 0x8000 : 0;
    const word = last | (a << 10) | (b << 5) | c;
    bytes.push(word >> 8, word & 0xff);
  }
  return bytes;
}

/** A 16-bit number as two bytes. */
export function word(value: number): [number, number] {
  return [(value >> 8) & 0xff, value & 0xff];
}
