import type { StoryMachine } from './story-machine.ts';

const LONGEST_NAME = 80;

/** A property of an object: its number, and where its data are, in bytes. */
interface Property {
  readonly number: number;
  readonly address: number;
  readonly size: number;
}

/** A property that holds names as texts or as routines that print them. */
export interface NameProperty {
  readonly number: number;
  /** No packed address (§1.2.3) of a text is below it, and none of a routine above; 0 where only texts are names. */
  readonly firstText: number;
}

/** Whether a name is the one in the story's source, which compilers give and no text prints: `(lamp_proxy)`. */
export function isInternal(name: string): boolean {
  return /^\(.*\)$|_/.test(name);
}

function isShort(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME && !/\s\s|\n/.test(text);
}

/** Reads the object table (Z-Machine Standard 1.1 §12) of a machine as it is now; never writes. */
export class ObjectTree {
  /** Objects are numbered 1 to `countWords`: the table ends where the first property table begins. */
  readonly count: number;
  /** The property that holds the names that the table leaves out; null where there is none. */
  names: NameProperty | null = null;
  readonly #machine: StoryMachine;
  readonly #run: (routine: number, object: number) => string;
  readonly #entrySize: number;
  #end: number | null = null;

  /** `run` gives what a routine prints for an object. */
  constructor(machine: StoryMachine, run: (routine: number, object: number) => string) {
    this.#machine = machine;
    this.#run = run;
    this.#entrySize = machine.version3 ? 9 : 14;
    this.count = this.#countObjects();
  }

  holds(object: number): boolean {
    return object >= 1 && object <= this.count;
  }

  parent(object: number): number {
    return this.#machine.get_parent(object);
  }

  /** Every object's parent, by object number; index 0 is unused. */
  parents(): Uint16Array {
    const parents = new Uint16Array(this.count + 1);
    for (let object = 1; object <= this.count; object++) parents[object] = this.parent(object);
    return parents;
  }

  /** In the order of the tree; a broken tree gives what can be reached once. */
  children(object: number): number[] {
    const found = new Set<number>();
    let child = this.#machine.get_child(object);
    while (this.holds(child) && !found.has(child)) {
      found.add(child);
      child = this.#machine.get_sibling(child);
    }
    return [...found];
  }

  /** The object of which something is so; null where there is none, or more than one. */
  only(isIt: (object: number) => boolean): number | null {
    const all = Array.from({ length: this.count }, (_, index) => index + 1);
    const [found, ...others] = all.filter(isIt);
    return others.length === 0 ? (found ?? null) : null;
  }

  /** What an object lies in, from the inside out; a broken tree gives each object once. */
  around(object: number): number[] {
    const found = new Set<number>();
    for (let at = this.parent(object); this.holds(at) && !found.has(at); at = this.parent(at)) {
      found.add(at);
    }
    return [...found];
  }

  root(object: number): number {
    return this.around(object).at(-1) ?? object;
  }

  /** As the story prints it now, where the table has none or only one of the story's source. */
  name(object: number): string {
    const name = this.#machine.objectName(object).trim();
    const { names } = this;
    if (names === null || !(name === '' || isInternal(name))) return name;
    const held = this.properties(object).find(({ number }) => number === names.number);
    if (held === undefined) return name;
    const value = this.word(held);
    const isRoutine = value > 0 && value < names.firstText;
    const address = value * this.#machine.addr_multipler;
    const printed = isRoutine ? this.#run(address, object) : this.stringAt(held);
    return isShort(printed) ? printed : name;
  }

  /** The value of a property of one word, 0 of any other. */
  word({ address, size }: Property): number {
    return size === 2 ? this.#machine.m.getUint16(address) : 0;
  }

  /** The words of a property; none where its size is odd. */
  words({ address, size }: Property): number[] {
    const length = size % 2 === 0 ? size / 2 : 0;
    return Array.from({ length }, (_, i) => this.#machine.m.getUint16(address + 2 * i));
  }

  /** The string that a property of one word refers to (§1.2.3), if that is one short line; else empty. */
  stringAt(property: Property): string {
    const { addr_multipler, eof } = this.#machine;
    const at = this.word(property) * addr_multipler;
    if (at < this.#machine.staticmem || at >= eof) return '';
    const text = this.#machine.decode(at).trim();
    return isShort(text) ? text : '';
  }

  has(object: number, attribute: number): boolean {
    return this.#machine.test_attr(object, attribute) !== 0;
  }

  /** An object's own properties (§12.4). Numbers fall from one to the next; a broken table ends where they do not. */
  properties(object: number): Property[] {
    const { m, version3 } = this.#machine;
    const found: Property[] = [];
    let at = this.#properties(object);
    at += 1 + 2 * m.getUint8(at);
    let last = 64;
    for (let header = m.getUint8(at); header !== 0; header = m.getUint8(at)) {
      const number = header & (version3 ? 0x1f : 0x3f);
      if (number >= last) break;
      last = number;
      const long = !version3 && header >= 0x80;
      const short = version3 ? (header >> 5) + 1 : (header & 0x40) === 0 ? 1 : 2;
      const size = long ? m.getUint8(at + 1) & 0x3f || 64 : short;
      const address = at + (long ? 2 : 1);
      found.push({ number, address, size });
      at = address + size;
    }
    return found;
  }

  /** The bytes that hold an object's attributes, as they are in memory: 4 in version 3, else 6. */
  attributeBytes(object: number): Uint8Array {
    const { memory, version3 } = this.#machine;
    const at = this.#entry(object);
    return memory.subarray(at, at + (version3 ? 4 : 6));
  }

  /** Bytes of the whole table, property tables included, as far as the story can change them. */
  range(): { readonly start: number; readonly end: number } {
    this.#end ??= Math.max(
      this.#entry(1),
      ...Array.from({ length: this.count }, (_, i) => this.#endOfProperties(i + 1)),
    );
    return { start: this.#entry(1), end: Math.min(this.#end, this.#machine.staticmem) };
  }

  #entry(object: number): number {
    return this.#machine.objects + this.#entrySize * object;
  }

  #properties(object: number): number {
    return this.#machine.m.getUint16(this.#entry(object) + this.#entrySize - 2);
  }

  #endOfProperties(object: number): number {
    const last = this.properties(object).at(-1);
    const start = this.#properties(object);
    return last === undefined
      ? start + 2 + 2 * this.#machine.m.getUint8(start)
      : last.address + last.size + 1;
  }

  #countObjects(): number {
    const { m, staticmem, version3 } = this.#machine;
    const most = version3 ? 255 : 0xffff;
    let count = 0;
    let lowest = staticmem;
    while (count < most && this.#entry(count + 2) <= lowest) {
      const properties = m.getUint16(this.#entry(count + 1) + this.#entrySize - 2);
      if (properties <= this.#entry(count + 1)) break;
      lowest = Math.min(lowest, properties);
      count += 1;
    }
    return count;
  }
}
