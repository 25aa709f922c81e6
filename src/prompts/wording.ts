import { type LocationId, locationId } from '../domain/ids.ts';
import type { Observation, ZObject } from '../domain/observation.ts';
import { oneLine } from '../domain/text.ts';

const LONGEST_NAME = 60;
const LONGEST_ACTION = 120;
/** The most characters of an objective. Models are told; it is never cut, because repeating it names the objective. */
export const LONGEST_OBJECTIVE = 300;

/** How prompts name rooms, things, commands and turns. Names are untrusted: each is one line and has an end. */
interface Named {
  readonly name: string;
}

/** A room: `Hall (7)`. */
export function roomWords(room: Named & { readonly id: LocationId }): string {
  return `${oneLine(room.name, LONGEST_NAME)} (${room.id})`;
}

/** For a locked thing without a lock for a key, such as a bolted door. */
export const BARRED = 'barred';

/** A room with its number first, for models that answer with numbers: `Location 7 (Hall)`. */
export function numberedRoomWords({ id, name }: Named & { readonly id: LocationId }): string {
  return `Location ${id} (${oneLine(name, LONGEST_NAME)})`;
}

export function commandWords(action: string): string {
  return oneLine(action, LONGEST_ACTION);
}

/** The present turn, and the number of turns: `Turn 37 of 50`. `Turn 37` if an episode has no end. */
export function turnCount(turn: number, most: number | null): string {
  return most === null ? `Turn ${turn}` : `Turn ${turn} of ${most}`;
}

/** Why a memory is TENTATIVE: `names the word troll, which the game has not printed`. */
export function doubtWords({ doubt }: { readonly doubt?: string | undefined }): string {
  return oneLine(doubt ?? 'not confirmed yet', LONGEST_ACTION);
}

/** Points: `score 5 of 350`; `score 5` if the maximum is unknown; `score unknown` if no score was found. */
export function scoreWords({ score, maxScore }: Pick<Observation, 'score' | 'maxScore'>): string {
  if (score === null) return 'score unknown';
  return maxScore === null ? `score ${score}` : `score ${score} of ${maxScore}`;
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

export function thingWords({ name }: Named): string {
  return oneLine(name, LONGEST_NAME);
}

/** Things in a row; `nothing` for none. */
export function thingsWords(things: readonly Named[]): string {
  return things.map(thingWords).join(', ') || 'nothing';
}

/** The things held, each with what lies in or on it: `satchel (with letter), lamp`. */
export function heldWords(facts: Pick<Observation, 'inventory' | 'objects'>): string {
  const { inventory, objects } = facts;
  const words = (thing: ZObject): string => {
    const contents = objects.filter(({ inside }) => inside === thing.id).map(words);
    return `${thingWords(thing)}${contents.length === 0 ? '' : ` (with ${contents.join(', ')})`}`;
  };
  return inventory.map(words).join(', ') || 'nothing';
}
