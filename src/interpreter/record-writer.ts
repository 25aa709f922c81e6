import { EXTENDED, instructionShapes, SHAPE } from './instruction-shapes.ts';

/**
 * A decoded instruction: eight numbers in an Int32Array, found by its slot. Numbers without a field's name are slots
 * of records that are always there.
 */
export const RECORD = {
  size: 8,
  /** Bits 0–7 two for each operand's kind, 8–11 how many there are, 12–18 the operation, then flags and the opcode. */
  head: 0,
  operands: 1,
  /** Of a jump: the slot of the instruction before it. */
  before: 2,
  /** Where the result goes: 0 the stack, to 15 a local variable, else an address; a call's variable number; or -1. */
  store: 5,
  /** Slot of what runs next, or ~address while that is not decoded; a branch goes there where its condition holds. */
  link: 6,
  /** Of a branch, the link where its condition does not hold; of others the next address, of a jump its own. */
  otherwise: 7,
  returnFalse: 8,
  returnTrue: 16,
  returnPopped: 24,
  scratch: 32,
  first: 64,
} as const;

/** Flags of a head. */
export const FLAG = { manyOperands: 1 << 19, branches: 1 << 29 } as const;
/** How an operand is read: as it is, from a local variable, from the address of a global, from the stack. */
const KIND = { constant: 0, local: 1, global: 2, stack: 3 } as const;
/** Operations of the loop that are no opcodes, and opcodes that do what others do. */
const RARE = 0;
const MOVE = 13;
const [ADD, SUBTRACT] = [20, 21];
const [ANY_EQUAL, JUMP_ZERO, RETURN, CALL] = [29, 32, 43, 64];
const IN_RECORD = 4;
/** Place of a variable that cannot be written. */
const NOWHERE = -2;

const CALLS = [25, 26, 136, 224, 236, 249, 250];
/** Read, read_char and save_undo, which store later, need a variable's number. */
const STORE_LATER = [228, 246, EXTENDED + 9];
/** Dec_chk, inc_chk, store, inc, dec, load, pull: their first operand is the number of a variable. */
const NAMING = new Set([4, 5, 13, 133, 134, 142, 233]);

/** What the writer reads of a machine. */
export interface CodeMemory {
  readonly memory: Uint8Array;
  readonly staticmem: number;
  readonly globals: number;
  readonly eof: number;
}

/** Decodes instructions (§4) into records. After each it says where that ended and whether code need follow. */
export class RecordWriter {
  pc = 0;
  isLast = false;
  readonly #records: Int32Array;
  readonly #slots: Int32Array;
  readonly #shapes: Uint8Array;
  readonly #calls: ReadonlySet<number>;
  readonly #isSmall: boolean;
  #machine: CodeMemory = { memory: new Uint8Array(), staticmem: 0, globals: 0, eof: 0 };
  #code = 0;
  #types = 0;
  #count = 0;
  #kinds = 0;

  constructor(records: Int32Array, slots: Int32Array, version: number) {
    this.#records = records;
    this.#slots = slots;
    this.#calls = new Set(version < 5 ? CALLS : [...CALLS, 143]);
    this.#isSmall = version < 4;
    this.#shapes = instructionShapes(version);
    this.#head(RECORD.returnFalse, RETURN);
    this.#head(RECORD.returnTrue, RETURN);
    records[RECORD.returnTrue + RECORD.operands] = 1;
    this.#kinds = KIND.stack;
    this.#head(RECORD.returnPopped, RETURN);
  }

  /** Writes a record that goes on at an address; gives the slot behind it. */
  jump(slot: number, pc: number): number {
    this.#kinds = this.#count = 0;
    this.#records.fill(0, slot, slot + RECORD.size);
    this.#code = 140;
    this.#head(slot, JUMP_ZERO);
    this.#records[slot + RECORD.link] = this.#link(pc);
    return slot + RECORD.size;
  }

  isJump(slot: number): boolean {
    const head = this.#records[slot] ?? 0;
    return ((head >> 12) & 127) === JUMP_ZERO && ((head >> 20) & 511) === 140;
  }

