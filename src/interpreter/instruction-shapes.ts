/** What an instruction carries besides its operands, and whether what follows need not be code; as bits. */
export const SHAPE = { known: 1, stores: 2, branches: 4, ends: 8 } as const;
/** Number of the first extended opcode (§14); the others keep theirs. */
export const EXTENDED = 256;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const extended = (...codes: readonly number[]): number[] => codes.map((code) => EXTENDED + code);

const KNOWN = [
  ...[range(1, 28), range(128, 143), range(176, 189), [191], range(224, 255)].flat(),
  ...extended(0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 30),
];
const STORES = [
  ...[8, 9, ...range(15, 25), ...range(129, 132), 136, 142, 224, 231, 236, 246, 247, 248],
  ...extended(0, 1, 2, 3, 4, 9, 10, 12, 30),
];
const BRANCHES = [...range(1, 7), 10, 128, 129, 130, 189, 191, 247, 255, ...extended(14)];
/** Throw, ret, jump, rtrue, rfalse, print_ret, restart, ret_popped, quit. */
const ENDS = [28, 139, 140, 176, 177, 179, 183, 184, 186];

/** By opcode number, in a version; 0 where there is no such opcode. */
export function instructionShapes(version: number): Uint8Array {
  const shapes = new Uint8Array(2 * EXTENDED);
  const mark = (codes: readonly number[], shape: number): void => {
    for (const code of codes) shapes[code] = (shapes[code] ?? 0) | shape;
  };
  mark(KNOWN, SHAPE.known);
  mark(STORES, SHAPE.stores);
  mark(BRANCHES, SHAPE.branches);
  mark(ENDS, SHAPE.ends);
  // Save and restore; `not` gave way to call_1n, pop to catch, and read began to store.
  mark([181, 182], version < 4 ? SHAPE.branches : SHAPE.stores);
  mark(version < 5 ? [143] : [185, 228], SHAPE.stores);
  return shapes;
}
