import type { ParsedDictionary } from 'ifvms';
import { InterpreterError } from '../domain/errors.ts';
import { MeteredMachine, machineWord } from './metered-machine.ts';
import type { StoryString } from './story-code.ts';

/** Objects, properties and tables as in frotz and Infocom's own interpreters, and never without end. */
class WorldMachine extends MeteredMachine {
  /** Unlike ifvms this also clears the sibling, as Infocom's interpreters do. Stories can see the difference. */
  override remove_obj(object: number): void {
    const parent = this.get_parent(object);
    if (parent === 0) return;
    let elder = this.get_child(parent);
    for (; elder !== object; elder = this.get_sibling(elder)) {
      this.charge(1);
      if (elder === 0) {
        throw new InterpreterError(
          `The story's object tree is broken: object ${object} is missing among its parent's children.`,
        );
      }
    }
    super.remove_obj(object);
    if (this.version3) this.ram.setUint8(this.objects + 9 * object + 5, 0);
    else this.ram.setUint16(this.objects + 14 * object + 8, 0);
  }

  override find_prop(object: number, property: number, previous?: number): number {
    const { memory, version3 } = this;
    const entry = this.objects + (version3 ? 9 * object + 7 : 14 * object + 12);
    if (entry + 1 >= memory.length) this.outside();
    let at = machineWord(memory, entry);
    at += 2 * (memory[at] ?? 0) + 1;
    const mask = version3 ? 0x1f : 0x3f;
    const start = at;
    for (let last = 0; at < memory.length;) {
      const header = memory[at] as number;
      const number = header & mask;
      if (last === previous || number <= property) {
        this.fuel -= at - start;
        if (last === previous) return number;
        return number === property ? at + (!version3 && header >= 0x80 ? 2 : 1) : 0;
      }
      last = number;
      at += version3 ? (header >> 5) + 2 : this.#propertySize(at, header);
    }
    return this.outside();
  }

  /** The bytes of a property with its header in versions 4 and up (§12.4.2). */
  #propertySize(at: number, header: number): number {
    if (header < 0x80) return header < 0x40 ? 2 : 3;
    return ((this.memory[at + 1] ?? 0) & 0x3f || 64) + 2;
  }
}

/** The standard allows one level (§3.3.1). One more is accepted. */
const MOST_NESTED_ABBREVIATIONS = 2;

/** Text and dictionaries. ifvms turns a string with abbreviations into JavaScript; here story text is only ever data. */
export class TextMachine extends WorldMachine {
  /** Decodes a string (§3) of at most `length` bytes, if a length is given. */
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
    // A dictionary in dynamic memory may change, so it is read each time.
    if (address >= this.staticmem) {
      this.code.dictionaries.set(address, parsed);
      this.dictionaries[address] = parsed;
    }
    return parsed;
  }

  /** The extension table may lie in read-only memory (§11.1.7), for which ifvms throws. */
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
    // A negative count means that the words are not sorted (§13.7).
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

  /** A character in two Z-characters (§3.4). Empty if the string ends inside it. */
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
