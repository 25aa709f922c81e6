import { canonicalAction, walkingDirection } from './command.ts';
import { type Observation, isAnimate } from './observation.ts';
import { rememberText, wordsIn } from './text.ts';
import { everyFormIn, wordForms } from './word-forms.ts';

/** The end of a phrase: small words, and anything that is no word. */
const PHRASE_END =
  /[^\p{L}\p{N}\s'’-]+|(?<![\p{L}-])(?:an?|the|my|some|this|that|and|or|of|in|on|at|to|into|onto|from|with|by|for|off|out|up|down|under|over|behind|through|against|about|is|are|was|were|it|there|here)(?![\p{L}-])/iu;
/** Names in stories may have short words, too. */
const SHORTEST_WORD = 3;

/**
 * The things that a text names, as a parser distinguishes them. Each phrase names the thing with most of its words, if there
 * is only one. `brass key` is not the rusty key, and `key` alone is neither.
 */
export function thingsNamed<T extends { readonly name: string }>(
  text: string,
  things: readonly T[],
): readonly T[] {
  const named = text.split(PHRASE_END).flatMap((phrase) => {
    const said = longWords(phrase);
    const shared = things.map(({ name }) => {
      const own = longWords(name);
      return said.filter((word) => own.includes(word)).length;
    });
    const most = Math.max(0, ...shared);
    const best = things.filter((_, at) => most > 0 && shared[at] === most);
    const whole = best.filter(({ name }) => longWords(name).length === most);
    const [one, ...others] = best.length > 1 ? whole : best;
    return one === undefined || others.length > 0 ? [] : [one];
  });
  return [...new Set(named)];
}

/** The things that a command names after its verb. */
export function thingsNamedByCommand<T extends { readonly name: string }>(
  command: string,
  things: readonly T[],
): readonly T[] {
  return thingsNamed(command.trim().split(/\s+/).slice(1).join(' '), things);
}

const longWords = rememberText((text): readonly string[] =>
  [...new Set(wordsIn(text))].filter((word) => word.length >= SHORTEST_WORD),
);

/** Words of a command that many sentences have without naming it. */
const SMALL = new Set(
  'a an the and all with from into onto out off for its this that then'.split(' '),
);

/** Letters after an apostrophe are no short direction: keeper's, I'd. */
const AFTER_APOSTROPHE = /['’]\p{L}+/gu;
/** Endings that turn a direction into another word: upward, southern. */
const TOWARDS = /(?:wards?|ern)$/;

/** Whether a text has all words of a command in any form, apart from small words. */
export function isNamedWhole(text: string, action: string): boolean {
  return areSpoken(text, action).every(Boolean);
}

/** Whether a text has the words of a command in a row, apart from small words: `pull lever`, `pulling the lever`. */
export function isNamedToPlay(text: string, action: string): boolean {
  const said = wordsIn(text).filter((word) => !SMALL.has(word));
  const asked = wordsIn(action).filter((word) => !SMALL.has(word));
  const isSaid = (word: string, at: number) => {
    const other = said[at];
    // "pulls the lever" is about somebody else.
    return other === word || (other?.endsWith('ing') && wordForms(other).includes(word)) === true;
  };
  return (
    asked.length > 0 && said.some((_, from) => asked.every((word, at) => isSaid(word, from + at)))
  );
}

/** Whether a text has one of the words of a command, in any form. */
export function isNamedInPart(text: string, action: string): boolean {
  return areSpoken(text, action).some(Boolean);
}

/** The words of a text, with directions in one form. */
const waysIn = rememberText(
  (text) =>
    new Set(
      wordsIn(text.replaceAll(AFTER_APOSTROPHE, '')).map((word) =>
        canonicalAction(word.replace(TOWARDS, '')),
      ),
    ),
);

/** For each telling word of a command, whether a text has it. A direction is one word. */
function areSpoken(text: string, action: string): readonly boolean[] {
  const direction = walkingDirection(action);
  if (direction !== null) return [waysIn(text).has(direction)];
  const spoken = everyFormIn(text);
  const telling = longWords(action).filter((word) => !SMALL.has(word));
  const words = telling.length > 0 ? telling : wordsIn(action);
  return words.map((word) => wordForms(word).some((form) => spoken.has(form)));
}

/** Whether a command names a creature in reach. Chance may play a part in its result. */
export function namesSomebody(action: string, { objects }: Pick<Observation, 'objects'>): boolean {
  return thingsNamedByCommand(action, objects.filter(isAnimate)).length > 0;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The words that a parser reads, and the things that they stand for. */
export interface Nouns {
  knows(word: string): boolean;
  objectsNamed(word: string): readonly number[];
  /** Whether a word may stand in a name without naming the thing. Absent if that cannot be read. */
  describes?(word: string): boolean;
}

/** The noun that a parser takes for a thing: the known words of its name; for `piece of paper` its last part. Else null. */
export function nounFor({ id, name }: Named, nouns: Nouns): string | null {
  const parts = name.toLowerCase().split(/\sof\s/);
  for (const part of parts.toReversed()) {
    const taken = wordsOf(part).filter((word) => isTaken(word, id, nouns));
    const last = taken.findLastIndex((word) => nouns.objectsNamed(word).includes(id));
    if (last !== -1) return taken.slice(0, last + 1).join(' ');
  }
  return null;
}

/** The noun to type for a thing whose name has words that the parser does not take. Null if its name can be typed. */
export function typedNoun(thing: Named, nouns: Nouns): string | null {
  const isWhole = wordsOf(thing.name).every((word) => isTaken(word, thing.id, nouns));
  return isWhole ? null : nounFor(thing, nouns);
}

function isTaken(word: string, id: number, nouns: Nouns): boolean {
  const named = nouns.objectsNamed(word);
  if (named.includes(id)) return true;
  if (nouns.describes !== undefined) return nouns.describes(word);
  return word === 'of' || (nouns.knows(word) && named.length === 0);
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
}
