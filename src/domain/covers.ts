import type { Memory } from './memory.ts';

/** What a memory claims, whenever it was learnt. */
export type Claim = Pick<Memory, 'category' | 'title' | 'text' | 'persistence'>;

/** The share of the words of a text that must be found in what takes its place. */
const SHARE_OF_TEXT = 2 / 3;

/** Words of so many letters may end differently, as "open" and "opened" do. */
const FEWEST_LETTERS = 4;
const ENDINGS = ['s', 'es', 'd', 'ed', 'n', 'en', 'ing'];

/** Words that claim nothing by themselves. */
const EMPTY_WORDS = new Set(
  'a an the and or of to it its is are was were be been this that these those you your i my he she they them there here'.split(
    ' ',
  ),
);

/** Words that turn a claim into its opposite: each must be found again. */
const TURNING_WORDS = new Set(
  'no not never nothing none cannot can t won don doesn didn isn only without unless until before after'.split(
    ' ',
  ),
);

/** Facts of one sort; what is in none of the groups stands for itself. */
const SORTS: readonly (readonly string[])[] = [['NOTE', 'DISCOVERY']];

/**
 * Whether everything that `gone` claims is found in `cover`, so that nothing is unlearnt when only `cover` is believed:
 * the same sort of fact and no shorter persistence, every word of the title, every number and negation, and most words
 * of the text. Words alone decide: it errs by keeping too much.
 */
export function covers(cover: Claim, gone: Claim): boolean {
  if (!isSameSort(cover.category, gone.category)) return false;
  if (gone.persistence === 'core' && cover.persistence !== 'core') return false;
  const there = wordsOf(`${cover.title} ${cover.text}`);
  const isFound = (word: string) => there.some((one) => isSameWord(one, word));
  const text = wordsOf(gone.text);
  const mustBeFound = [...wordsOf(gone.title), ...text.filter(isDecisive)];
  if (!mustBeFound.every(isFound)) return false;
  return text.filter(isFound).length >= text.length * SHARE_OF_TEXT;
}

/** Whether two memories say facts of one sort: what works and what fails, for one, never are. */
export function isSameSort(one: string, other: string): boolean {
  return one === other || SORTS.some((sort) => sort.includes(one) && sort.includes(other));
}

function isDecisive(word: string): boolean {
  return /^\p{N}+$/u.test(word) || TURNING_WORDS.has(word);
}

/** In lower case, each once. */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{N}+|\p{L}+/gu) ?? [];
  return [...new Set(words)].filter((word) => !EMPTY_WORDS.has(word));
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
