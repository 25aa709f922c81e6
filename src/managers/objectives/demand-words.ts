import { normaliseAction, walkingDirection } from '../../domain/command.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { kindsIn, wordForms } from '../../domain/word-forms.ts';

const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNTED = new RegExp(
  String.raw`\b(${NUMBERS.join('|')}|[2-9]|1[0-2]) (?:\p{L}+ ){0,2}?(?!(?:moves|turns|points|steps|hops|times|ways)\b)\p{L}+s\b`,
  'u',
);

/** How many things a demand asks for: six for `lay the six gifts on the altar`. */
export function demandCount(text: string): number {
  const [, said] = COUNTED.exec(text) ?? [];
  if (said === undefined) return /\bboth\b/.test(text) ? 2 : 1;
  return NUMBERS.includes(said) ? NUMBERS.indexOf(said) + 2 : Number(said);
}

/** The first word of a text. */
export const demandVerb = (text: string): string => text.split(' ')[0] ?? '';

/** A thing that was met. */
export type SeenThing = Pick<VisibleObject, 'name'> & Partial<Pick<VisibleObject, 'traits'>>;

const NAMES_NOTHING = new Set(
  'about all and behind for from her his into its off onto out over that the then this through under with your'.split(
    ' ',
  ),
);

/** The words of a text that may name a thing or a room, with numbers. */
export function demandWords(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/\d+|\p{L}{3,}/gu) ?? [];
  return new Set(all.filter((word) => !NAMES_NOTHING.has(word)).flatMap(wordForms));
}

/** Those words, and the words they may be forms of. */
export function demandForms(text: string): ReadonlySet<string> {
  return new Set([...demandWords(text)].flatMap(wordForms));
}

/** The object of a command: its words without the verb. Empty for a walk. */
export function demandObject(action: string): string {
  return walkingDirection(action) === null ? action.trim().replace(/^\S+/, '') : '';
}

/** The command of a turn, normalised. */
export function playedAction({ decision }: Pick<TurnRecord, 'decision'>): string {
  return normaliseAction(decision.action);
}

/** The words of a turn's command that may name a thing. */
export function playedWords(turn: TurnRecord): readonly string[] {
  return [...demandWords(demandObject(playedAction(turn)))];
}

/** The head of each part of a text: `find the key` of `find the key of the chest`. */
export function demandHead(about: string): string {
  const ends = /\s(?:of|in|on|at|from|under|behind|for|with|near|inside|to|into|onto|that|which)\s/;
  return about
    .split(';')
    .map((part) => part.split(ends)[0])
    .join(';');
}

/** Tells which names a text means by one of their words. A front door is not the iron door, if both were seen. */
export function namesIn(text: string, seen: readonly SeenThing[]): (name: string) => boolean {
  const words = demandForms(text);
  const kinds = kindsIn(text);
  const isMeant = (name: string) => {
    const head = wordForms(wordsIn(name).at(-1) ?? '');
    const isTold = (word: string) => words.has(word) && (!kinds.has(word) || head.includes(word));
    return [...demandWords(name)].some(isTold);
  };
  const meant = thingsNamed(text, seen).map(({ name }) => name);
  const shares = (name: string, other: ReadonlySet<string>) =>
    [...demandWords(name)].some((word) => other.has(word));
  return (name) =>
    isMeant(name) &&
    (meant.includes(name) || !meant.some((other) => shares(other, demandForms(name))));
}

export function namesThingMet(text: string, seen: readonly SeenThing[]): boolean {
  return seen.some(({ name }) => namesIn(text, seen)(name));
}
