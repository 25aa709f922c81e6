import { ZVM } from 'ifvms';
import utils from 'ifvms/src/common/utils.js';
import { InterpreterError } from '../domain/errors.ts';
import { compileRegion } from './region-compiler.ts';
import type { CodeBlock, StoryCode } from './story-code.ts';

/** Instructions that one step may take; the longest honest ones seen took a hundredth of it. */
const WORK_LIMIT = 20_000_000;
const STACK_BYTES = 32 * 1024;

/** Cost of work that a single instruction can cause, in instructions. */
const COST = { restart: 500_000, compile: 1500, compiledInstruction: 40 } as const;

interface Frame {
  readonly locals: Uint16Array;
  readonly stack: Uint16Array;
}

/**
 * ifvms's processor with a work limit: every instruction, and all work that an instruction can multiply, is charged, so
 * that no story can hang the process. Compiled code is shared between the games of a story.
 */
export class MeteredMachine extends ZVM {
  readonly code: StoryCode;
  /** Work left in this step, in instructions; compiled code counts it down. */
  fuel = WORK_LIMIT;
  #frames: (Frame | undefined)[] = [];

  constructor(image: Uint8Array<ArrayBuffer>, code: StoryCode) {
    super();
    this.code = code;
    this.m = utils.MemoryView(image);
    this.staticmem = Math.min(this.m.getUint16(0x0e), this.m.byteLength);
    this.ram = utils.MemoryView(this.m, 0, this.staticmem);
    this.origram = this.m.getUint8Array(0, this.staticmem);
    this.options = { undo_len: 8 * this.staticmem };
    this.stack = utils.MemoryView(STACK_BYTES);
    this.frameptr = 0;
    this.frames = [];
    this.sp = 0;
    this.make_stacks();
    this.undo = [];
    this.undo_len = 0;
    this.glk_blocking_call = null;
    this.readHeader();
    this.opcodes = code.opcodes;
    this.pc = 0;
    this.stop = 0;
    this.quit = 0;
  }

  /** Replaces ifvms's start-up, which the base constructor would call. */
  override init(): void {
    /* everything is set in the constructor */
  }

  /** Lets the next step work up to the limit. */
  refuel(): void {
    this.fuel = WORK_LIMIT;
  }

  /** Pays for work before it is done. Throws InterpreterError when the step has worked too long. */
  charge(work: number): void {
    this.fuel -= work;
    if (this.fuel < 0) {
      throw new InterpreterError(
        'The story worked without end on one command and was stopped; try another command or restore an earlier state.',
      );
    }
  }

  override run(): void {
    const { blocks, entries } = this.code;
    this.stop = 0;
    while (this.stop === 0) {
      if (this.fuel < 0) this.charge(0);
      const { pc } = this;
      const block = blocks[pc] ?? this.#compileHere();
      const result = block(this, entries[pc] ?? 0);
      if (result !== undefined) this.ret(result);
    }
  }

  /** Starts the game from its beginning (§15 `restart`, §6.1.3): memory as in the file, flags 2 kept. */
  override restart(): void {
    this.charge(COST.restart);
    const flags2 = this.ram.getUint8(0x11);
    this.ram.setUint8Array(0, this.origram);
    this.ram.setUint8(0x11, flags2);
    this.frameptr = 0;
    this.frames = [];
    this.sp = 0;
    this.stack.setUint8Array(0, new Uint8Array(8));
    this.make_stacks();
    this.undo = [];
    this.undo_len = 0;
    this.readHeader();
    this.pc = this.ram.getUint16(0x06);
    this.init_text();
    this.init_io();
    this.update_header();
  }

  /** Calls a routine (§6.4) with a new frame on the stack, laid out as ifvms does. */
  override call(routine: number, storer: number, next: number, args: readonly number[]): void {
    if (routine === 0) {
      if (storer >= 0) this.variable(storer, 0);
      this.pc = next;
      return;
    }
    const { stack, frameptr, m } = this;
    const start = routine * this.addr_multipler + 1;
    const count = m.getUint8(start - 1);
    stack.setUint16(frameptr + 6, this.sp);
    this.frames.push(frameptr);
    const frame = frameptr + 8 + 2 * (this.l.length + this.sp);
    stack.setUint32(frame, (next << 8) | (((storer < 0 ? 0x10 : 0) | count) & 0xff));
    stack.setUint16(frame + 4, (Math.max(storer, 0) << 8) | ((1 << args.length) - 1));
    this.frameptr = frame;
    this.sp = 0;
    this.make_stacks();
    const { l } = this;
    const hasValues = this.version < 5;
    for (let i = 0; i < count; i++) {
      l[i] = args[i] ?? (hasValues ? m.getUint16(start + 2 * i) : 0);
    }
    this.pc = hasValues ? start + 2 * count : start;
    if (this.code.isHot(start)) this.#compileRegion();
  }

