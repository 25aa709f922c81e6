/** Adds those of `lines` that are not there yet, one per line, at the end. */
export function addMissingLines(bytes: Uint8Array | null, lines: readonly string[]): Uint8Array {
  const present = new Set(linesOf(bytes));
  const added = lines.filter((line) => !present.has(line)).map((line) => `${line}\n`);
  return Buffer.concat([bytes ?? new Uint8Array(), Buffer.from(added.join(''))]);
}

export function linesOf(bytes: Uint8Array | null): string[] {
  return bytes === null ? [] : Buffer.from(bytes).toString('utf8').split('\n').slice(0, -1);
}
