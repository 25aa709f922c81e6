import { EXTENDED, instructionShapes, SHAPE } from './instruction-shapes.ts';

/** Fields of a decoded instruction in an Int32Array, and the records that are always there. */
export const RECORD = {
  size: 8,
  /** Operation, opcode, number and kinds of operands; see {@link pack}. */
  head: 0,
  operands: 1,
  /** Where the result goes: 0 the stack, to 15 a local variable, else an address; a call's variable number or -1. */
  store: 5,
  /** Slot of what runs next, or ~address while that is not decoded; a branch goes there where its condition holds. */
  link: 6,
  /** Of a branch: the link where its condition does not hold. */
  otherwise: 7,
  /** Of all others: address of the next instruction; of a jump, its own, and its first operand the slot before it. */
  next: 7,
  /** Slots of `rfalse` and `rtrue`, which branches name by 0 and 1. */
  rfalse: 8,
  rtrue: 16,
  scratch: 24,
  first: 64,
} as const;

/** How an operand is read: as it is, from a local variable, from the address of a global, from the stack. */
export const KIND = { constant: 0, local: 1, global: 2, stack: 3 } as const;

/** Operations of the loop that are no opcodes of their own. */
export const OPERATION = { rare: 0, move: 13, anyEqual: 29, illegal: 30, ret: 43, jump: 44, call: 64, not: 88 } as const;

const OPERANDS_IN_RECORD = 4;
/** Bit of a head. */
const BRANCHES = 1 << 29;
/** Place of a variable that cannot be written. */
const NOWHERE = -2;
const CALLS = [25, 26, 136, 224, 236, 249, 250];
/** Opcodes that need the number of the variable they store to, because they store later: read, read_char, save_undo. */
const STORE_LATER = new Set([228, 246, EXTENDED + 9]);

/** What the writer reads of a machine. */
export interface CodeMemory {
  readonly memory: Uint8Array;
  readonly staticmem: number;
  readonly globals: number;
  readonly eof: number;
  charge(work: number): void;
}

interface Written {
  /** The slot behind it. */
  readonly end: number;
  /** The address behind it. */
  readonly next: number;
  /** Whether what follows need not be code. */
  readonly isLast: boolean;
}

const NO_MEMORY: CodeMemory = {
  memory: new Uint8Array(),
  staticmem: 0,
  globals: 0,
  eof: 0,
  charge: () => undefined,
};

function kindOf(variable: number): number {
  if (variable === 0) return KIND.stack;
  return variable < 16 ? KIND.local : KIND.global;
}

/** Opcodes without their gaps, so that a switch over them is a jump table; extended ones are rare. */
function operationOf(code: number): number {
  if (code < 128) return code;
  if (code < 176) return code - 96;
  if (code < 224) return code - 128;
  return code < EXTENDED ? code - 160 : OPERATION.rare;
}

/** Decodes instructions (Z-Machine Standard 1.1 §4) into records that the loop runs. */
export class RecordWriter {
  readonly #records: Int32Array;
  readonly #slots: Int32Array;
  readonly #shapes: Uint8Array;
  readonly #calls: ReadonlySet<number>;
  /** Of the instruction that is being decoded. */
  #machine: CodeMemory = NO_MEMORY;
  #at = 0;
  #code = 0;
  #types = 0;
  #count = 0;
  #kinds = 0;
  #branches = 0;

  constructor(records: Int32Array, slots: Int32Array, version: number) {
    this.#records = records;
    this.#slots = slots;
    this.#calls = new Set(version < 5 ? CALLS : [...CALLS, 143]);
    this.#shapes = instructionShapes(version);
    this.#head(RECORD.rfalse, OPERATION.ret);
    this.#head(RECORD.rtrue, OPERATION.ret);
    records[RECORD.rtrue + RECORD.operands] = 1;
  }

  /** Writes a record that goes on at an address; gives the slot behind it. */
  goTo(pc: number, slot: number): number {
    this.#kinds = this.#count = this.#branches = 0;
    this.#records.fill(0, slot, slot + RECORD.size);
    this.#head(slot, OPERATION.jump);
    this.#records[slot + RECORD.link] = this.#link(pc);
    return slot + RECORD.size;
  }