  /** Decodes the instruction at an address into the record at a slot, or two; gives the slot behind. */
  instruction(machine: CodeMemory, pc: number, slot: number): number {
    const records = this.#records;
    this.#machine = machine;
    this.pc = pc;
    records.fill(0, slot, slot + 2 * RECORD.size);
    this.#opcode();
    this.#operands(slot);
    const shape = this.#shapes[this.#code] ?? 0;
    const storer = (shape & SHAPE.stores) === 0 ? -1 : this.#byte();
    const isCall = this.#calls.has(this.#code);
    records[slot + RECORD.store] =
      isCall || STORE_LATER.includes(this.#code) ? storer : this.#place(storer);
    const end = slot + (isCall && this.#count > IN_RECORD ? 2 : 1) * RECORD.size;
    const branches = (shape & SHAPE.branches) === 0 ? 0 : this.#branch(slot);
    if (this.#code === 178 || this.#code === 179) this.#text(slot);
    if (branches === 0) {
      records[slot + RECORD.link] = end;
      records[slot + RECORD.otherwise] = this.pc;
    }
    this.#head(slot, isCall ? CALL : this.#operation(slot), branches);
    this.isLast = (shape & SHAPE.ends) !== 0;
    if (
      shape === 0 ||
      this.pc > machine.memory.length ||
      records[slot + RECORD.store] === NOWHERE
    ) {
      // Breaks the story when it comes here.
      records[slot] = 0;
      this.isLast = true;
    }
    return end;
  }

  #opcode(): void {
    const first = this.#byte();
    this.#code = first;
    if (first === 0xbe) {
      this.#code = EXTENDED + this.#byte();
      this.#types = (this.#byte() << 8) | 0xff;
    } else if (first < 0x80) {
      this.#code = first & 0x1f;
      this.#types = ((first & 0x40 ? 2 : 1) << 14) | ((first & 0x20 ? 2 : 1) << 12) | 0xfff;
    } else if (first < 0xc0) {
      if (first < 0xb0) this.#code = first & 0xcf;
      this.#types = (((first >> 4) & 3) << 14) | 0x3fff;
    } else {
      if (first < 0xe0) this.#code = first & 0x1f;
      const types = this.#byte() << 8;
      this.#types = types | (first === 0xec || first === 0xfa ? this.#byte() : 0xff);
    }
  }

  /** Operands after the fourth, which only calls have, and their kinds go into a second record. */
  #operands(slot: number): void {
    this.#count = this.#kinds = 0;
    for (let shift = 14; shift >= 0; shift -= 2) {
      const type = (this.#types >> shift) & 3;
      if (type === 3) continue;
      const value = type === 0 ? (this.#byte() << 8) | this.#byte() : this.#byte();
      const at = slot + RECORD.operands + this.#count + (this.#count < IN_RECORD ? 0 : IN_RECORD);
      this.#records[at] = type === 2 ? this.#address(value) : value;
      this.#kinds |= (type === 2 ? kindOf(value) : KIND.constant) << (2 * this.#count);
      this.#count += 1;
    }
    if (this.#count > IN_RECORD) this.#records[slot + RECORD.size] = this.#kinds >> 8;
  }

  #branch(slot: number): number {
    const first = this.#byte();
    const isShort = (first & 0x40) !== 0;
    const offset = isShort ? first & 0x3f : (((first << 8) | this.#byte()) << 18) >> 18;
    const target =
      offset === 0 || offset === 1
        ? RECORD.returnFalse + offset * RECORD.size
        : this.#link(this.pc + offset - 2);
    const [whenHeld, whenNot] =
      (first & 0x80) === 0 ? [RECORD.otherwise, RECORD.link] : [RECORD.link, RECORD.otherwise];
    this.#records[slot + whenHeld] = target;
    this.#records[slot + whenNot] = slot + RECORD.size;
    return FLAG.branches;
  }

  /** The text's address is the operand. */
  #text(slot: number): void {
    this.#count = 1;
    this.#records[slot + RECORD.operands] = this.pc;
    let isEnd = false;
    while (!isEnd && this.pc < this.#machine.eof) {
      isEnd = (this.#byte() & 0x80) !== 0;
      this.pc += 1;
    }
  }

  #operation(slot: number): number {
    const records = this.#records;
    const a = slot + RECORD.operands;
    const code = this.#code;
    if (NAMING.has(code)) return this.#naming(slot);
    if (code === 1) {
      // No value equals -1.
      records.fill(-1, a + this.#count, a + IN_RECORD);
      return this.#count > 2 ? ANY_EQUAL : code;
    }
    if (code === 28) records[slot + RECORD.link] = RECORD.returnPopped;
    if (code === 179) records[slot + RECORD.link] = RECORD.returnTrue;
    if (code === 140 && this.#kinds === KIND.constant) {
      records[slot + RECORD.link] = this.#link(this.pc + (((records[a] ?? 0) << 16) >> 16) - 2);
      records[a] = 0;
      return JUMP_ZERO;
    }
    // Where an object's entry has the parent, sibling or child (§12.3).
    if (code === 6 || (code > 128 && code < 132)) {
      const relation = code === 129 ? 1 : code === 130 ? 2 : 0;
      records[a + 3] = this.#isSmall ? 4 + relation : 6 + 2 * relation;
    }
    if (code === 176) records[a] = 1;
    if (code === 184) this.#kinds = KIND.stack;
    if (code === 176 || code === 177 || code === 184) return RETURN;
    if (code === 232) {
      records[slot + RECORD.store] = 0;
      return MOVE;
    }
    return operationOf(code);
  }

  /** Reads the variable as an operand and stores to it; the stack, which stays as it is, and computed numbers are rare. */
  #naming(slot: number): number {
    const records = this.#records;
    const code = this.#code;
    const a = slot + RECORD.operands;
    const variable = records[a] ?? 0;
    if ((this.#kinds & 3) !== KIND.constant || variable === 0) return RARE;
    if (code === 13 || code === 233) {
      records[slot + RECORD.store] = this.#place(variable);
      records[a] = records[a + 1] ?? 0;
      this.#kinds = code === 13 ? this.#kinds >> 2 : KIND.stack;
      return MOVE;
    }
    records[a] = this.#address(variable);
    this.#kinds |= kindOf(variable);
    if (code === 142) return MOVE;
    records[slot + RECORD.store] = this.#place(variable);
    if (code === 4 || code === 5) return code;
    records[a + 1] = 1;
    return code === 133 ? ADD : SUBTRACT;
  }

  /** Where a variable is read (§4.2.2); see {@link RECORD.store}. */
  #address(variable: number): number {
    return variable < 16 ? variable : this.#machine.globals + 2 * (variable - 16);
  }

  /** Where it is written. */
  #place(variable: number): number {
    const address = this.#address(variable);
    return address + 2 > this.#machine.staticmem ? NOWHERE : address;
  }

  #link(pc: number): number {
    return this.#slots[pc] || ~Math.max(0, pc);
  }

  #byte(): number {
    const value = this.#machine.memory[this.pc] ?? 0;
    this.pc += 1;
    return value;
  }

  #head(slot: number, operation: number, branches = 0): void {
    const many = this.#count > 2 ? FLAG.manyOperands : 0;
    this.#records[slot] =
      (this.#code << 20) |
      branches |
      many |
      (operation << 12) |
      (this.#count << 8) |
      (this.#kinds & 255);
  }
}

function kindOf(variable: number): number {
  if (variable === 0) return KIND.stack;
  return variable < 16 ? KIND.local : KIND.global;
}

/** Opcodes without their gaps, so that a switch over them is a jump table; extended ones are rare. */
function operationOf(code: number): number {
  if (code < 128) return code;
  if (code < 176) return code - 96;
  if (code < 224) return code - 128;
  return code < EXTENDED ? code - 160 : RARE;
}
