import { isSameWord } from './word-forms.ts';

/** Words in lower case, in their order. */
export type Words = readonly string[];

/** A clause of a text. */
export interface Thought {
  /** Without those that claim nothing; `JOINT` stands between two that are joined. */
  readonly words: Words;
  /** Whether what it is about is not said in it: it stands for something, or is too short to say. */
  readonly isAboutOther: boolean;
  /** What ends in a full stop has one number: the order of its thoughts is one of steps. */
  readonly sentence: number;
}

/** Stands for a word that joins two. */
export const JOINT = '&';

/** Words that claim nothing by themselves. */
const EMPTY_WORDS = new Set(
  `a an the to of it its is are was were be been this that these those you your i my he she they them there here
  do does did can will has have had which who also too both`.split(/\s+/),
);

/** Words that stand for what was named before. */
const STANDING_WORDS = new Set('it its they them their he him his she her this these'.split(' '));

/** Words that turn a claim into its opposite or say when it holds: the same claim has the same ones. */
const TURNING_WORDS = new Set(
  `no not never nothing none nobody neither nor without only if when while unless until except before after
  fails fail failed`.split(/\s+/),
);

const DENIALS = new Set(['no', 'not', 'never']);

/** Between so few words nothing else may stand: "take key" is not said by "take brass key". */
const WORDS_SIDE_BY_SIDE = 3;

/** With fewer words a clause may leave out what it is about. */
const FEWEST_TO_SAY_ABOUT = 3;

const SENTENCE_ENDS = /[.;!?\n]+/;
const CLAUSE_ENDS = /[,:]+/;

/** The thoughts of a text, in its order. */
export function thoughtsIn(text: string): readonly Thought[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\b(ca|wo)n't\b|\bcannot\b/g, 'not')
    .replace(/n't\b/g, ' not')
    .replace(/(\p{L}+), (?:which|who)\b/gu, '$1, $1');
  return plain.split(SENTENCE_ENDS).flatMap((said, sentence) =>
    said.split(CLAUSE_ENDS).flatMap((clause) => {
      const all = clause.match(/\p{N}+|\p{L}+|\p{S}+/gu) ?? [];
      const words = all
        .map((word) => (isJoint(word, all) ? JOINT : word))
        .filter((word) => !EMPTY_WORDS.has(word));
      const isAboutOther =
        all.some((word) => STANDING_WORDS.has(word)) ||
        words.length < FEWEST_TO_SAY_ABOUT ||
        TURNING_WORDS.has(words[0] ?? '');
      return words.length === 0 ? [] : [{ words, isAboutOther, sentence }];
    }),
  );
}

/** "Neither" and "either" are joined by "or", but only what is denied is so of both. */
function isJoint(word: string, clause: Words): boolean {
  return word === 'and' || (word === 'or' && clause.some((one) => DENIALS.has(one)));
}

/** Whether words are found among others in their order, which have neither a denial nor a condition that they have not. */
export function says(thought: Words, other: Words): boolean {
  const isTurned = thought.some((word) => TURNING_WORDS.has(word) && !other.includes(word));
  return !isTurned && saysWords(thought, other);
}

function saysWords(thought: Words, other: Words): boolean {
  const [all, wanted] = [withoutJoints(thought), withoutJoints(other)];
  return all.some((_, start) => beginsWith(all.slice(start), wanted));
}

/** Whether a title is the short form of a thought: its words in order, nothing denied. */
export function isShortFor(title: Words, thought: Words): boolean {
  const isDenied = thought.some((word) => DENIALS.has(word) && !title.includes(word));
  return !isDenied && saysWords(thought, title);
}

/** Whether two are word for word the same, whatever joins them and however words end. */
export function isSaid(one: Words, other: Words): boolean {
  const [left, right] = [withoutJoints(one), withoutJoints(other)];
  return (
    left.length === right.length && left.every((word, at) => isSameWord(word, right[at] ?? ''))
  );
}

export function withoutJoints(words: Words): Words {
  return words.filter((word) => word !== JOINT);
}

function beginsWith(thought: Words, words: Words): boolean {
  let at = 0;
  return words.every((word, index) => {
    const isNext = index === 0 || words.length <= WORDS_SIDE_BY_SIDE;
    const ahead = isNext ? thought.slice(at, at + 1) : thought.slice(at);
    const found = ahead.findIndex((one) => isSameWord(one, word));
    at += found + 1;
    return found !== -1;
  });
}
