import { createRequire } from 'node:module';
import type compromise from 'compromise/two';
import { walkingDirection } from '../domain/command.ts';
import { rememberText } from '../domain/text.ts';
import { isOrdinaryWord } from '../domain/word-forms.ts';

interface Noun {
  /** In lower case, in its own spelling. */
  readonly word: string;
  /** Whether it is told of as a thing: after an article or the like, or with a capital inside a sentence. */
  readonly isNamed: boolean;
  /** Whether it only says where, whose or what happens: "on a log", "the bird's hoard", "after the theft". */
  readonly isAside: boolean;
}

const NAMES_A_THING = new Set('the a an my your his her its our their with to'.split(' '));
const SETS_ASIDE = new Set(
  'about above along around as at before behind below beside by for from in inside into like near on onto over past through under'.split(
    ' ',
  ),
);
/** Words before an event, not a thing. */
const DATES = new Set('after before during since until'.split(' '));
/** Verbs whose object is an event. */
const OF_EVENTS = /^(?:begin|cause|cease|continue|delay|end|prevent|risk)(?:s|d|ed|ing|ning)?$/;
/** Verbs whose subject is an event. */
const HAPPENS = /^(?:begins?|began|ends?|ended|happen(?:s|ed)?|lasts?|occur(?:s|red)?)$/;
/** Verbs that put a thing somewhere: "lay it on the altar". */
const PUTS = new Set(
  'attach drop hang hide insert lay leave place pour put set spread throw tie'.split(' '),
);
const CAPITALISED = /(?<=[\p{L}\p{N},'’] )\p{Lu}\p{Ll}[\p{L}'’]*/gu;
/** Between an article and its noun. */
const DESCRIBES = new Set(['Adjective', 'Adverb', 'Noun', 'Value', 'Gerund', 'PastTense']);
/** After a verb without an object: "leads down", "opens without a key". */
const LEADS_ON = new Set(['Preposition', 'Adverb', 'Particle', 'Adjective']);
const MOST_BETWEEN = 3;

/** The tagger of words, loaded with the first text: loading takes long, and a short game needs no nouns. */
let tagger: typeof compromise | undefined;
function nlp(text: string) {
  tagger ??= createRequire(import.meta.url)('compromise/two') as typeof compromise;
  return tagger(text);
}

interface Term {
  readonly text: string;
  readonly normal: string;
  readonly tags: readonly string[];
}

export function nounsIn(text: string): readonly Noun[] {
  const names = new Set((text.match(CAPITALISED) ?? []).map((name) => name.toLowerCase()));
  // Case says little in titles, and makes names of verbs.
  const parts = text.toLowerCase().split(/[.,;:!?/()[\]"“”`\n]+/);
  return parts.flatMap((part) => {
    const terms = termsOf(part);
    return terms.flatMap(({ text: word, tags }, index): Noun[] => {
      if (!tags.includes('Noun') || tags.includes('Pronoun') || NAMES_A_THING.has(word)) return [];
      if (tellsOfAnother(terms, index)) return [];
      const introduced = introductionOf(terms.slice(0, index));
      const isAside =
        (SETS_ASIDE.has(introduced[0] ?? '') && !names.has(word)) || isNoThing(terms, index);
      const isNamed = names.has(word) || introduced.some((one) => NAMES_A_THING.has(one));
      return [{ word, isNamed, isAside }];
    });
  });
}

/** A thing, and its description in brackets or after a dash: "china egg (a nest decoy, ...)". */
const GLOSS =
  /(\p{L}[\p{L}'’-]*) ?(?:\(| [-–—] )an? ((?:[\p{L}'’-]+ ){0,2}?[\p{L}'’-]+)(?=[,;.)]| [-–—] )/gu;

/** What a thing is said to be: "the pole is really a magnet". */
const BEING =
  /(?<!\p{L})(?!(?:there|here|it|this|that|what|which|who|he|she|they)(?!\p{L}))(\p{L}[\p{L}'’-]*) (?:(?:is|are|was|were)|(?:acts?|works?|serves?) (?:as|like)) (?:(?:just|likely|merely|only|perhaps|probably|really) )?an? ((?:[\p{L}'’-]+ ){0,2}?[\p{L}'’-]+)(?=[.,;:!?)\n]|$| (?:and|but|for|of|that|to|which|with) )/gu;

/** The words that describe a thing, each time after the last word of its name. */
export function glossesIn(text: string): readonly { of: string; says: readonly string[] }[] {
  const plain = text.toLowerCase();
  const found = [...plain.matchAll(GLOSS), ...plain.matchAll(BEING)];
  return found.map(([, of = '', said = '']) => ({ of, says: said.split(' ') }));
}

/** Whether a possible noun describes another noun or acts for it: "the door creaks", "room layout", "leads down". */
function tellsOfAnother(terms: readonly Term[], index: number): boolean {
  const word = terms[index]?.text ?? '';
  if (isInfinitive(terms, index) || isAfterNoun(word, terms[index - 1])) return true;
  const leadsOn = terms[1]?.tags.some((tag) => LEADS_ON.has(tag)) === true;
  // A clause without a subject may begin with a verb: "leads", "opens".
  const bases = [word.replace(/s$/, ''), word.replace(/es$/, '')];
  const isVerb = (base: string) => base !== word && nlp(base).has('#Verb');
  return index === 0 && leadsOn && bases.some(isVerb);
}

/** Whether a word after a noun or a direction is a verb of it or described by it. */
function isAfterNoun(word: string, before: Term | undefined): boolean {
  if (before === undefined) return false;
  const isNoun = before.tags.includes('Noun') || walkingDirection(before.normal) !== null;
  return isNoun && (word.endsWith('s') || isOrdinaryWord(before.normal));
}

/** Whether a word after "to" has an object of its own: "food to bait the pig". */
function isInfinitive(terms: readonly Term[], index: number): boolean {
  const [before, next] = [terms[index - 1], terms[index + 1]];
  const isAtStart = index < 2 || terms[index - 2]?.tags.includes('Noun') === true;
  return before?.normal === 'to' && isAtStart && next?.tags.includes('Determiner') === true;
}

/** Whether a noun belongs to another, is only an improvement, or is an event. */
function isNoThing(terms: readonly Term[], index: number): boolean {
  const at = terms.slice(0, index).findLastIndex((term) => !describes(term));
  const between = terms.slice(at + 1, index);
  const isOwned = ({ tags }: Term) => tags.includes('Possessive') && !tags.includes('Pronoun');
  if (between.some(isOwned)) return true;
  const article = terms[at]?.normal ?? '';
  const next = terms[index + 1];
  const isBetter = between.some(({ tags }) => tags.includes('Comparative'));
  if (isBetter && /^an?$/.test(article) && !acts(next)) return true;
  return happens(NAMES_A_THING.has(article) ? (terms[at - 1]?.normal ?? '') : article, next);
}

function happens(before: string, next: Term | undefined): boolean {
  const isDated = DATES.has(before) && next?.tags.includes('Verb') !== true;
  const isCaused = OF_EVENTS.test(before) && next?.normal !== 'from';
  return isDated || isCaused || HAPPENS.test(next?.normal ?? '');
}

/** Whether a term is a verb of action, and not only of being. */
function acts(term: Term | undefined): boolean {
  return term?.tags.includes('Verb') === true && !term.tags.includes('Copula');
}

const termsOf = rememberText((text): readonly Term[] => {
  const sentences = nlp(text).json({ terms: { tags: true } }) as { terms: readonly Term[] }[];
  return sentences.flatMap(({ terms }) => terms.filter((term) => /\p{L}/u.test(term.text)));
});

function describes({ tags }: Term): boolean {
  return tags.some((tag) => DESCRIBES.has(tag));
}

/** The words that introduce a noun, without adjectives: "behind a" of "behind a very old dragon", "with". */
function introductionOf(before: readonly Term[]): readonly string[] {
  const at = before.findLastIndex((term) => !describes(term));
  if (at < before.length - 1 - MOST_BETWEEN) return [];
  const [earlier, last] = [before[at - 1]?.normal ?? '', before[at]?.normal ?? ''];
  const isPut = before.some(({ normal }) => PUTS.has(normal));
  const isAside = NAMES_A_THING.has(last) && SETS_ASIDE.has(earlier) && !isPut;
  return isAside ? [earlier, last] : [last];
}
