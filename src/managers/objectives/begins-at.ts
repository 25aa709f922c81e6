import { locationId, type LocationId } from '../../domain/ids.ts';
import type { Objective } from '../../domain/objective.ts';
import type { Location } from '../../domain/observation.ts';
import { between, placesAskedFor } from './asked-place.ts';
import { demandsOf } from './demands.ts';

/** A place that is named by its number. */
const NUMBERED = /\b(?:location|room|place|l) ?#?(\d{1,9})\b|\((\d{1,9})\)/gi;

/** All places that a text names by their numbers. */
export function numberedIn(text: string): readonly number[] {
  return [...text.matchAll(NUMBERED)].map(([, id, bare]) => Number(id ?? bare));
}

/** Any number, with the word before it. */
const NUMBER = /(?:([^ ]+) )?\b(\d{1,9})(?= )/g;

/** What stands before a place where something is to be done. */
const WHERE =
  /\b(?:at|by|enter|explore|from|in|inside|into|near|of|on|outside|reach|to|via|visit)(?: the)?$/i;

/** `(east of the yard?)`. */
const GUESS = /\([^()]*\?\)/g;

/**
 * Where an objective begins by its own words: the first place that it numbers, or asks to be at by its exact name, not one
 * that it names in passing, guesses at or comes to after another act; null where it names none of these, or by a name that
 * several have. A number counts where it is told as a place's, or follows its name.
 */
export function beginsAt(text: string, places: readonly Location[]): LocationId | null {
  const sure = firstAct(text).replaceAll(GUESS, ' ');
  const told = new Set(numberedIn(sure));
  const words = between(sure);
  const numbered = [...words.matchAll(NUMBER)].flatMap(({ index, 1: word = '', 2: digits }) => {
    const place = places.find(({ id }) => id === Number(digits));
    const isMeant = place !== undefined && (told.has(place.id) || isEndOf(place.name, word));
    return isMeant ? [{ id: place.id, at: index }] : [];
  });
  const named = places.flatMap(({ id, name }) => {
    const isProper =
      /^\p{Lu}/u.test(name) && places.every((one) => one.id === id || one.name !== name);
    const at = isProper ? words.indexOf(between(name)) : -1;
    const isWhere = at === 0 || WHERE.test(words.slice(0, Math.max(at, 0)));
    return at < 0 || !isWhere ? [] : [{ id, at: at + 1 }];
  });
  const [first] = [...numbered, ...named].toSorted((a, b) => a.at - b.at);
  return first?.id ?? null;
}

/** What is asked for before `then`, where that is an act of its own. */
function firstAct(text: string): string {
  const [first = ''] = text.split(/,? (?:and )?then\b/i);
  return demandsOf(first).length > 0 ? first : text;
}

/** An objective with where it begins, to compare with others. */
export function beginning({ text, target }: Pick<Objective, 'text' | 'target'>): string {
  return `${target} ${text}`;
}

function isEndOf(name: string, word: string): boolean {
  return word !== '' && between(name).endsWith(` ${word} `);
}

/** Where an objective begins, and the places that it numbers. */
export function aimPlaces({ text, target }: Pick<Objective, 'text' | 'target'>): LocationId[] {
  return [...(target === null ? [] : [target]), ...placesAskedFor(text).map(locationId)];
}