  override make_stacks(): void {
    const { frameptr } = this;
    const count = this.stack.getUint8(frameptr + 3) & 0x0f;
    let frame = this.#frames[frameptr];
    if (frame === undefined || frame.locals.length !== count) {
      const { buffer } = this.stack;
      frame = {
        locals: new Uint16Array(buffer, frameptr + 8, count),
        stack: new Uint16Array(buffer, frameptr + 8 + count * 2),
      };
      this.#frames[frameptr] = frame;
    }
    this.l = frame.locals;
    this.s = frame.stack;
  }

  /** Returns from a routine (§6.4.4) to its caller's frame. */
  override ret(result: number): void {
    const caller = this.frames.pop();
    if (caller === undefined) {
      throw new InterpreterError('The story returned from its main routine; its file is damaged.');
    }
    const { stack, frameptr } = this;
    const link = stack.getUint32(frameptr);
    const storer = stack.getUint8(frameptr + 4);
    this.pc = link >>> 8;
    this.frameptr = caller;
    this.make_stacks();
    this.sp = stack.getUint16(caller + 6);
    if ((link & 0x10) === 0) this.variable(storer, result);
  }

  /** The top of the routine's stack, or what frotz finds below an empty one: the last local variable. */
  popped(): number {
    if (this.sp > 0) {
      this.sp -= 1;
      return this.s[this.sp] ?? 0;
    }
    return this.l[this.l.length - 1] ?? 0;
  }

  /** `throw` (§15): back to the routine call that `catch` named. */
  unwind(cookie: number): void {
    if (!(cookie >= 2 && cookie <= this.frames.length + 1)) {
      throw new InterpreterError('The story threw to a routine call that does not exist.');
    }
    while (this.frames.length + 1 > cookie) {
      this.frameptr = this.frames.pop() ?? 0;
    }
  }

  override log(): void {
    /* ifvms's remarks about its own caches */
  }

  protected readHeader(): void {
    const memory = this.m;
    this.version = memory.getUint8(0);
    this.version3 = this.version === 3;
    this.addr_multipler = this.version3 ? 2 : this.version === 8 ? 8 : 4;
    this.properties = memory.getUint16(0x0a);
    // ifvms numbers objects from 1 by placing the table one entry early
    this.objects = this.properties + (this.version3 ? 53 : 112);
    this.globals = memory.getUint16(0x0c);
    this.eof = Math.min(
      (memory.getUint16(0x1a) || 0x10000) * this.addr_multipler,
      memory.byteLength,
    );
    this.extension = this.version > 4 ? memory.getUint16(0x36) : 0;
    this.extension_count = this.extension === 0 ? 0 : memory.getUint16(this.extension);
  }

  /** Compiles the routine that starts here as one function, as far as it can be. */
  #compileRegion(): void {
    const { code, pc } = this;
    if (pc < this.staticmem || code.isInRegion(pc)) return;
    this.charge(COST.compile);
    const region = compileRegion(this, pc, (other) => code.isInRegion(other));
    this.pc = pc;
    this.stop = 0;
    if (region === null) return;
    this.charge(COST.compiledInstruction * region.instructions);
    code.addRegion(region);
  }

  #compileHere(): CodeBlock {
    const { pc } = this;
    if (!Number.isInteger(pc) || pc < 0x40 || pc >= this.m.byteLength) {
      throw new InterpreterError('The story ran out of its own code; its file is damaged.');
    }
    this.charge(COST.compile);
    const context = this.disassemble();
    const size = context.ops.length;
    this.charge(COST.compiledInstruction * size);
    context.pre.push(`e.fuel-=${size};`);
    const block = this.code.compile(String(context));
    // code in dynamic memory may change, and is never shared
    if (pc >= this.staticmem) this.code.addBlock(pc, block);
    return block;
  }
}
