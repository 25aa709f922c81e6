import { locationId } from '../domain/ids.ts';
import { numberedRoomWords } from './wording.ts';

const NUMBERED = /\blocation (\d{1,9})\b(?: \(([^()]*)\))?/gi;

/** The name of a room by its number; null where nobody knows it. */
type NameOf = (id: number) => string | null;

/** A text with the names of its rooms behind their numbers, where they are known: `Location 7 (Hall)`. */
export function withRoomNames(text: string, nameOf: NameOf): string {
  return text.replaceAll(NUMBERED, (found, digits: string, told?: string) => {
    const id = locationId(Number(digits));
    const name = told === undefined ? nameOf(id) : null;
    // A name with a bracket of its own could not be told from what follows.
    return name === null || /[()]/.test(name) ? found : numberedRoomWords({ id, name });
  });
}

/** The same text with the numbers alone, as texts are compared. */
export function withoutRoomNames(text: string): string {
  return text.replaceAll(NUMBERED, (_, digits: string) => `Location ${digits}`);
}

/** A text for people, with rooms by their names. */
export function roomsByName(text: string, nameOf: NameOf): string {
  return text.replaceAll(
    NUMBERED,
    (_, digits: string, told?: string) => told ?? roomByName(Number(digits), nameOf),
  );
}

/** A room for people. */
export function roomByName(id: number, nameOf: NameOf): string {
  return nameOf(id) ?? `a room not entered yet (${id})`;
}
