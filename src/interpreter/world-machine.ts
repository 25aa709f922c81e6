import { InterpreterError } from '../domain/errors.ts';
import { MeteredMachine, word } from './metered-machine.ts';

/** Objects, properties and tables as frotz and Infocom's own interpreters do them, and never without end. */
export class WorldMachine extends MeteredMachine {
  /** Unlike ifvms this clears the sibling as well, as Infocom's interpreters do; stories can see the difference. */
  override remove_obj(object: number): void {
    const parent = this.get_parent(object);
    if (parent === 0) return;
    const younger = this.get_sibling(object);
    const eldest = this.get_child(parent);
    if (eldest === object) this.#setRelation(parent, 'child', younger);
    else this.#setRelation(this.#elderSibling(eldest, object), 'sibling', younger);
    this.#setRelation(object, 'parent', 0);
    this.#setRelation(object, 'sibling', 0);
  }

  override find_prop(object: number, property: number, previous?: number): number {
    const { memory, version3 } = this;
    let at = word(memory, this.objects + (version3 ? 9 * object + 7 : 14 * object + 12));
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
      if (version3) at += (header >> 5) + 2;
      else if (header < 0x80) at += header < 0x40 ? 2 : 3;
      else at += ((memory[at + 1] as number) & 0x3f || 64) + 2;
    }
    return this.outside();
  }

  override get_prop(object: number, property: number): number {
    const { memory } = this;
    const at = this.find_prop(object, property);
    if (at === 0) return word(memory, this.properties + 2 * (property - 1));
    const header = memory[at - 1] as number;
    return (this.version3 ? header >> 5 : header & 0x40) === 0
      ? (memory[at] as number)
      : word(memory, at);
  }

  override copy_table(first: number, second: number, size: number): void {
    this.charge(Math.abs((size << 16) >> 16));
    super.copy_table(first, second, size);
  }

  override scan_table(key: number, address: number, length: number, form = 0x82): number {
    if ((form & 0x7f) === 0) return 0;
    this.charge(length);
    return super.scan_table(key, address, length, form);
  }

  override encode_text(zscii: number, length: number, from: number, target: number): void {
    this.charge(length);
    super.encode_text(zscii, length, from, target);
  }

  #elderSibling(eldest: number, object: number): number {
    let elder = eldest;
    for (;;) {
      this.charge(1);
      const next = this.get_sibling(elder);
      if (next === object) return elder;
      if (elder === 0) {
        throw new InterpreterError(
          `The story's object tree is broken: object ${object} is missing among its parent's children.`,
        );
      }
      elder = next;
    }
  }

  #setRelation(object: number, relation: 'parent' | 'sibling' | 'child', value: number): void {
    const index = relation === 'parent' ? 0 : relation === 'sibling' ? 1 : 2;
    if (this.version3) this.ram.setUint8(this.objects + 9 * object + 4 + index, value);
    else this.ram.setUint16(this.objects + 14 * object + 6 + 2 * index, value);
  }
}
