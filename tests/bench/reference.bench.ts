import { median } from './bench-page.ts';

const ROUNDS = 15;
const OPERATIONS = 1_000_000;

/**
 * Speed of this machine now, in millions of small integer operations on a typed array per second. What the engine does
 * is divided by it, so that a busy or a slow machine changes the ratio little.
 */
export function referenceSpeed(): number {
  const memory = new Uint8Array(65_536);
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    let state = 1;
    for (let operation = 0; operation < OPERATIONS; operation += 1) {
      state = (Math.imul(state, 0x015a4e35) + 1) >>> 0;
      const at = state >>> 16;
      memory[at] = ((memory[at] ?? 0) + operation) & 0xff;
    }
    return performance.now() - start;
  });
  return OPERATIONS / 1000 / (median(times) ?? Number.NaN);
}
