/**
 * A decoded instruction: eight numbers in an Int32Array, found by its slot. Numbers without a field's name are slots
 * of records that are always there.
 */
export const RECORD = {
  size: 8,
  /** Bits 0–7 two for each operand's kind, 8–11 how many there are, 12–18 the operation, then flags and the opcode. */
  head: 0,
  operands: 1,
  /** Where the result goes: 0 the stack, to 15 a local variable, else an address; a call's variable number; or -1. */
  store: 5,
  /** Slot of what runs next, or ~address while that is not decoded; a branch goes there where it holds. */
  link: 6,
  /** Of a branch, the link where it does not hold; of others, ~ the next address. */
  otherwise: 7,
  returnFalse: 8,
  returnTrue: 16,
  returnPopped: 24,
  scratch: 32,
  first: 64,
} as const;

/** How an operand is read: as it is, from a local variable, from the address of a global, from the stack. */
export const KIND = { constant: 0, local: 1, global: 2, stack: 3 } as const;

export function variableKind(variable: number): number {
  if (variable === 0) return KIND.stack;
  return variable < 16 ? KIND.local : KIND.global;
}
