import type { ParsedDictionary } from 'ifvms';
import { InterpreterError } from '../domain/errors.ts';
import type { StoryString } from './story-code.ts';
import { WorldMachine } from './world-machine.ts';

/** The standard allows one level (§3.3.1); one more is forgiven. */
const MOST_NESTED_ABBREVIATIONS = 2;

/**
 * Text and dictionaries. ifvms decodes a string with abbreviations by building a JavaScript function from it; here
 * story text is only ever data.
 */
export class TextMachine extends WorldMachine {
  /** Decodes a string (§3), at most `length` bytes long when a length is given. */
  override decode(address: number, length = 0): string {
    const end = length === 0 ? this.eof : address + length;
    return this.#expand(this.#stringAt(address, end), 0);
  }

  /** The short name in an object's property table (§12.4). */
  objectName(object: number): string {
    const entry = this.objects + (this.version3 ? 9 : 14) * object;
    const properties = this.m.getUint16(entry + (this.version3 ? 7 : 12));
    const words = this.m.getUint8(properties);
    return words === 0 ? '' : this.decode(properties + 1, words * 2);
  }

  override parse_dict(address: number): ParsedDictionary {
    const known = this.code.dictionaries.get(address);
    if (known !== undefined) {
      this.dictionaries[address] = known;
      return known;
    }
    const parsed = this.#readDictionary(address);
    // a dictionary in dynamic memory may change: read again each time
    if (address >= this.staticmem) {
      this.code.dictionaries.set(address, parsed);
      this.dictionaries[address] = parsed;
    }
    return parsed;
  }

  /** The extension table may lie in memory that cannot be written (§11.1.7); ifvms then throws. */
  override extension_table(word: number, value?: number): number {
    if (this.extension === 0 || word > this.extension_count) return 0;
    const address = this.extension + 2 * word;
    if (value === undefined) return this.m.getUint16(address);
    if (address + 2 <= this.staticmem) this.ram.setUint16(address, value);
    return 0;
  }

  #readDictionary(address: number): ParsedDictionary {
    const memory = this.m;
    const separators = [...memory.getUint8Array(address + 1, memory.getUint8(address))];
    const header = address + 1 + separators.length;
    const size = memory.getUint8(header);
    // a negative count means that the words are not sorted (§13.7)
    const count = Math.abs(memory.getInt16(header + 1));
    const dictionary: ParsedDictionary = Object.assign(
      Object.create(null) as Record<string, number>,
      { separators },
    );
    this.charge(count);
    for (let i = 0; i < count; i++) {
      const entry = header + 3 + i * size;
      dictionary[memory.getUint8Array(entry, this.version3 ? 4 : 6).join()] = entry;
    }
    return dictionary;
  }

  #stringAt(address: number, end: number): StoryString {
    const known = this.code.string(address);
    if (known !== undefined) return known;
    const decoded = this.#decode(address, end);
    if (address >= this.staticmem) this.code.addString(address, decoded);
    return decoded;
  }

  #expand(text: StoryString, depth: number): string {
    if (typeof text === 'string') return text;
    if (depth > MOST_NESTED_ABBREVIATIONS) {
      throw new InterpreterError("The story's abbreviations refer to each other without end.");
    }
    let result = '';
    for (const part of text) {
      if (typeof part === 'string') {
        result += part;
      } else {
        const address = this.m.getUint16(this.abbr_addr + 2 * part) * 2;
        const expanded = this.#expand(this.#stringAt(address, this.eof), depth + 1);
        this.charge(expanded.length);
        result += expanded;
      }
    }
    return result;
  }

  #decode(address: number, end: number): StoryString {
    const codes = this.#zCharacters(address, end);
    this.charge(codes.length);
    const parts: (string | number)[] = [];
    let text = '';
    let alphabet = 0;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] ?? 0;
      let next = 0;
      if (code === 0) {
        text += ' ';
      } else if (code < 4) {
        parts.push(text, 32 * (code - 1) + (codes[i + 1] ?? 0));
        text = '';
        i += 1;
      } else if (code < 6) {
        next = code - 3;
      } else if (alphabet === 2 && code === 6) {
        text += this.#tenBit(codes[i + 1], codes[i + 2]);
        i += 2;
      } else {
        text += this.#unicode(this.alphabets[alphabet]?.[code - 6] ?? 0);
      }
      alphabet = next;
    }
    return parts.length === 0 ? text : [...parts, text];
  }

  /** A character spelt out in two Z-characters (§3.4); nothing when the string ends inside it. */
  #tenBit(high: number | undefined, low: number | undefined): string {
    return high === undefined || low === undefined ? '' : this.#unicode((high << 5) | low);
  }

  #unicode(zscii: number): string {
    return this.unicode_table[zscii] ?? '';
  }

  #zCharacters(address: number, end: number): number[] {
    const codes: number[] = [];
    for (let at = address; at < end; at += 2) {
      const word = this.m.getUint16(at);
      codes.push((word >> 10) & 0x1f, (word >> 5) & 0x1f, word & 0x1f);
      if ((word & 0x8000) !== 0) break;
    }
    return codes;
  }
}
