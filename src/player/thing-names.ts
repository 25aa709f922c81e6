import type { Entry } from './read-prompt.ts';
import type { RoomText } from './room-text.ts';

/** A thing in reach or held. */
export interface Thing {
  /** The whole name, in lower case. */
  readonly name: string;
  /** What to call it in a command. */
  readonly word: string;
  readonly traits: readonly string[];
  /** The name of what it lies in or on; null for what lies in the room itself or is held directly. */
  readonly inside: string | null;
  /** Where the room's description speaks of it: as lying about, as part of the room, or nowhere. */
  readonly told: 'listed' | 'described' | 'nowhere';
}

/** Who is somebody even where a story's traits are not known. */
const PERSON =
  /^(?:man|woman|boy|girl|lady|gentleman|guard|sailor|clerk|attendant|assistant|librarian|technician|doctor|nurse|priest|monk|king|queen|prince|princess|wizard|witch|merchant|shopkeeper|bartender|barman|waiter|waitress|butler|maid|cook|soldier|knight|captain|thief|troll|giant|dwarf|gnome|elf|stranger|child|student|teacher|professor|officer|policeman|driver|farmer|hermit|beggar|visitor|keeper|janitor)$/;

export function thingsOf(
  listed: readonly Entry[],
  among: readonly Entry[],
  room: RoomText,
  found: string,
): readonly Thing[] {
  return listed.map(({ name, rest }) => {
    const own = lastWord(name);
    return {
      name: withoutPlace(name),
      word: noun(name, among),
      traits: rest === '' ? (PERSON.test(own) ? ['animate'] : []) : rest.split(', '),
      inside: / \((?:in|on) (.*)\)$/.exec(name)?.[1]?.toLowerCase() ?? null,
      told: toldOf(own, room, found),
    };
  });
}

/** In its singular first: what lies about may be one of the many that the room is full of. */
function toldOf(own: string, { scenery, listing }: RoomText, found: string): Thing['told'] {
  const isIn = (text: string) => new RegExp(`\\b${pattern(own)}\\b`).test(text);
  if (isIn(scenery)) return 'described';
  if (isIn(listing) || names(listing, own)) return 'listed';
  if (names(scenery, own)) return 'described';
  return names(found, own) ? 'listed' : 'nowhere';
}

/** The last word of a thing's name, which parsers know best; the whole name where another thing ends in the same word. */
export function noun(name: string, among: readonly Entry[]): string {
  const own = lastWord(name);
  const isShared = among.some(
    (other) => lastWord(other.name) === own && withoutPlace(other.name) !== withoutPlace(name),
  );
  return isShared ? withoutPlace(name) : own;
}

/** Whether a text names a word, as a whole word or its plural. */
export function names(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at === -1) return false;
  return new RegExp(`\\b${pattern(word)}(?:e?s)?\\b`).test(text);
}

function pattern(word: string): string {
  return word.replaceAll(/[^a-z0-9]/g, '.');
}

export function lastWord(name: string): string {
  return withoutPlace(name).split(' ').at(-1) ?? '';
}

/** A name without the place it lies in. */
function withoutPlace(name: string): string {
  return name.replace(/ \((?:in|on) .*\)$/, '').toLowerCase();
}

/** Words for what people collect; ordinary English, nothing of any story. */
export const PRECIOUS =
  /\b(?:gold(?:en)?|silver|platinum|jewel\w*|gems?|diamonds?|rub(?:y|ies)|emeralds?|sapphires?|pearls?|coins?|(?<!-)crown|ivory|jade|amber|coral|crystal|treasure|necklace|statuette|vase|nugget|ingots?)\b/;
