declare const brand: unique symbol;

/** Number of the Z-object that is a room; the identity of the room. 0 is a valid value. */
export type LocationId = number & { readonly [brand]: 'LocationId' };

/** Number of a Z-object, 1 to 65535 (Z-Machine Standard 1.1 §12.3). */
export type ObjectId = number & { readonly [brand]: 'ObjectId' };

/** Brands an integer that is known to be a room's object number. Throws RangeError for anything but an integer >= 0. */
export function locationId(value: number): LocationId {
  return natural(value, 'location id') as LocationId;
}

/** Brands an integer that is known to be an object number. Throws RangeError for anything but an integer >= 0. */
export function objectId(value: number): ObjectId {
  return natural(value, 'object id') as ObjectId;
}

function natural(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`A ${what} is an integer of at least 0, not ${value}.`);
  }
  return value;
}

/** The id in a person's name for a room: `79`, `#79`, `L79` or `Behind House (79)`. Null for a plain name. */
export function locationIdIn(named: string): number | null {
  const [, bare, behind] = /^(?:#|L)?(\d{1,9})$|\((\d{1,9})\)$/i.exec(named.trim()) ?? [];
  const digits = bare ?? behind;
  return digits === undefined ? null : Number(digits);
}

/** Places that a text names by their numbers: `location 117`, `L117`, `(117)`. */
const NUMBERED = /\b(?:location|room|place|l) ?#?(\d{1,9})\b|\((\d{1,9})\)/gi;

export function locationIdsIn(text: string): readonly LocationId[] {
  return [...text.matchAll(NUMBERED)].map(([, id, bare]) => locationId(Number(id ?? bare)));
}
