interface Room {
  readonly id: number;
  readonly name: string;
}

/** The number that a person names a room by: `79`, `#79`, `L79` or `Behind House (79)`; null for a name. */
export function roomNumber(named: string): number | null {
  const [, bare, behind] = /^(?:#|L)?(\d{1,9})$|\((\d{1,9})\)$/i.exec(named.trim()) ?? [];
  const digits = bare ?? behind;
  return digits === undefined ? null : Number(digits);
}

/** Rooms of exactly that name, in any case; else that one number; else those whose name says it. */
export function roomsNamed<T extends Room>(rooms: readonly T[], named: string): readonly T[] {
  const wanted = plain(named);
  if (wanted === '') return [];
  const exact = rooms.filter(({ name }) => plain(name) === wanted);
  if (exact.length > 0) return exact;
  const number = roomNumber(named);
  if (number !== null) return rooms.filter(({ id }) => id === number);
  return rooms.filter(({ name }) => plain(name).includes(wanted));
}

/** A name as people type it: case, blanks and the marks of a keyboard or a page do not matter. */
function plain(name: string): string {
  const lower = name.normalize('NFKC').toLowerCase().trim();
  const words = lower.replace(/['’‘`]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [lower];
  return words.join(' ').replace(/^the /, '');
}
