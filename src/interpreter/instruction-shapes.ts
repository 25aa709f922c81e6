/** The shape of an opcode, as bits. Every opcode has the first bit. */
export const SHAPE = {
  stores: 2,
  branches: 4,
  /** Other data than code may follow. */
  ends: 8,
  calls: 16,
  /** Its first operand is the number of a variable (§6.3.4). */
  names: 32,
  /** Needs the number of its result variable, because it stores when input comes. */
  storesLater: 64,
  text: 128,
} as const;
/** Number of the first extended opcode (§14); the others keep theirs. */
export const EXTENDED = 256;

/** Saving and restoring. Without operands, they get the place of their result, in the form of saved games. */
export const SAVES: ReadonlySet<number> = new Set([181, 182, EXTENDED, EXTENDED + 1]);

/** One letter for each kind of opcode, and its bits; a dot is none. */
const LETTERS = '.nsbxecpvwultr';
const BITS = [0, 1, 3, 5, 7, 9, 19, 17, 33, 37, 35, 67, 129, 137];
const OPCODES: readonly (readonly [first: number, letters: string])[] = [
  [1, 'bbbwwbbssbnnvnsssssssssscpne'],
  [128, 'bxxssvvncnneenup'],
  [176, 'eetrnsseesennb.b'],
  [224, 'cnnnlnnsnvnncnnnnnnnnnlxsppnnnnb'],
  [EXTENDED, 'sssss....lsnsnb...............s'],
];
/** By opcode number, in a version. 0 if there is no such opcode. */
export function instructionShapes(version: number): Uint8Array {
  const shapes = new Uint8Array(2 * EXTENDED);
  for (const [first, letters] of OPCODES) {
    for (let i = 0; i < letters.length; i++) {
      shapes[first + i] = BITS[LETTERS.indexOf(letters.charAt(i))] ?? 0;
    }
  }
  // Save and restore once branched; 143 was `not`, 185 was `pop`, and `read` stored nothing.
  if (version < 4) shapes.fill(5, 181, 183);
  if (version < 5) [shapes[143], shapes[185], shapes[228]] = [3, 1, 1];
  return shapes;
}

/** Numbers opcodes without gaps, so that a switch over them is a jump table. Extended ones are rare. */
export function operationOf(code: number): number {
  if (code < 128) return code;
  if (code < 176) return code - 96;
  if (code < 224) return code - 128;
  return code < EXTENDED ? code - 160 : 0;
}

/** A decoded instruction, by its slot in an Int32Array. The last five are slots of constant records. */
export const RECORD = {
  size: 8,
  /** Bits 0–7 are the operands' kinds, two bits each; 8–11 their number; 12–18 the operation; then flags and the opcode. */
  head: 0,
  operands: 1,
  /** Where the result goes: 0 the stack, to 15 a local variable, else an address; a call's variable number; or -1. */
  store: 5,
  /** The slot of the next record, or ~address while that is not decoded. For a branch, where it goes if it holds. */
  link: 6,
  /** For a branch, the link if it does not hold. For others, ~ the next address. */
  otherwise: 7,
  returnFalse: 8,
  returnTrue: 16,
  returnPopped: 24,
  scratch: 32,
  first: 64,
} as const;

/** How an operand is read: as a constant, from a local variable, from the address of a global, from the stack. */
export const KIND = { constant: 0, local: 1, global: 2, stack: 3 } as const;

export function variableKind(variable: number): number {
  if (variable === 0) return KIND.stack;
  return variable < 16 ? KIND.local : KIND.global;
}
