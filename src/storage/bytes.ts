import { createHash } from 'node:crypto';

/** Whether two byte strings are equal. Null, which stands for no file, equals only itself. */
export function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
}

/** Hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The difference between two byte strings: from `at`, `cut` bytes are replaced by `insert` (base64). */
interface ByteDelta {
  readonly at: number;
  readonly cut: number;
  readonly insert: string;
}

/** The one stretch in which two byte strings differ. Empty for equal ones. Pure. */
export function byteDelta(before: Uint8Array, after: Uint8Array): ByteDelta {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (
    tail < shorter - at &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const insert = Buffer.from(after.subarray(at, after.length - tail)).toString('base64');
  return { at, cut: before.length - tail - at, insert };
}

/** The inverse of byteDelta: applies a difference to `before`. Pure. */
export function applyByteDelta(before: Uint8Array, { at, cut, insert }: ByteDelta): Uint8Array {
  return Buffer.concat([
    before.subarray(0, at),
    Buffer.from(insert, 'base64'),
    before.subarray(at + cut),
  ]);
}

/** Why bytes are no lines of text, and the remedy. Null if they are. */
export function whyNoText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without a byte order mark, the first letters of UTF-16 still have two bytes each, one of them 0.
  const zeros = Array.from(bytes.subarray(0, 4), (byte) => (byte === 0 ? 0 : 1)).join('');
  const isUtf16 = isMarked || zeros === '1010' || zeros === '0101';
  if (isUtf16) return 'is UTF-16; save it as UTF-8';
  if (bytes.includes(0)) return 'is no text; put back its .backup, or move it away';
  const hasOnlyReturns = !bytes.includes(0x0a) && bytes.indexOf(0x0d) < bytes.length - 1;
  return bytes.includes(0x0d) && hasOnlyReturns
    ? 'has lines that end in CR alone; save it with LF or CRLF'
    : null;
}
