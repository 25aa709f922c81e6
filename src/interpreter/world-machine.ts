import { InterpreterError } from '../domain/errors.ts';
import { MeteredMachine, word } from './metered-machine.ts';

/** Objects, properties and tables as frotz and Infocom's own interpreters do them, and never without end. */
export class WorldMachine extends MeteredMachine {
  /** Unlike ifvms this clears the sibling as well, as Infocom's interpreters do; stories can see the difference. */
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
    let at = word(memory, entry);
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

  /** Bytes of a property with its header in versions 4 and up (§12.4.2). */
  #propertySize(at: number, header: number): number {
    if (header < 0x80) return header < 0x40 ? 2 : 3;
    return ((this.memory[at + 1] ?? 0) & 0x3f || 64) + 2;
  }
}
