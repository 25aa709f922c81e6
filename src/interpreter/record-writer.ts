import {
  EXTENDED,
  instructionShapes,
  operationOf,
  SAVES,
  SHAPE,
  KIND,
  variableKind,
  RECORD,
} from './instruction-shapes.ts';

const [MANY_OPERANDS, BRANCHES] = [1 << 19, 1 << 29];
/** Operations of the loop that are no opcodes, or stand for several. */
const [RARE, MOVE, ADD, SUBTRACT] = [0, 13, 20, 21];
const [ANY_EQUAL, JUMP_ZERO, RETURN, CALL] = [29, 32, 43, 64];
const IN_RECORD = 4;
/** The place of a variable that cannot be written. */
const NOWHERE = -2;

/** Throw and print_ret go on by returning. */
const FOLLOWED_BY: Readonly<Record<number, number>> = {
  28: RECORD.returnPopped,
  179: RECORD.returnTrue,
};
/** Jin, get_parent, get_sibling and get_child, by the place of their datum in an object's entry (§12.3). */
const RELATIONS: Readonly<Record<number, number>> = { 6: 0, 131: 0, 129: 1, 130: 2 };

export interface CodeMemory {
  readonly memory: Uint8Array;
  readonly staticmem: number;
  readonly globals: number;
  readonly eof: number;
  charge(work: number): void;
}

/** Decodes instructions (§4) into records. After each one it tells where it ended and whether code must follow. */
export class RecordWriter {
  pc = 0;
  isLast = false;
  /** A jump has no record: `pc` is then its target. */
  isJump = false;
  readonly #records: Int32Array;
  readonly #slots: Int32Array;
  readonly #shapes: Uint8Array;
  readonly #isSmall: boolean;
  #machine: CodeMemory | null = null;
  #code = 0;
  #types = 0;
  #count = 0;
  #kinds = 0;
  #shape = 0;

  constructor(records: Int32Array, slots: Int32Array, version: number) {
    this.#records = records;
    this.#slots = slots;
    this.#isSmall = version < 4;
    this.#shapes = instructionShapes(version);
    this.#head(RECORD.returnFalse, RETURN);
    this.#head(RECORD.returnTrue, RETURN);
    records[RECORD.returnTrue + RECORD.operands] = 1;
    this.#kinds = KIND.stack;
    this.#head(RECORD.returnPopped, RETURN);
  }

  /** Writes a record that goes on at an address. Returns the slot after it. */
  jump(slot: number, pc: number): number {
    this.#kinds = this.#count = 0;
    this.#records.fill(0, slot, slot + RECORD.size);
    this.#head(slot, JUMP_ZERO);
    this.#records[slot + RECORD.link] = this.#link(pc);
    return slot + RECORD.size;
  }

