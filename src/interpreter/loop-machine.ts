import type { HeadlessGlk } from './headless-glk.ts';
import { RARE_OPCODES } from './rare-opcodes.ts';
import { TextMachine } from './text-machine.ts';

/** Words that a routine's frame and locals take at most, beside what it pushes. */
const LARGEST_FRAME = 4 + 15;

/** The processor: one loop over decoded instructions, on ifvms's memory and stack. */
export abstract class LoopMachine extends TextMachine {
  abstract readonly glk: HeadlessGlk;

  /**
   * Runs until the story waits or has ended. The loop's variables stand for the machine's own, which are brought up to
   * date for what is called from here. One function, for speed; its case labels are RecordWriter's operations.
   */
  // oxlint-disable-next-line max-lines-per-function, complexity -- see above
  run(): void {
    this.stop = 0;
    const { memory, words, bytes, code, objects, globals } = this;
    const { records, slots } = code;
    const isSmall = this.version3;
    const hasValues = this.version < 5;
    const entrySize = isSmall ? 9 : 14;
    const size = memory.length;
    const ramSize = this.staticmem;
    const lastEntry = size - entrySize;
    const stackEnd = words.length - LARGEST_FRAME;
    const multiplier = this.addr_multipler;
    const extra = [0, 0, 0, 0];
    let { fuel, frames, frameptr: frame } = this;
    let locals = (frame >> 1) + 3;
    let base = locals + 1 + ((bytes[frame + 3] as number) & 15);
    let sp = base + this.sp;
    let ip = code.locate(this, this.pc);
    for (;;) {
      fuel -= 1;
      if (fuel < 0) this.exhausted();
      const at = ip;
      ip = records[at + 6] as number;
      const head = records[at] as number;
      let a = records[at + 1] as number;
      let b = records[at + 2] as number;
      let c = 0;
      let d = 0;
      if ((head & 0x8000f) !== 0) {
        let kind = head & 3;
        if (kind === 1) a = words[locals + a] as number;
        else if (kind === 2) a = ((memory[a] as number) << 8) | (memory[a + 1] as number);
        else if (kind === 3) {
          a = words[sp - 1] as number;
          if (sp > base) sp -= 1;
        }
        kind = head & 12;
        if (kind === 4) b = words[locals + b] as number;
        else if (kind === 8) b = ((memory[b] as number) << 8) | (memory[b + 1] as number);
        else if (kind === 12) {
          b = words[sp - 1] as number;
          if (sp > base) sp -= 1;
        }
        if ((head & 0x80000) !== 0) {
          c = records[at + 3] as number;
          kind = head & 48;
          if (kind === 16) c = words[locals + c] as number;
          else if (kind === 32) c = ((memory[c] as number) << 8) | (memory[c + 1] as number);
          else if (kind === 48) {
            c = words[sp - 1] as number;
            if (sp > base) sp -= 1;
          }
          d = records[at + 4] as number;
          kind = head & 192;
          if (kind === 64) d = words[locals + d] as number;
          else if (kind === 128) d = ((memory[d] as number) << 8) | (memory[d + 1] as number);
          else if (kind === 192) {
            d = words[sp - 1] as number;
            if (sp > base) sp -= 1;
          }
        }
      }
      let value = 0;
      let holds = false;
      let place = records[at + 5] as number;
      storing: {
        returning: {
          branching: {
            both: {
              switch ((head >> 12) & 127) {
                case 1: // je
                  holds = a === b;
                  break branching;
                case 2: // jl
                  holds = (a << 16) < b << 16;
                  break branching;
                case 3: // jg
                  holds = (a << 16) > b << 16;
                  break branching;
                case 4: // dec_chk
                case 5: // inc_chk
                case 37: // inc
                case 38: // dec
                {
                  const by = (head & 0x1000) === 0 ? -1 : 1;
                  if (a < 16) {
                    const index = a === 0 ? sp - 1 : locals + a;
                    value = (words[index] as number) + by;
                    words[index] = value;
                  } else {
                    value = (((memory[a] as number) << 8) | (memory[a + 1] as number)) + by;
                    memory[a] = value >> 8;
                    memory[a + 1] = value;
                  }
                  if ((head & 0x20000) !== 0) continue;
                  value <<= 16;
                  holds = by < 0 ? value < b << 16 : value > b << 16;
                  break branching;
                }
                case 6: // jin
                {
                  const entry = objects + entrySize * a;
                  if (entry > lastEntry) this.outside();
                  holds =
                    (isSmall
                      ? (memory[entry + 4] as number)
                      : ((memory[entry + 6] as number) << 8) | (memory[entry + 7] as number)) === b;
                  break branching;
                }
                case 7: // test
                  holds = (a & b) === b;
                  break branching;
                case 8: // or
                  value = a | b;
                  break storing;
                case 9: // and
                  value = a & b;
                  break storing;
                case 10: // test_attr
                {
                  const address = objects + entrySize * a + (b >> 3);
                  if (address >= size) this.outside();
                  holds = ((memory[address] as number) & (0x80 >> (b & 7))) !== 0;
                  break branching;
                }
                case 11: // set_attr
                case 12: // clear_attr
                {
                  const address = objects + entrySize * a + (b >> 3);
                  if (address >= ramSize) this.outside();
                  const bit = 0x80 >> (b & 7);
                  const before = memory[address] as number;
                  memory[address] = (head & 0x1000) === 0 ? before & ~bit : before | bit;
                  continue;
                }
                case 13: // store, load, push, pull
                  value = a;
                  break storing;
                case 14: // insert_obj
                  this.fuel = fuel;
                  this.insert_obj(a, b);
                  fuel = this.fuel;
                  continue;
                case 15: // loadw
                {
                  const address = (a + b + b) & 0xffff;
                  if (address + 2 > size) this.outside();
                  value = ((memory[address] as number) << 8) | (memory[address + 1] as number);
                  break storing;
                }
                case 16: // loadb
                {
                  const address = (a + b) & 0xffff;
                  if (address >= size) this.outside();
                  value = memory[address] as number;
                  break storing;
                }
                case 17: // get_prop
                  value = this.get_prop(a, b);
                  break storing;
                case 18: // get_prop_addr
                  value = this.find_prop(a, b);
                  break storing;
                case 19: // get_next_prop
                  value = this.find_prop(a, 0, b);
                  break storing;
                case 20: // add
                  value = a + b;
                  break storing;
                case 21: // sub
                  value = a - b;
                  break storing;
                case 22: // mul
                  value = Math.imul(a, b);
                  break storing;
                case 23: // div
                  value = b === 0 ? 0 : ((a << 16) / (b << 16)) | 0;
                  break storing;
                case 24: // mod
                  value = b === 0 ? 0 : (a << 16 >> 16) % (b << 16 >> 16);
                  break storing;
                case 28: // throw
                  this.frameptr = frame;
                  this.unwind(b);
                  frame = this.frameptr;
                  value = a;
                  break returning;
                case 29: // je with another number of operands
                {
                  const count = (head >> 8) & 15;
                  holds =
                    (count > 1 && a === b) || (count > 2 && a === c) || (count > 3 && a === d);
                  break branching;
                }
                case 32: // jz
                  holds = a === 0;
                  break branching;
                case 33: // get_sibling
                case 34: // get_child
                case 35: // get_parent
                {
                  const entry = objects + entrySize * a;
                  if (entry > lastEntry) this.outside();
                  const relation = (head >> 12) & 3;
                  const index = relation === 3 ? 0 : relation;
                  value = isSmall
                    ? (memory[entry + 4 + index] as number)
                    : ((memory[entry + 6 + 2 * index] as number) << 8) |
                      (memory[entry + 7 + 2 * index] as number);
                  if (index === 0) break storing;
                  break both;
                }
                case 36: // get_prop_len
                  value = this.get_prop_len(a);
                  break storing;
                case 43: // ret, rtrue, rfalse, ret_popped
                  value = a;
                  break returning;
                case 44: // jump
                  if (ip < 0) {
                    this.fuel = fuel;
                    ip = code.follow(this, at + 6);
                    fuel = this.fuel;
                  }
                  continue;
                case 45: // print_paddr
                  this.fuel = fuel;
                  this.print(2, a * multiplier);
                  fuel = this.fuel;
                  continue;
                case 50: // print
                  this.fuel = fuel;
                  this.print(2, a);
                  fuel = this.fuel;
                  continue;
                case 64: // all calls
                {
                  const given = ((head >> 8) & 15) - 1;
                  if (given > 3) {
                    const kinds = records[at + 8] as number;
                    for (let i = 0; i < given - 3; i++) {
                      let argument = records[at + 9 + i] as number;
                      const kind = (kinds >> (2 * i)) & 3;
                      if (kind === 1) argument = words[locals + argument] as number;
                      else if (kind === 2) {
                        argument =
                          ((memory[argument] as number) << 8) | (memory[argument + 1] as number);
                      } else if (kind === 3) {
                        argument = words[sp - 1] as number;
                        if (sp > base) sp -= 1;
                      }
                      extra[i] = argument;
                    }
                  }
                  if (a === 0) {
                    if (place < 0) continue;
                    if (place >= 16) place = globals + 2 * (place - 16);
                    break storing;
                  }
                  const routine = a * multiplier;
                  if (routine >= size || sp > stackEnd) this.outside();
                  const count = memory[routine] as number;
                  const used = sp - base;
                  bytes[frame + 6] = used >> 8;
                  bytes[frame + 7] = used;
                  frames.push(frame);
                  frame = sp << 1;
                  const next = records[at + 7] as number;
                  bytes[frame] = next >> 16;
                  bytes[frame + 1] = next >> 8;
                  bytes[frame + 2] = next;
                  bytes[frame + 3] = place < 0 ? count | 16 : count;
                  bytes[frame + 4] = place < 0 ? 0 : place;
                  bytes[frame + 5] = (1 << given) - 1;
                  bytes[frame + 6] = 0;
                  bytes[frame + 7] = 0;
                  locals = sp + 3;
                  const most = (bytes[frame + 3] as number) & 15;
                  base = sp = locals + 1 + most;
                  let pc = routine + 1;
                  if (hasValues) {
                    for (let i = 1; i <= most; i++) {
                      words[locals + i] =
                        ((memory[pc + 2 * i - 2] as number) << 8) |
                        (memory[pc + 2 * i - 1] as number);
                    }
                    pc += 2 * count;
                  } else {
                    for (let i = given + 1; i <= most; i++) words[locals + i] = 0;
                  }
                  if (given > 0 && most > 0) {
                    words[locals + 1] = b;
                    if (given > 1 && most > 1) {
                      words[locals + 2] = c;
                      if (given > 2 && most > 2) {
                        words[locals + 3] = d;
                        for (let i = 4; i <= given && i <= most; i++) {
                          words[locals + i] = extra[i - 4] as number;
                        }
                      }
                    }
                  }
                  ip = slots[pc] as number;
                  if (!(ip > 0)) {
                    this.fuel = fuel;
                    ip = code.locate(this, pc);
                    fuel = this.fuel;
                  }
                  continue;
                }
                case 65: // storew
                {
                  const address = (a + b + b) & 0xffff;
                  if (address + 2 > ramSize) this.outside();
                  memory[address] = c >> 8;
                  memory[address + 1] = c;
                  continue;
                }
                case 66: // storeb
                {
                  const address = (a + b) & 0xffff;
                  if (address >= ramSize) this.outside();
                  memory[address] = c;
                  continue;
                }
                case 67: // put_prop
                  this.put_prop(a, b, c);
                  continue;
                case 69: // print_char
                  this.fuel = fuel;
                  this.print(4, a);
                  fuel = this.fuel;
                  continue;
                case 71: // random
                  value = this.random((a << 16) >> 16);
                  break storing;
                case 88: // not
                  value = ~a;
                  break storing;
                case 95: // check_arg_count
                  holds = ((bytes[frame + 5] as number) & (1 << (a - 1))) !== 0;
                  break branching;
                default: {
                  const next = records[at + 7] as number;
                  this.fuel = fuel;
                  this.frameptr = frame;
                  this.sp = sp - base;
                  this.pc = next;
                  const count = (head >> 8) & 15;
                  const operands =
                    count > 2 ? (count > 3 ? [a, b, c, d] : [a, b, c]) : count > 1 ? [a, b] : [a];
                  const result = RARE_OPCODES[(head >> 20) & 511]?.(this, operands, place);
                  ({ fuel, frames, frameptr: frame } = this);
                  locals = (frame >> 1) + 3;
                  base = locals + 1 + ((bytes[frame + 3] as number) & 15);
                  sp = base + this.sp;
                  if (this.stop !== 0) return;
                  if (this.pc !== next) {
                    ip = code.locate(this, this.pc);
                    fuel = this.fuel;
                    continue;
                  }
                  if (result === undefined) continue;
                  value = result | 0;
                  if ((head & 0x20000000) === 0) break storing;
                  if (place >= 0) break both;
                  holds = value !== 0;
                  break branching;
                }
              }
            }
            // Stored and tested.
            if (place === 0) {
              if (sp === words.length) this.outside();
              words[sp] = value;
              sp += 1;
            } else if (place < 16) {
              words[locals + place] = value;
            } else {
              memory[place] = value >> 8;
              memory[place + 1] = value;
            }
            holds = value !== 0;
          }
          const link = holds ? at + 6 : at + 7;
          ip = records[link] as number;
          if (ip < 0) {
            this.fuel = fuel;
            ip = code.follow(this, link);
            fuel = this.fuel;
          }
          continue;
        }
        // Returned (§6.4.4).
        if (frames.length === 0) this.noCaller();
        const flags = bytes[frame + 3] as number;
        place = bytes[frame + 4] as number;
        const pc =
          ((bytes[frame] as number) << 16) |
          ((bytes[frame + 1] as number) << 8) |
          (bytes[frame + 2] as number);
        frame = frames.pop() as number;
        locals = (frame >> 1) + 3;
        base = locals + 1 + ((bytes[frame + 3] as number) & 15);
        sp = base + (((bytes[frame + 6] as number) << 8) | (bytes[frame + 7] as number));
        ip = slots[pc] as number;
        if (!(ip > 0)) {
          this.fuel = fuel;
          ip = code.locate(this, pc);
          fuel = this.fuel;
        }
        if ((flags & 16) !== 0) continue;
        if (place >= 16) place = globals + 2 * (place - 16);
      }
      if (place === 0) {
        if (sp === words.length) this.outside();
        words[sp] = value;
        sp += 1;
      } else if (place < 16) {
        words[locals + place] = value;
      } else {
        if (place + 2 > ramSize) this.outside();
        memory[place] = value >> 8;
        memory[place + 1] = value;
      }
    }
  }
}
