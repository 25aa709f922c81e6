import { InterpreterError } from '../domain/errors.ts';
import { MeteredMachine } from './metered-machine.ts';

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
    const memory = this.m;
    const small = this.version3;
    let at = memory.getUint16(this.objects + (small ? 9 : 14) * object + (small ? 7 : 12));
    at += memory.getUint8(at) * 2 + 1;
    const start = at;
    let last = 0;
    for (;;) {
      const header = memory.getUint8(at);
      const number = header & (small ? 0x1f : 0x3f);
      if (last === previous || number <= property) {
        this.fuel -= at - start;
        if (last === previous) return number;
        return number === property ? at + (!small && header >= 0x80 ? 2 : 1) : 0;
      }
      last = number;
      at += small ? (header >> 5) + 2 : this.#propertySize(at, header);
    }
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

  /** Bytes of a property with its header in versions 4 and up (§12.4.2). */
  #propertySize(at: number, header: number): number {
    if (header < 0x80) return header < 0x40 ? 2 : 3;
    return (this.m.getUint8(at + 1) & 0x3f || 64) + 2;
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
