import type { ParsedDictionary } from 'ifvms';
import { InterpreterError } from '../domain/errors.ts';
import { RECORD } from './instruction-shapes.ts';
import { RecordWriter, type CodeMemory } from './record-writer.ts';

/** A decoded string: text, or text between numbers of abbreviations, which a story may change while it runs. */
export type StoryString = string | readonly (string | number)[];

const MOST_RECORDS = 1 << 16;
const MOST_IN_BLOCK = 500;
const MOST_TEXT = 4_000_000;
/** The cost of decoding an instruction, in instructions. */
const DECODING = 20;

/** What games of one story share: decoded instructions, strings and dictionaries, all from memory that cannot change. */
export class StoryCode {
  readonly dictionaries = new Map<number, ParsedDictionary>();
  /** Decoded instructions; see {@link RecordWriter}. */
  readonly records = new Int32Array(MOST_RECORDS * RECORD.size);
  /** By address: the instruction's place in `records`. 0 while it is not decoded. */
  readonly slots: Int32Array;
  readonly #writer: RecordWriter;
  readonly #strings = new Map<number, StoryString>();
  #end: number = RECORD.first;
  #textLength = 0;

  constructor(version: number, storyLength: number) {
    this.slots = new Int32Array(storyLength);
    this.#writer = new RecordWriter(this.records, this.slots, version);
  }

  /** The place in `records` of the instruction at an address. If necessary, decodes it and the code after it. */
  locate(machine: CodeMemory, pc: number): number {
    const known = this.slots[pc] ?? 0;
    if (known !== 0) return known;
    if (pc < 0x40 || pc >= machine.memory.length) {
      throw new InterpreterError('The story ran out of its own code; its file is damaged.');
    }
    // Code in dynamic memory may change, so it is decoded each time, one instruction at once.
    if (pc < machine.staticmem) {
      machine.charge(DECODING);
      this.#writer.jump(this.#writer.instruction(machine, pc, RECORD.scratch), this.#writer.pc);
      return RECORD.scratch;
    }
    return this.#decodeBlock(machine, pc);
  }

  /** Follows a link in `records` to an instruction that was not decoded when the link was written. */
  follow(machine: CodeMemory, link: number): number {
    const end = this.#end;
    const slot = this.locate(machine, ~(this.records[link] ?? 0));
    // If all was forgotten, the link is gone, too.
    if (slot !== RECORD.scratch && this.#end >= end) this.records[link] = slot;
    return slot;
  }

  string(address: number): StoryString | undefined {
    return this.#strings.get(address);
  }

  addString(address: number, text: StoryString): void {
    this.#textLength += text.length + 1;
    if (this.#textLength > MOST_TEXT) {
      this.#strings.clear();
      this.#textLength = text.length;
    }
    this.#strings.set(address, text);
  }

  #decodeBlock(machine: CodeMemory, start: number): number {
    if (this.#end + 4 * MOST_IN_BLOCK * RECORD.size > this.records.length) {
      this.slots.fill(0);
      this.#end = RECORD.first;
    }
    const first = this.#end;
    let slot = first;
    let pc = start;
    let before = 0;
    for (let count = 0; ; count++) {
      const known = this.slots[pc] ?? 0;
      if (known !== 0 || count === MOST_IN_BLOCK || pc < machine.staticmem) {
        if (known !== 0) this.#writer.relink(before, slot, known);
        this.#end = this.#writer.jump(slot, pc);
        return first;
      }
      this.slots[pc] = slot;
      machine.charge(DECODING);
      const end = this.#writer.instruction(machine, pc, slot);
      ({ pc } = this.#writer);
      if (this.#writer.isJump) continue;
      before = slot;
      slot = end;
      this.#end = end;
      if (this.#writer.isLast) return first;
    }
  }
}
