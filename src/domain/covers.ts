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

/** What these are about is a command, of which the order of the words counts. */
const OF_COMMANDS = new Set(['SUCCESS', 'FAILURE', 'DANGER']);

/** Between so few words of a command nothing else may stand. */
const WORDS_OF_COMMAND = 3;

/** What ends a thought. */
const BETWEEN_CLAUSES = /[.;,!?:\n]+/;

/**
 * Whether everything that `gone` claims is found in `cover`, so that nothing is unlearnt when only `cover` is believed:
 * the same sort of fact and no shorter persistence, each action or fact of the title within one thought, every number and
 * negation beside the words that it belongs to, and most words of the text, those of a thought within one thought. Words
 * alone decide: it errs by keeping too much.
 */
export function covers(cover: Claim, gone: Claim): boolean {
  if (!isSameSort(cover.category, gone.category)) return false;
  if (gone.persistence === 'core' && cover.persistence !== 'core') return false;
  const there = [...clausesOf(cover.title), ...clausesOf(cover.text)];
  const says = OF_COMMANDS.has(gone.category) ? hasAction : hasWords;
  const named = clausesOf(gone.title);
  if (!named.every((one) => there.some((clause) => says(clause, one)))) return false;
  const text = clausesOf(gone.text);
  const decisive = text.filter((clause) => clause.some(isDecisive));
  if (!decisive.every((clause) => there.some((other) => decides(other, clause)))) return false;
  const [all, found] = [new Set(text.flat()), there.flat()];
  const known = new Set([...all].filter((word) => isIn(found, word)));
  return (
    known.size >= all.size * SHARE_OF_TEXT &&
    text.every((clause) => isTogether(there, clause, known))
  );
}

/** Whether two memories say facts of one sort: what works and what fails, for one, never are. */
export function isSameSort(one: string, other: string): boolean {
  return one === other || SORTS.some((sort) => sort.includes(one) && sort.includes(other));
}

function isDecisive(word: string): boolean {
  return /^\p{N}+$/u.test(word) || TURNING_WORDS.has(word);
}

/** The thoughts of a text, each as its words in lower case, without those that claim nothing. */
function clausesOf(text: string): readonly (readonly string[])[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const clauses = plain
    .split(BETWEEN_CLAUSES)
    .map((clause) =>
      (clause.match(/\p{N}+|\p{L}+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)),
    );
  return clauses.filter(({ length }) => length > 0);
}

/** Whether the words of an action are found in a thought in their order, those of a command side by side. */
function hasAction(clause: readonly string[], action: readonly string[]): boolean {
  const isCommand = action.length <= WORDS_OF_COMMAND;
  return clause.some((_, start) => {
    let at = start;
    return action.every((word, index) => {
      const isNext = (one: string) => isSameWord(one, word);
      const found =
        index > 0 && isCommand
          ? isNext(clause[at] ?? '')
            ? at
            : -1
          : clause.findIndex((one, position) => position >= at && isNext(one));
      at = found + 1;
      return found !== -1;
    });
  });
}

function hasWords(clause: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => isIn(clause, word));
}

/** Whether a thought says every number and negation of another one, with most of its words. */
function decides(clause: readonly string[], gone: readonly string[]): boolean {
  const found = gone.filter((word) => isIn(clause, word));
  return (
    gone.filter(isDecisive).every((word) => isIn(clause, word)) &&
    found.length >= gone.length * SHARE_OF_TEXT
  );
}

/** Whether what is known of a thought is found in one thought, so that no other thing has got its words. */
function isTogether(
  there: readonly (readonly string[])[],
  clause: readonly string[],
  known: ReadonlySet<string>,
): boolean {
  const words = clause.filter((word) => known.has(word));
  return words.length === 0 || there.some((other) => hasWords(other, words));
}

function isIn(words: readonly string[], word: string): boolean {
  return words.some((one) => isSameWord(one, word));
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