  /** Lets what leads to a jump lead to its target, where that is known. */
  bypass(jump: number): void {
    const records = this.#records;
    const target = records[jump + RECORD.link] ?? 0;
    const before = records[jump + RECORD.operands] ?? 0;
    if (target <= 0 || before === 0) return;
    const ways = ((records[before] ?? 0) & BRANCHES) === 0 ? [RECORD.link] : [RECORD.link, RECORD.otherwise];
    for (const way of ways) if (records[before + way] === jump) records[before + way] = target;
    const pc = records[jump + RECORD.next] ?? 0;
    if (pc !== 0) this.#slots[pc] = target;
  }

  isJump(slot: number): boolean {
    return (((this.#records[slot] ?? 0) >> 12) & 127) === OPERATION.jump;
  }

  /** Decodes the instruction at an address into the record at a slot, or several. */
  instruction(machine: CodeMemory, pc: number, slot: number): Written {
    this.#machine = machine;
    this.#at = pc;
    this.#records.fill(0, slot, slot + 2 * RECORD.size);
    this.#opcode();
    const shape = this.#shapes[this.#code] ?? 0;
    this.#operands(slot);
    const records = this.#records;
    const storer = (shape & SHAPE.stores) === 0 ? -1 : this.#byte();
    records[slot + RECORD.store] =
      this.#calls.has(this.#code) || STORE_LATER.has(this.#code) ? storer : this.#place(storer);
    this.#branches = shape & SHAPE.branches;
    if (this.#branches !== 0) this.#branch(slot);
    const text = this.#at;
    if ((shape & SHAPE.text) !== 0) {
      this.#skipText();
      records[slot + RECORD.operands] = text;
      this.#count = 1;
    }
    const next = this.#at;
    if (this.#branches === 0) records[slot + RECORD.next] = next;
    const end = this.#finish(slot);
    if (this.#branches === 0 && records[slot + RECORD.link] === 0) records[slot + RECORD.link] = end;
    if (shape === 0 || next > machine.memory.length || records[slot + RECORD.store] === NOWHERE) {
      records[slot + RECORD.operands] = pc;
      this.#kinds = this.#branches = 0;
      this.#head(slot, OPERATION.illegal);
      return { end, next, isLast: true };
    }
    return { end, next, isLast: (shape & SHAPE.ends) !== 0 };
  }

  #opcode(): void {
    const first = this.#byte();
    if (first === 0xbe) {
      this.#code = EXTENDED + this.#byte();
      this.#types = (this.#byte() << 8) | 0xff;
    } else if (first < 0x80) {
      this.#code = first & 0x1f;
      this.#types = ((first & 0x40 ? 2 : 1) << 14) | ((first & 0x20 ? 2 : 1) << 12) | 0xfff;
    } else if (first < 0xc0) {
      this.#code = first < 0xb0 ? first & 0xcf : first;
      this.#types = (((first >> 4) & 3) << 14) | 0x3fff;
    } else {
      this.#code = first < 0xe0 ? first & 0x1f : first;
      const types = this.#byte() << 8;
      this.#types = types | (first === 0xec || first === 0xfa ? this.#byte() : 0xff);
    }
  }

  /** The fifth operand and those after it, which only calls have, go into a second record. */
  #operands(slot: number): void {
    const records = this.#records;
    this.#count = this.#kinds = 0;
    for (let shift = 14; shift >= 0; shift -= 2) {
      const type = (this.#types >> shift) & 3;
      if (type === 3) continue;
      const number = this.#count;
      this.#count += 1;
      const value = type === 0 ? this.#word() : this.#byte();
      const kind = type < 2 ? KIND.constant : kindOf(value);
      const field = number < OPERANDS_IN_RECORD ? slot : slot + RECORD.size - OPERANDS_IN_RECORD;
      records[field + RECORD.operands + number] = type < 2 ? value : this.#address(value);
      this.#kinds |= kind << (2 * number);
    }
  }

  #branch(slot: number): void {
    const first = this.#byte();
    const offset =
      (first & 0x40) === 0
        ? (((first << 8) | this.#byte()) << 18) >> 18
        : first & 0x3f;
    const next = slot + RECORD.size;
    const target =
      offset === 0 || offset === 1 ? RECORD.rfalse + offset * RECORD.size : this.#link(this.#at + offset - 2);
    const holds = (first & 0x80) !== 0;
    this.#records[slot + RECORD.link] = holds ? target : next;
    this.#records[slot + RECORD.otherwise] = holds ? next : target;
  }

  /** Chooses the operation; gives the slot behind the record. */
  #finish(slot: number): number {
    const code = this.#code;
    const records = this.#records;
    const a = slot + RECORD.operands;
    if (this.#calls.has(code)) {
      this.#head(slot, OPERATION.call);
      if (this.#count <= OPERANDS_IN_RECORD) return slot + RECORD.size;
      records[slot + RECORD.size] = this.#kinds >> (2 * OPERANDS_IN_RECORD);
      return slot + 2 * RECORD.size;
    }
    if (code === 179) {
      // print_ret: print, new_line, rtrue
      this.#code = 178;
      this.#head(slot, operationOf(178));
      records[slot + RECORD.link] = slot + RECORD.size;
      const newLine = slot + RECORD.size;
      records.fill(0, newLine, newLine + RECORD.size);
      records[newLine + RECORD.store] = -1;
      records[newLine + RECORD.link] = RECORD.rtrue;
      this.#code = 187;
      this.#count = 0;
      this.#head(newLine, OPERATION.rare);
      return newLine + RECORD.size;
    }
    this.#head(slot, this.#operation(slot, a));
    return slot + RECORD.size;
  }

  #operation(slot: number, a: number): number {
    const records = this.#records;
    const variable = records[a] ?? 0;
    const isNamed = (this.#kinds & 3) === KIND.constant;
    switch (this.#code) {
      case 1:
        return this.#count === 2 ? 1 : OPERATION.anyEqual;
      case 4:
      case 5:
      case 133:
      case 134: // dec_chk, inc_chk, inc, dec
        if (!isNamed) return OPERATION.rare;
        records[a] = this.#place(variable);
        return records[a] === NOWHERE ? OPERATION.illegal : operationOf(this.#code);
      case 13: // store
        if (!isNamed || variable === 0) return OPERATION.rare;
        records[a] = records[a + 1] ?? 0;
        this.#kinds >>= 2;
        records[slot + RECORD.store] = this.#place(variable);
        return OPERATION.move;
      case 142: // load
        if (!isNamed || variable === 0) return OPERATION.rare;
        records[a] = this.#address(variable);
        this.#kinds = kindOf(variable);
        return OPERATION.move;
      case 232: // push
        records[slot + RECORD.store] = 0;
        return OPERATION.move;
      case 233: // pull
        if (!isNamed || variable === 0) return OPERATION.rare;
        this.#kinds = KIND.stack;
        records[slot + RECORD.store] = this.#place(variable);
        return OPERATION.move;
      case 140: // jump
        if (!isNamed) return OPERATION.rare;
        records[slot + RECORD.link] = this.#link(this.#at + ((variable << 16) >> 16) - 2);
        return OPERATION.jump;
      case 143: // not, in versions 3 and 4
        return OPERATION.not;
      case 176:
      case 177: // rtrue, rfalse
        records[a] = 177 - this.#code;
        return OPERATION.ret;
      case 184: // ret_popped
        this.#kinds = KIND.stack;
        return OPERATION.ret;
      default:
        return operationOf(this.#code);
    }
  }

  /** Where a variable lies (§4.2.2): see {@link RECORD.store}. */
  #address(variable: number): number {
    return variable < 16 ? variable : this.#machine.globals + 2 * (variable - 16);
  }

  /** Like {@link #address}, for a variable that is written. */
  #place(variable: number): number {
    const address = this.#address(variable);
    return address + 2 > this.#machine.staticmem ? NOWHERE : address;
  }

  #link(pc: number): number {
    return this.#slots[pc] || ~Math.max(0, pc);
  }

  #skipText(): void {
    while (this.#at < this.#machine.eof) {
      const first = this.#byte();
      this.#at += 1;
      if ((first & 0x80) !== 0) return;
    }
  }

  #byte(): number {
    const value = this.#machine.memory[this.#at] ?? 0;
    this.#at += 1;
    return value;
  }

  #word(): number {
    return (this.#byte() << 8) | this.#byte();
  }

  #head(slot: number, operation: number): void {
    this.#records[slot] =
      (this.#code << 20) |
      (this.#branches === 0 ? 0 : BRANCHES) |
      (this.#count > 2 ? 0x80000 : 0) |
      (operation << 12) |
      (this.#count << 8) |
      (this.#kinds & 0xff);
  }
}
