/** Whether a sequence still does what it is for; null when that could not be found out any more. */
export type Keeps = (commands: readonly string[]) => boolean | null;

/** Stretches up to this length are tried wherever they may begin, so that a way there and back goes. */
const SHORT = 4;

/**
 * The sequence without what can go: long stretches are tried first, from the end, then short ones again and again until
 * none can be left out, and so no single command. Null when it could not be finished.
 */
export function shorten(commands: readonly string[], keeps: Keeps): readonly string[] | null {
  let left = commands;
  for (let size = Math.floor(commands.length / 2); size > SHORT; size = Math.floor(size / 2)) {
    const next = leaveOut(left, size, keeps);
    if (next === null) return null;
    left = next;
  }
  for (;;) {
    const before = left;
    for (let size = SHORT; size > 0; size -= 1) {
      const next = leaveOut(left, size, keeps);
      if (next === null) return null;
      left = next;
    }
    if (left.length === before.length) return left;
  }
}

/** One pass from the end, leaving out each stretch of that length that nobody misses. */
function leaveOut(
  commands: readonly string[],
  size: number,
  keeps: Keeps,
): readonly string[] | null {
  const stride = size > SHORT ? size : 1;
  let left = commands;
  for (let at = left.length - size; at > -stride; at -= stride) {
    const without = left.toSpliced(Math.max(at, 0), Math.min(size, at + size));
    const isKept = without.length === left.length ? false : keeps(without);
    if (isKept === null) return null;
    if (isKept) left = without;
  }
  return left;
}
