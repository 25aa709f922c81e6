import { machineWord } from './metered-machine.ts';
import { RARE_OPCODES } from './rare-opcodes.ts';
import { TextMachine } from './text-machine.ts';

/** The processor: one loop over decoded instructions, on ifvms's memory and stack. */
export class LoopMachine extends TextMachine {
  /** Runs until the story waits or has ended. One function for speed. RecordWriter explains the numbers. */
  // oxlint-disable-next-line max-lines-per-function, complexity -- see above
  run(): void {
    const { memory, words, stack, code, objects, globals, addr_multipler, staticmem } = this;
    const { records, slots } = code;
    const entrySize = this.version3 ? 9 : 14;
    const more = [0, 0, 0, 0];
    let { fuel, frames, frameptr: frame } = this;
    let paid = fuel;
    let base = this.stackBase;
    let locals = (frame >> 1) + 3;
    let sp = base + this.sp;
    let slot = code.locate(this, this.pc);
    this.stop = 0;
    for (;;) {
      fuel -= 1;
      if (fuel < 0) this.charge(Infinity);
      const at = slot;
      const head = records[at] as number;
      let a = records[at + 1] as number;
      let b = records[at + 2] as number;
      let c = 0;
      let d = 0;
      slot = records[at + 6] as number;
      if ((head & 0x8000f) !== 0) {
        let kind = head & 3;
        if (kind === 1) a = words[locals + a] as number;
        else if (kind === 2) a = machineWord(memory, a);
        else if (kind === 3) a = words[sp > base ? --sp : sp - 1] as number;
        kind = head & 12;
        if (kind === 4) b = words[locals + b] as number;
        else if (kind === 8) b = machineWord(memory, b);
        else if (kind === 12) b = words[sp > base ? --sp : sp - 1] as number;
        if ((head & 0x80000) !== 0) {
          c = records[at + 3] as number;
          kind = head & 48;
          if (kind === 16) c = words[locals + c] as number;
          else if (kind === 32) c = machineWord(memory, c);
          else if (kind === 48) c = words[sp > base ? --sp : sp - 1] as number;
          d = records[at + 4] as number;
          kind = head & 192;
          if (kind === 64) d = words[locals + d] as number;
          else if (kind === 128) d = machineWord(memory, d);
          else if (kind === 192) d = words[sp > base ? --sp : sp - 1] as number;
        }
      }
      let place = records[at + 5] as number;
      let value = 0;
      let holds = false;
      branching: {
        storing: {
          const operation = (head >> 12) & 127;
          switch (operation) {
            case 1: // je
              holds = a === b;
              break branching;
            case 2: // jl
              holds = a << 16 < b << 16;
              break branching;
            case 3: // jg
              holds = a << 16 > b << 16;
              break branching;
            case 4: // dec_chk
              value = a - 1;
              holds = value << 16 < b << 16;
              break storing;
            case 5: // inc_chk
              value = a + 1;
              holds = value << 16 > b << 16;
              break storing;
            case 9: // and
              value = a & b;
              break storing;
            case 10: /* test_attr */ {
              const address = objects + entrySize * a + (b >> 3);
              if (address >= memory.length) this.outside();
              holds = ((memory[address] as number) & (0x80 >> (b & 7))) !== 0;
              break branching;
            }
            case 13: // store, load, push, pull
              value = a;
              break storing;
            case 15: /* loadw */ {
              const address = (a + b + b) & 0xffff;
              if (address + 1 >= memory.length) this.outside();
              value = machineWord(memory, address);
              break storing;
            }
            case 16: /* loadb */ {
              const address = (a + b) & 0xffff;
              if (address >= memory.length) this.outside();
              value = memory[address] as number;
              break storing;
            }
            case 17: // get_prop
              value = this.get_prop(a, b);
              break storing;
            case 18: // get_prop_addr
              value = this.find_prop(a, b);
              break storing;
            case 20: // add, inc
              value = a + b;
              break storing;
            case 21: // sub, dec
              value = a - b;
              break storing;
            case 22: // mul
              value = Math.imul(a, b);
              break storing;
            case 23: // div
              value = b === 0 ? 0 : ((a << 16) / (b << 16)) | 0;
              break storing;
            case 29: // je with three or four operands
              holds = a === b || a === c || a === d;
              break branching;
            case 32: // jz, jump
              holds = a === 0;
              break branching;
            case 6: // jin
            case 33: // get_sibling
            case 34: // get_child
            case 35: /* get_parent */ {
              const address = objects + entrySize * a + (records[at + 4] as number);
              if (address + 1 >= memory.length) this.outside();
              value = entrySize === 9 ? (memory[address] as number) : machineWord(memory, address);
              holds = operation === 6 ? value === b : value !== 0;
              if (operation === 6) break branching;
              break storing;
            }
            case 36: // get_prop_len
              value = this.get_prop_len(a);
              break storing;
            case 43: /* ret, rtrue, rfalse, ret_popped */ {
              if (frames.length === 0) this.outside();
              const link = stack.getUint32(frame);
              place = stack.getUint8(frame + 4);
              frame = frames.pop() as number;
              locals = (frame >> 1) + 3;
              base = locals + 1 + (stack.getUint8(frame + 3) & 15);
              sp = base + stack.getUint16(frame + 6);
              slot = slots[link >>> 8] || code.locate(this, link >>> 8);
              if ((link & 16) !== 0) continue;
              if (place > 15) place = globals + 2 * (place - 16);
              value = a;
              break storing;
            }
            case 64: /* all calls */ {
              const given = ((head >> 8) & 15) - 1;
              for (let i = 0; i < given - 3; i++) {
                const argument = records[at + 9 + i] as number;
                const kind = ((records[at + 8] as number) >> (2 * i)) & 3;
                if (kind === 0) more[i] = argument;
                else if (kind === 1) more[i] = words[locals + argument] as number;
                else if (kind === 2) more[i] = machineWord(memory, argument);
                else more[i] = words[sp > base ? --sp : sp - 1] as number;
              }
              if (a === 0) {
                if (place < 0) continue;
                if (place > 15) place = globals + 2 * (place - 16);
                break storing;
              }
              this.frameptr = frame;
              this.sp = sp - base;
              this.pc = ~(records[at + 7] as number);
              const pc = this.enter(a * addr_multipler, place, given);
              frame = sp << 1;
              locals = sp + 3;
              base = sp = locals + 1 + (stack.getUint8(frame + 3) & 15);
              if (given > 0) words[locals + 1] = b;
              if (given > 1) words[locals + 2] = c;
              if (given > 2) words[locals + 3] = d;
              for (let i = 0; i < given - 3; i++) words[locals + 4 + i] = more[i] as number;
              slot = slots[pc] || code.locate(this, pc);
              continue;
            }
            case 65: /* storew */ {
              const address = (a + b + b) & 0xffff;
              if (address + 1 >= staticmem) this.outside();
              memory[address] = c >> 8;
              memory[address + 1] = c;
              continue;
            }
            case 66: /* storeb */ {
              const address = (a + b) & 0xffff;
              if (address >= staticmem) this.outside();
              memory[address] = c;
              continue;
            }
            default: {
              const next = ~(records[at + 7] as number);
              this.fuel += fuel - paid;
              this.frameptr = frame;
              this.sp = sp - base;
              this.pc = next;
              const operands = (head & 0x80000) === 0 ? [a, b] : [a, b, c, d];
              const result = RARE_OPCODES[(head >> 20) & 511]?.(this, operands, place);
              ({ fuel, frames, frameptr: frame } = this);
              paid = fuel;
              locals = (frame >> 1) + 3;
              base = this.stackBase;
              sp = base + this.sp;
              if (this.stop !== 0) return;
              if (this.pc !== next) slot = code.locate(this, this.pc);
              if (typeof result !== 'number') continue;
              value = result | 0;
              holds = value !== 0;
              if (place < 0) break branching;
            }
          }
        }
        if (place === 0) {
          if (sp >= words.length) this.outside();
          words[sp++] = value;
        } else if (place < 16) {
          words[locals + place] = value;
        } else {
          if (place + 1 >= staticmem) this.outside();
          memory[place] = value >> 8;
          memory[place + 1] = value;
        }
        if ((head & 0x20000000) === 0) continue;
      }
      const link = holds ? at + 6 : at + 7;
      slot = records[link] as number;
      if (slot < 0) slot = code.follow(this, link);
    }
  }
}
