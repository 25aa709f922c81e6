import { walkingDirection } from '../../domain/command.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import { wordForms } from '../../domain/word-forms.ts';

/** A thing that was met. */
export type SeenThing = Pick<VisibleObject, 'name'> & Partial<Pick<VisibleObject, 'traits'>>;

const NAMES_NOTHING = new Set(
  'about all and behind for from her his into its off onto out over that the then this through under with your'.split(
    ' ',
  ),
);

/** The words of a text that may name a thing or a room, numbers among them. */
export function wordsIn(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/\d+|\p{L}{3,}/gu) ?? [];
  return new Set(all.filter((word) => !NAMES_NOTHING.has(word)).flatMap(wordForms));
}

/** Those words and what they may be forms of. */
export function formsIn(text: string): ReadonlySet<string> {
  return new Set([...wordsIn(text)].flatMap(wordForms));
}

/** What a command is about: its words without the verb; a walk is about nothing. */
export function objectOf(action: string): string {
  return walkingDirection(action) === null ? action.trim().replace(/^\S+/, '') : '';
}
