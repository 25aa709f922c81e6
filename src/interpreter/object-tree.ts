import type { StoryMachine } from './story-machine.ts';

const LONGEST_NAME = 80;

/** A property of an object: its number, and the place of its data, in bytes. */
interface Property {
  readonly number: number;
  readonly address: number;
  readonly size: number;
}

/** A property that holds names as texts or as routines that print them. */
export interface NameProperty {
  readonly number: number;
  /** Packed addresses (§1.2.3) of texts start here, those of routines end before. 0 if all names are texts. */
  readonly firstText: number;
}

/** Whether a name is internal, from the story's source; no text prints it: `(lamp_proxy)`. */
export function isInternalObjectName(name: string): boolean {
  return /^\(.*\)$|_/.test(name);
}

function isShort(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME && !/\s\s|\n/.test(text);
}

/** Reads the object table (Z-Machine Standard 1.1 §12) of a machine in its present state. Never writes. */
export class ObjectTree {
  /** Objects are numbered from 1 to this: the table ends where the first property table begins. */
  readonly count: number;
  /** The property with the names that the table leaves out. Null if there is none. */
  names: NameProperty | null = null;
  readonly #machine: StoryMachine;
  readonly #run: (routine: number, object: number) => string;
  readonly #entrySize: number;
  #end: number | null = null;

  /** `run` returns what a routine prints for an object. */
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

  /** In the order of the tree. A broken tree gives each reachable object once. */
  children(object: number): number[] {
    const found = new Set<number>();
    let child = this.#machine.get_child(object);
    while (this.holds(child) && !found.has(child)) {
      found.add(child);
      child = this.#machine.get_sibling(child);
    }
    return [...found];
  }

  /** The only object that matches. Null if there are none or several. */
  only(isIt: (object: number) => boolean): number | null {
    const all = Array.from({ length: this.count }, (_, index) => index + 1);
    const [found, ...others] = all.filter(isIt);
    return others.length === 0 ? (found ?? null) : null;
  }

  /** The objects around an object, from the inside out. A broken tree gives each object once. */
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

  /** As the story prints it now, if the table has no name or only an internal one. */
  name(object: number): string {
    const name = this.#machine.objectName(object).trim();
    const { names } = this;
    if (names === null || !(name === '' || isInternalObjectName(name))) return name;
    const held = this.properties(object).find(({ number }) => number === names.number);
    if (held === undefined) return name;
    const value = this.word(held);
    const isRoutine = value > 0 && value < names.firstText;
    const address = value * this.#machine.addr_multipler;
    const printed = isRoutine ? this.#run(address, object) : this.stringAt(held);
    return isShort(printed) ? printed : name;
  }

  /** The value of a property of one word. 0 of any other. */
  word({ address, size }: Property): number {
    return size === 2 ? this.#machine.m.getUint16(address) : 0;
  }

  /** The words of a property. Empty if its size is odd. */
  words({ address, size }: Property): number[] {
    const length = size % 2 === 0 ? size / 2 : 0;
    return Array.from({ length }, (_, i) => this.#machine.m.getUint16(address + 2 * i));
  }

  /** The string of a property of one word (§1.2.3), if it is one short line. Else empty. */
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

  /** An object's own properties (§12.4). Their numbers fall; a broken table ends where they do not. */
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

  /** The bytes of an object's attributes, as in memory: 4 in version 3, else 6. */
  attributeBytes(object: number): Uint8Array {
    const { memory, version3 } = this.#machine;
    const at = this.#entry(object);
    return memory.subarray(at, at + (version3 ? 4 : 6));
  }

  /** The bytes of the whole table, property tables included, that the story can change. */
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