  /** Changes the link of an instruction from one slot to another. */
  relink(before: number, from: number, to: number): void {
    for (const link of [before + RECORD.link, before + RECORD.otherwise]) {
      if (this.#records[link] === from) this.#records[link] = to;
    }
  }

  /** Decodes the instruction at an address into one or two records at a slot. Returns the slot after them. */
  instruction(machine: CodeMemory, pc: number, slot: number): number {
    const records = this.#records;
    this.#machine = machine;
    this.pc = pc;
    this.isJump = false;
    records.fill(0, slot, slot + 2 * RECORD.size);
    this.#opcode();
    this.#shape = this.#shapes[this.#code] ?? 0;
    this.#operands(slot);
    const isCall = this.#is(SHAPE.calls);
    const storer = this.#is(SHAPE.stores) ? this.#byte() : -1;
    const end = slot + (isCall && this.#count > IN_RECORD ? 2 : 1) * RECORD.size;
    records[slot + RECORD.store] = this.#is(SHAPE.calls | SHAPE.storesLater)
      ? storer
      : this.#place(storer);
    if (this.#is(SHAPE.text)) this.#text(slot);
    if (this.#is(SHAPE.branches)) this.#branch(slot);
    else {
      records[slot + RECORD.link] = FOLLOWED_BY[this.#code] ?? end;
      records[slot + RECORD.otherwise] = ~this.pc;
    }
    this.#head(slot, isCall ? CALL : this.#operation(slot));
    const isLost = this.pc > machine.memory.length || records[slot + RECORD.store] === NOWHERE;
    const isBad = isLost || this.#shape === 0;
    // A bad instruction breaks the story when it is reached.
    if (isBad) records[slot] = this.#shape = 0;
    this.isLast = isBad || this.#is(SHAPE.ends);
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
      this.#types = (this.#byte() << 8) | (first === 0xec || first === 0xfa ? this.#byte() : 0xff);
    }
  }

  /** Operands after the fourth, which only calls have, go with their kinds into a second record. */
  #operands(slot: number): void {
    this.#count = this.#kinds = 0;
    for (let shift = 14; shift >= 0; shift -= 2) {
      const type = (this.#types >> shift) & 3;
      if (type === 3) continue;
      const value = type === 0 ? (this.#byte() << 8) | this.#byte() : this.#byte();
      const at = slot + RECORD.operands + this.#count + (this.#count < IN_RECORD ? 0 : IN_RECORD);
      this.#records[at] = type === 2 ? this.#address(value) : value;
      this.#kinds |= (type === 2 ? variableKind(value) : KIND.constant) << (2 * this.#count);
      this.#count += 1;
    }
    if (this.#count > IN_RECORD) this.#records[slot + RECORD.size] = this.#kinds >> 8;
    if (this.#count === 0 && SAVES.has(this.#code)) this.#records[slot + 1] = this.pc;
  }

  #branch(slot: number): void {
    const first = this.#byte();
    const offset = first & 0x40 ? first & 0x3f : (((first << 8) | this.#byte()) << 18) >> 18;
    const target =
      offset === 0 || offset === 1
        ? RECORD.returnFalse + offset * RECORD.size
        : this.#link(this.pc + offset - 2);
    const [whenHeld, whenNot] =
      (first & 0x80) === 0 ? [RECORD.otherwise, RECORD.link] : [RECORD.link, RECORD.otherwise];
    this.#records[slot + whenHeld] = target;
    this.#records[slot + whenNot] = slot + RECORD.size;
  }

  /** The text's address is the operand. */
  #text(slot: number): void {
    this.#count = 1;
    this.#records[slot + RECORD.operands] = this.pc;
    let isEnd = false;
    while (!isEnd && this.pc < (this.#machine?.eof ?? 0)) {
      isEnd = (this.#byte() & 0x80) !== 0;
      this.pc += 1;
    }
  }

  #operation(slot: number): number {
    const [records, code, a] = [this.#records, this.#code, slot + RECORD.operands];
    if (this.#is(SHAPE.names)) return this.#naming(slot);
    const relation = RELATIONS[code];
    if (relation !== undefined) records[a + 3] = this.#isSmall ? 4 + relation : 6 + 2 * relation;
    switch (code) {
      case 1: // je; no value equals -1
        records.fill(-1, a + this.#count, a + IN_RECORD);
        return this.#count > 2 ? ANY_EQUAL : code;
      case 140: // jump
        this.isJump = this.#kinds === KIND.constant;
        if (this.isJump) this.pc = Math.max(0, this.pc + (((records[a] ?? 0) << 16) >> 16) - 2);
        return RARE;
      case 176:
      case 177: // rtrue, rfalse
        records[a] = 177 - code;
        return RETURN;
      case 184: // ret_popped
        this.#kinds = KIND.stack;
        return RETURN;
      case 232: // push
        records[slot + RECORD.store] = 0;
        return MOVE;
      default:
        return operationOf(code);
    }
  }

  /** Reads the variable of an operand and stores to it. The stack, which stays unchanged, and computed numbers are rare. */
  #naming(slot: number): number {
    const [records, code, a] = [this.#records, this.#code, slot + RECORD.operands];
    const variable = records[a] ?? 0;
    if ((this.#kinds & 3) !== KIND.constant || variable === 0) return RARE;
    if (code === 13 || code === 233) {
      records[slot + RECORD.store] = this.#place(variable);
      records[a] = records[a + 1] ?? 0;
      this.#kinds = code === 13 ? this.#kinds >> 2 : KIND.stack;
      return MOVE;
    }
    records[a] = this.#address(variable);
    this.#kinds |= variableKind(variable);
    if (code === 142) return MOVE;
    records[slot + RECORD.store] = this.#place(variable);
    if (code === 4 || code === 5) return code;
    records[a + 1] = 1;
    return code === 133 ? ADD : SUBTRACT;
  }

  /** Where a variable is read (§4.2.2) and written; see {@link RECORD.store}. */
  #address(variable: number): number {
    return variable < 16 ? variable : (this.#machine?.globals ?? 0) + 2 * (variable - 16);
  }

  #place(variable: number): number {
    const address = this.#address(variable);
    return address + 2 > (this.#machine?.staticmem ?? 0) ? NOWHERE : address;
  }

  #link(pc: number): number {
    return this.#slots[pc] || ~Math.max(0, pc);
  }

  #byte(): number {
    const value = this.#machine?.memory[this.pc] ?? 0;
    this.pc += 1;
    return value;
  }

  #is(shape: number): boolean {
    return (this.#shape & shape) !== 0;
  }

  #head(slot: number, operation: number): void {
    const branches = this.#is(SHAPE.branches) ? BRANCHES : 0;
    const many = this.#count > 2 ? MANY_OPERANDS : 0;
    const bits = (this.#code << 20) | branches | many | (operation << 12);
    this.#records[slot] = bits | (this.#count << 8) | (this.#kinds & 255);
  }
}
