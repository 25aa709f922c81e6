import { type LocationId, locationId } from '../domain/ids.ts';
import { oneLine } from '../domain/text.ts';
import { LONGEST_NAME, type Named } from './wording.ts';

/** A room: `Hall (7)`. */
export function roomWords(room: Named & { readonly id: LocationId }): string {
  return `${oneLine(room.name, LONGEST_NAME)} (${room.id})`;
}

/** A room with its number first, for models that answer with numbers: `Location 7 (Hall)`. */
export function numberedRoomWords({ id, name }: Named & { readonly id: LocationId }): string {
  return `Location ${id} (${oneLine(name, LONGEST_NAME)})`;
}

const NUMBERED = /\blocation (\d{1,9})\b(?: \(([^()]*)\))?/gi;

/** The name of a room by its number. Null if unknown. */
type NameOf = (id: number) => string | null;

/** A text with the known names of rooms after their numbers: `Location 7 (Hall)`. */
export function withRoomNames(text: string, nameOf: NameOf): string {
  return text.replaceAll(
    NUMBERED,
    (found, digits: string, told: string | undefined, at: number) => {
      const id = locationId(Number(digits));
      const name = told === undefined ? nameOf(id) : null;
      // A name with brackets could not be separated from the text after it.
      if (name === null || /[()]/.test(name)) return found;
      const isNamed = text.slice(0, at).toLowerCase().endsWith(`${name.toLowerCase()} (`);
      return isNamed ? found : numberedRoomWords({ id, name });
    },
  );
}

/** The text with numbers alone, for comparison. */
export function withoutRoomNames(text: string): string {
  return text.replaceAll(NUMBERED, (_, digits: string) => `Location ${digits}`);
}

export function roomsByName(text: string, nameOf: NameOf): string {
  return text.replaceAll(
    NUMBERED,
    (_, digits: string, told?: string) => told ?? roomByName(Number(digits), nameOf),
  );
}

export function roomByName(id: number, nameOf: NameOf): string {
  return nameOf(id) ?? `a room not entered yet (${id})`;
}
