import type { Memory } from './memory.ts';

/** What a memory claims, whenever it was learnt. */
export type Claim = Pick<Memory, 'category' | 'title' | 'text' | 'persistence'>;

/** Words of so many letters may end differently, as "open" and "opened" do. */
const FEWEST_LETTERS = 4;
const ENDINGS = ['s', 'es', 'd', 'ed', 'n', 'en', 'ing'];

/** Words that claim nothing by themselves. */
const EMPTY_WORDS = new Set(
  'a an the and or of to it its is are was were be been this that these those you your i my he she they them there here'.split(
    ' ',
  ),
);

/** Words (of "can't" the last) that turn a claim into its opposite or say when it holds: the same claim has the same ones. */
const TURNING_WORDS = new Set(
  'no not never nothing none nobody neither nor cannot t without only if when while unless until except before after'.split(
    ' ',
  ),
);

/** Facts of one sort; what is in none of the groups stands for itself. */
const SORTS: readonly (readonly string[])[] = [['NOTE', 'DISCOVERY']];

/** Between so few words nothing else may stand: "take key" is not said by "take brass key". */
const WORDS_SIDE_BY_SIDE = 3;

/** What ends a thought. */
const BETWEEN_CLAUSES = /[.;,!?:\n]+/;

/**
 * Whether everything that `gone` claims is found in `cover`, so that nothing is unlearnt when only `cover` is believed:
 * the same sort of fact, no shorter persistence, and each thought of its title and text within one thought. Words alone
 * decide: it errs by keeping too much.
 */
export function covers(cover: Claim, gone: Claim): boolean {
  if (!isSameSort(cover.category, gone.category)) return false;
  if (gone.persistence === 'core' && cover.persistence !== 'core') return false;
  const there = thoughtsOf(cover);
  return thoughtsOf(gone).every((one) => there.some((thought) => says(thought, one)));
}

/**
 * Whether a memory claims nothing but what one of those that it was made of claims: each thought of it is found in a thought
 * of theirs, where a title and what stands below it may be told in one.
 */
export function addsNothing(made: Claim, sources: readonly Claim[]): boolean {
  const known = sources.flatMap((source) => [
    ...thoughtsOf(source),
    ...clausesOf(source.title).flatMap((title) =>
      clausesOf(source.text).flatMap((told) => [
        [...title, ...told],
        [...told, ...title],
      ]),
    ),
  ]);
  return thoughtsOf(made).every((one) => known.some((thought) => says(thought, one)));
}

/** Whether two memories say facts of one sort: what works and what fails, for one, never are. */
export function isSameSort(one: string, other: string): boolean {
  return one === other || SORTS.some((sort) => sort.includes(one) && sort.includes(other));
}

function thoughtsOf({ title, text }: Claim): readonly (readonly string[])[] {
  return [...clausesOf(title), ...clausesOf(text)];
}

/** The thoughts of a text, each as its words in lower case, without those that claim nothing. */
function clausesOf(text: string): readonly (readonly string[])[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const clauses = plain
    .split(BETWEEN_CLAUSES)
    .map((clause) =>
      (clause.match(/\p{N}+|\p{L}+|\p{S}+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)),
    );
  return clauses.filter(({ length }) => length > 0);
}

/** Whether a thought has the words of another one in their order, and neither a denial nor a condition that it has not. */
function says(thought: readonly string[], other: readonly string[]): boolean {
  const isTurned = thought.some((word) => TURNING_WORDS.has(word) && !other.includes(word));
  return !isTurned && thought.some((_, start) => beginsWith(thought.slice(start), other));
}

function beginsWith(thought: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  return words.every((word, index) => {
    const isNext = index === 0 || words.length <= WORDS_SIDE_BY_SIDE;
    const ahead = isNext ? thought.slice(at, at + 1) : thought.slice(at);
    const found = ahead.findIndex((one) => isSameWord(one, word));
    at += found + 1;
    return found !== -1;
  });
}

function isSameWord(one: string, other: string): boolean {
  return one === other || formsOf(one).some((form) => formsOf(other).includes(form));
}

/** The word, and what is left of it without an ending. */
function formsOf(word: string): readonly string[] {
  const bare = ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) =>
    word.slice(0, -ending.length),
  );
  return [word, ...bare.filter(({ length }) => length >= FEWEST_LETTERS)];
}
