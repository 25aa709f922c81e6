/** What an instruction carries besides its operands, as bits. */
export const SHAPE = { known: 1, stores: 2, branches: 4, text: 8, ends: 16 } as const;

/** Number of the first extended opcode; the others keep their numbers of §14. */
export const EXTENDED = 256;
const CODES = 512;

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const extended = (...codes: readonly number[]): number[] => codes.map((code) => EXTENDED + code);

const KNOWN = [
  ...from(1, 28),
  ...from(128, 143),
  ...from(176, 189),
  ...from(191, 191),
  ...from(224, 255),
  ...extended(0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 30),
];
const STORES = [
  ...[8, 9, ...from(15, 25), ...from(129, 132), 136, 142, 224, 231, 236, 246, 247, 248],
  ...extended(0, 1, 2, 3, 4, 9, 10, 12, 30),
];
const BRANCHES = [...from(1, 7), 10, 128, 129, 130, 189, 191, 247, 255, ...extended(14)];
const TEXT = [178, 179];
/** Throw, ret, jump, rtrue, rfalse, print_ret, restart, ret_popped, quit: what follows need not be code. */
const ENDS = [28, 139, 140, 176, 177, 179, 183, 184, 186];

/** By opcode number, for a version (§14); 0 where there is no such opcode. */
export function instructionShapes(version: number): Uint8Array {
  const shapes = new Uint8Array(CODES);
  const mark = (codes: readonly number[], bit: number): void => {
    for (const code of codes) shapes[code] = (shapes[code] ?? 0) | bit;
  };
  mark(KNOWN, SHAPE.known);
  mark(STORES, SHAPE.stores);
  mark(BRANCHES, SHAPE.branches);
  mark(TEXT, SHAPE.text);
  mark(ENDS, SHAPE.ends);
  // save and restore; `not` gave way to call_1n, pop to catch, and read began to store
  mark([181, 182], version < 4 ? SHAPE.branches : SHAPE.stores);
  mark(version < 5 ? [143] : [185, 228], SHAPE.stores);
  return shapes;
}
