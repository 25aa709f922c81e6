import type { ZVM } from 'ifvms';
import utils from 'ifvms/src/common/utils.js';
import io from 'ifvms/src/zvm/io.js';
import runtime from 'ifvms/src/zvm/runtime.js';
import text from 'ifvms/src/zvm/text.js';
import { InterpreterError } from '../domain/errors.ts';
import type { HostFiles } from './interpreter.ts';
import type { StoryCode } from './story-code.ts';

/** The most instructions of one step. The longest honest step seen took a hundredth of it. */
const WORK_LIMIT = 20_000_000;
const STACK_BYTES = 32 * 1024;

/** The most words of a frame with its arguments, besides what a routine pushes. */
const LARGEST_FRAME = 24;

const RESTART = 500_000;

/** ifvms without its processor, which makes JavaScript of story code. */
const Ifvms = utils.Class.subClass({ ...runtime, ...text, ...io }) as typeof ZVM;

/** ifvms's memory, header and stack with a limit on all work of an instruction: no story can hang the process. */
export class MeteredMachine extends Ifvms {
  readonly code: StoryCode;
  /** The whole memory (§1.1); the same bytes as `m`. */
  readonly memory: Uint8Array;
  /** The stack as ifvms lays it out: locals and what routines push are words, in the machine's own byte order. */
  readonly words: Uint16Array;
  /** Null where the story touches no file. */
  files: HostFiles | null = null;
  /** Work left in this step, in instructions. */
  fuel = WORK_LIMIT;

  constructor(image: Uint8Array<ArrayBuffer>, code: StoryCode) {
    super();
    this.code = code;
    this.m = utils.MemoryView(image);
    this.memory = image;
    this.staticmem = Math.min(this.m.getUint16(0x0e), this.m.byteLength);
    this.ram = utils.MemoryView(this.m, 0, this.staticmem);
    this.origram = this.m.getUint8Array(0, this.staticmem);
    this.options = { undo_len: 8 * this.staticmem };
    this.stack = utils.MemoryView(STACK_BYTES);
    this.words = new Uint16Array(this.stack.buffer);
    this.quit = 0;
    this.version = this.m.getUint8(0);
    this.version3 = this.version === 3;
    this.addr_multipler = this.version3 ? 2 : this.version === 8 ? 8 : 4;
    this.properties = this.m.getUint16(0x0a);
    // ifvms numbers objects from 1 by placing the table one entry early
    this.objects = this.properties + (this.version3 ? 53 : 112);
    this.globals = this.m.getUint16(0x0c);
    this.eof = Math.min(
      (this.m.getUint16(0x1a) || 0x10000) * this.addr_multipler,
      this.m.byteLength,
    );
    this.extension = this.version > 4 ? this.m.getUint16(0x36) : 0;
    this.extension_count = this.extension === 0 ? 0 : this.m.getUint16(this.extension);
  }

  refuel(): void {
    this.fuel = WORK_LIMIT;
  }

  /** Pays for work before it is done. Throws InterpreterError if the step has worked too long. */
  charge(work: number): void {
    this.fuel -= work;
    if (this.fuel >= 0) return;
    throw new InterpreterError(
      'The story worked without end on one command and was stopped; try another command or restore an earlier state.',
    );
  }

  /** Starts the game from its beginning (§15 `restart`, §6.1.3): memory as in the file, flags 2 kept. */
  override restart(): void {
    this.charge(RESTART);
    const flags2 = this.ram.getUint8(0x11);
    this.ram.setUint8Array(0, this.origram);
    this.ram.setUint8(0x11, flags2);
    this.frameptr = 0;
    this.frames = [];
    this.sp = 0;
    this.stack.setUint8Array(0, new Uint8Array(8));
    this.undo = [];
    this.undo_len = 0;
    this.pc = this.ram.getUint16(0x06);
    this.init_text();
    this.init_io();
    this.update_header();
  }

  /** The routine's local variables, for ifvms. */
  get l(): Uint16Array {
    return this.words.subarray((this.frameptr >> 1) + 4, this.stackBase);
  }

  get s(): Uint16Array {
    return this.words.subarray(this.stackBase);
  }

  /** Pops the routine's stack; if it is empty, the last local variable, as in frotz. */
  popped(): number {
    return (this.sp > 0 ? this.s[--this.sp] : this.l.at(-1)) ?? 0;
  }

  /** Where in `words` the routine's stack begins. */
  get stackBase(): number {
    return (this.frameptr >> 1) + 4 + (this.stack.getUint8(this.frameptr + 3) & 15);
  }

  /** Begins a routine (§6.4) after the instruction before `pc`. Returns its code's address, with `given` arguments in place. */
  enter(routine: number, storer: number, given: number): number {
    const { memory, stack, words } = this;
    const frame = 2 * (this.stackBase + this.sp);
    if (routine >= memory.length || (frame >> 1) + LARGEST_FRAME > words.length) this.outside();
    const count = memory[routine] ?? 0;
    const flags = storer < 0 ? count | 16 : count;
    stack.setUint16(this.frameptr + 6, this.sp);
    this.frames.push(this.frameptr);
    stack.setUint32(frame, (this.pc << 8) | flags);
    stack.setUint32(frame + 4, (Math.max(storer, 0) << 24) | (((1 << given) - 1) << 16));
    const isOld = this.version < 5;
    const locals = (frame >> 1) + 4;
    for (let i = 0; i < (flags & 15); i++) {
      words[locals + i] = isOld ? machineWord(memory, routine + 1 + 2 * i) : 0;
    }
    return routine + 1 + (isOld ? 2 * count : 0);
  }

  /** `throw` (§15): back to the routine call that `catch` named, with a value on its stack. */
  unwind(cookie: number, value: number): void {
    if (!(cookie >= 2 && cookie <= this.frames.length + 1)) {
      throw new InterpreterError('The story threw to a routine call that does not exist.');
    }
    while (this.frames.length + 1 > cookie) {
      this.frameptr = this.frames.pop() ?? 0;
    }
    this.sp = 0;
    this.variable(0, value);
  }

  outside(): never {
    throw new InterpreterError('The story reached outside of its memory; its file is damaged.');
  }
}

export function machineWord(memory: Uint8Array, address: number): number {
  return ((memory[address] as number) << 8) | (memory[address + 1] as number);
}
