type Fields = Readonly<Record<string, unknown>>;

/** Fields of a sight that list things or ways, each by what an entry of it is known again. */
const LISTS = { objects: 'id', exits: 'direction' } as const;

/**
 * Things, and ways out of places, as the records of an episode last told them. What is so still is stored by its number or
 * direction alone. Sights come in the order of their file.
 */
export class ToldThings {
  readonly #told = new Map<string, unknown>();

  /** What is stored of a sight at a place. */
  shorten(sight: Fields, place: unknown): Fields {
    return inLists(sight, (entry, list) => {
      const short = fieldsOf(entry)[LISTS[list]];
      if (!isShort(short)) return entry;
      const key = keyOf(short, place);
      const isTold = isSame(this.#told.get(key), entry);
      this.#told.set(key, entry);
      return isTold ? short : entry;
    });
  }

  /** The sight that was stored so; what was never told stays as it is. */
  read(stored: Fields, place: unknown): Fields {
    return inLists(stored, (entry, list) => {
      if (isShort(entry)) return this.#told.get(keyOf(entry, place)) ?? entry;
      const short = fieldsOf(entry)[LISTS[list]];
      if (isShort(short)) this.#told.set(keyOf(short, place), entry);
      return entry;
    });
  }
}

/** Whether two values are stored as the same text. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function inLists(
  sight: Fields,
  change: (entry: unknown, list: keyof typeof LISTS) => unknown,
): Fields {
  const changed = (list: keyof typeof LISTS) => {
    const entries = sight[list];
    return Array.isArray(entries) ? { [list]: entries.map((entry) => change(entry, list)) } : {};
  };
  return { ...sight, ...changed('objects'), ...changed('exits') };
}

/** Numbers name things everywhere, directions a way out of one place. */
function keyOf(short: string | number, place: unknown): string {
  return typeof short === 'number' ? String(short) : `${String(fieldsOf(place)['id'])} ${short}`;
}

function isShort(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
