import ast from 'ifvms/src/common/ast.js';
import type { Operand } from 'ifvms/src/common/ast.js';

/** Source that takes the top of the story's stack. */
export const POPPED = 's[--e.sp]';

/**
 * Source for reading and writing variables, in which values that straight code pushes and pops again stay in
 * JavaScript variables and never reach the story's stack.
 */
export class VirtualStack {
  /** How many values can be held. */
  static readonly most = 8;

  readonly #globals: number;
  #held = 0;

  /** `globals` is the byte address of the first global variable (§6.2). */
  constructor({ globals }: { readonly globals: number }) {
    this.#globals = globals;
  }

  /** Source that puts what is held on the story's stack, for code that looks there. */
  flush(): string {
    const pushes = Array.from({ length: this.#held }, (_, i) => `s[e.sp++]=t${i};`);
    this.#held = 0;
    return pushes.join('');
  }

  /** Forgets what is held, where a routine has returned and its stack is gone. */
  discard(): void {
    this.#held = 0;
  }

  /** Source of an operand's value. Operands have to be taken in the order in which they are evaluated. */
  take(operand: Operand): string {
    const { v } = operand;
    if (!(operand instanceof ast.Variable)) return String(v);
    if (v === 0) return this.pop() ?? POPPED;
    return v < 16 ? `l[${v - 1}]` : `m.getUint16(${this.#address(v)})`;
  }

  /** The name that holds the top of the stack, which is then gone; null when the story's stack has it. */
  pop(): string | null {
    if (this.#held === 0) return null;
    this.#held -= 1;
    return `t${this.#held}`;
  }

  /** Source that stores a value in a variable; what the stack takes is held. */
  store(variable: number, value: string): string {
    if (variable >= 16) return `r.setUint16(${this.#address(variable)},${value});`;
    if (variable > 0) return `l[${variable - 1}]=${value};`;
    if (this.#held === VirtualStack.most) return `t=${value};${this.flush()}s[e.sp++]=t;`;
    const name = `t${this.#held}`;
    this.#held += 1;
    return `${name}=(${value})&65535;`;
  }

  /** Source that adds to a variable other than the stack, and source of the sum. */
  count(variable: number, by: 1 | -1): { readonly before: string; readonly sum: string } {
    if (variable < 16) return { before: '', sum: `${by === 1 ? '++' : '--'}l[${variable - 1}]` };
    const address = this.#address(variable);
    const before = `r.setUint16(${address},m.getUint16(${address})+${by});`;
    return { before, sum: `m.getUint16(${address})` };
  }

  #address(variable: number): number {
    return this.#globals + 2 * (variable - 16);
  }
}
