import ast from 'ifvms/src/common/ast.js';
import type { Brancher, Caller, Instruction, Operand } from 'ifvms/src/common/ast.js';
import type { ZVM } from 'ifvms';
import { CONDITIONS, EFFECTS, signed, STORED_CONDITIONS, VALUES } from './opcode-source.ts';
import { POPPED, VirtualStack } from './virtual-stack.ts';

const JE = 1;
const DEC_CHK = 4;
const INC_CHK = 5;
const STORE = 13;
const INC = 133;
const DEC = 134;
const RETURN = 139;
const JUMP = 140;
const LOAD = 142;
const RETURN_POPPED = 184;
const PUSH = 232;
const PULL = 233;

/** Where a jump to a constant leads (§15 `jump`); null for any other instruction. */
export function jumpTarget({ code, operands, next }: Instruction): number | null {
  const [offset] = operands;
  if (code !== JUMP || offset === undefined || offset instanceof ast.Variable) return null;
  return Number(offset.U2S()) + next - 2;
}

/**
 * Writes the function of a region: one case for each block, entered by its index. What it does not know it leaves to
 * ifvms's own source, after it has put the story's stack in order.
 */
export class RegionWriter {
  readonly #machine: ZVM;
  readonly #stack: VirtualStack;
  readonly #labels: ReadonlyMap<number, number>;

  constructor(machine: ZVM, entries: readonly number[]) {
    this.#machine = machine;
    this.#stack = new VirtualStack(machine);
    this.#labels = new Map(entries.map((pc, index) => [pc, index]));
  }

  /** The function's body from its cases; `p` is where it is entered. */
  region(cases: readonly string[]): string {
    const variables = 'var l=e.l,s=e.s,m=e.m,r=e.ram,t=0';
    const held = Array.from({ length: VirtualStack.most }, (_, i) => `,t${i}=0`).join('');
    return `${variables}${held};for(;;)switch(p){${cases.join('')}default:return}`;
  }

  /** The case of a block. It ends where another block begins. */
  block(pc: number, ops: readonly Instruction[]): string {
    this.#stack.discard();
    const end = ops.findIndex((op, i) => i > 0 && this.#labels.has(op.pc));
    const own = end === -1 ? ops : ops.slice(0, end);
    const source = own.map((op) => this.#instruction(op)).join('');
    const next = ops[end];
    const rest = next === undefined ? 'return;' : `${this.#stack.flush()}${this.#go(next.pc)}`;
    return `case ${this.#labels.get(pc)}:if((e.fuel-=${own.length})<0){e.pc=${pc};return}${source}${rest}`;
  }

  #instruction(op: Instruction): string {
    if (op instanceof ast.Caller) return this.#call(op);
    if (op instanceof ast.Brancher) return this.#branch(op);
    const target = jumpTarget(op);
    if (target !== null) return `${this.#stack.flush()}${this.#go(target)}`;
    if (op.code === RETURN) return this.#return(op);
    if (op.code === RETURN_POPPED) return `return ${this.#stack.pop() ?? 'e.popped()'};`;
    return this.#effect(op) ?? this.#value(op) ?? this.#count(op) ?? this.#asItCame(op);
  }

  #asItCame(op: Instruction): string {
    return `${this.#stack.flush()}${String(op)};`;
  }

  #return({ operands }: Instruction): string {
    const [value = POPPED] = this.#operands(operands);
    return value === POPPED ? 'return e.popped();' : `return ${value};`;
  }

  #call({ operands, result, next }: Caller): string {
    const [routine = '0', ...args] = this.#operands(operands);
    return `${this.#stack.flush()}e.call(${routine},${result.v},${next},[${args.join()}]);return;`;
  }

  #effect({ code, operands }: Instruction): string | null {
    const source = EFFECTS[code];
    return source === undefined ? null : `${source(this.#machine, ...this.#operands(operands))};`;
  }

  #value(op: Instruction): string | null {
    const { code, storer } = op;
    if (storer === undefined || storer === 0 || isIndirect(op)) return null;
    const source = VALUES[code];
    if (source !== undefined) {
      return this.#stack.store(storer.v, source(this.#machine, ...this.#operands(op.operands)));
    }
    if (![STORE, LOAD, PUSH, PULL].includes(code)) return null;
    const [copied] = this.#operands(op.operands);
    return copied === undefined ? null : this.#stack.store(storer.v, copied);
  }

  /** Counting a variable up or down. */
  #count({ code, operands: [variable] }: Instruction): string | null {
    if ((code !== INC && code !== DEC) || !isCountable(variable)) return null;
    const { before, sum } = this.#stack.count(variable.v, code === INC ? 1 : -1);
    return before === '' ? `${sum};` : before;
  }

  #branch(op: Brancher): string {
    const { before, condition } = this.#condition(op);
    const taken = op.iftrue === 0 ? `!(${condition})` : condition;
    return `${before}if(${taken}){${op.offset > 1 ? this.#go(op.offset) : `return ${op.offset};`}}`;
  }

  #condition(op: Brancher): { readonly before: string; readonly condition: string } {
    const { code, operands, storer } = op;
    const stored = STORED_CONDITIONS[code];
    if (stored !== undefined && storer !== undefined && storer !== 0) {
      const value = stored(this.#machine, ...this.#operands(operands));
      const kept = this.#stack.store(storer.v, 't');
      return { before: `t=${value};${kept}${this.#stack.flush()}`, condition: 't!==0' };
    }
    const [variable, limit] = operands;
    if ((code === DEC_CHK || code === INC_CHK) && isCountable(variable) && limit !== undefined) {
      const by = code === INC_CHK ? 1 : -1;
      const { before, sum } = this.#stack.count(variable.v, by);
      const bound = signed(this.#stack.take(limit));
      const condition = `${signed(sum)}${by === 1 ? '>' : '<'}${bound}`;
      return { before: `${this.#stack.flush()}${before}`, condition };
    }
    const source = code === JE ? equality : CONDITIONS[code];
    if (source !== undefined) {
      const condition = source(this.#machine, ...this.#operands(operands));
      return { before: this.#stack.flush(), condition };
    }
    return { before: this.#stack.flush(), condition: op.func(...operands) };
  }

  #operands(operands: readonly Operand[]): readonly string[] {
    return operands.map((operand) => this.#stack.take(operand));
  }

  #go(pc: number): string {
    const label = this.#labels.get(pc);
    return label === undefined ? `e.pc=${pc};return;` : `p=${label};continue;`;
  }
}

function equality(_: unknown, ...compared: readonly string[]): string {
  return compared.length === 2 ? compared.join('===') : `e.jeq(${compared.join()})`;
}

function isCountable(variable: Operand | undefined): variable is Operand {
  return variable !== undefined && !(variable instanceof ast.Variable) && variable.v > 0;
}

function isIndirect({ storer, operands }: Instruction): boolean {
  return [storer, ...operands].some((part) => part instanceof ast.Variable && part.indirect === 1);
}
