import type { Memory } from './memory.ts';
import {
  isSaid,
  isShortFor,
  JOINT,
  says,
  thoughtsIn,
  withoutJoints,
  type Thought,
  type Words,
} from './thoughts.ts';
import { isSameWord } from './word-forms.ts';

/** What a memory claims, whenever it was learnt. */
export type MemoryClaim = Pick<Memory, 'category' | 'title' | 'text' | 'persistence'>;

/** Facts of one sort; what is in none of the groups stands for itself. */
const SORTS: readonly (readonly string[])[] = [['NOTE', 'DISCOVERY']];

/**
 * Whether everything that `gone` claims is found in `cover`, so that nothing is unlearnt when only `cover` is believed:
 * the same sort of fact, no shorter persistence, and each thought of its title and text within one thought about the same
 * thing, the steps of a sentence in their order. Words alone decide: it errs by keeping too much. Where `cover` was made of
 * `sources`, "take oar and rope" says "take rope", too.
 */
export function covers(
  cover: MemoryClaim,
  gone: MemoryClaim,
  sources: readonly MemoryClaim[] = [],
): boolean {
  if (!isSameSort(cover.category, gone.category)) return false;
  if (gone.persistence === 'core' && cover.persistence !== 'core') return false;
  const known = knownIn(sources);
  const told = [thoughtsIn(cover.title), thoughtsIn(cover.text)].flatMap((thoughts, part) =>
    thoughts.flatMap((thought, at) => {
      const previous = part === 0 ? [] : (thoughts[at - 1]?.words ?? []);
      const facts = [thought.words, ...(factsOf(thought.words, known) ?? [])];
      return facts.map((words) => ({ ...thought, words, previous }));
    }),
  );
  const [titles, texts] = [thoughtsIn(gone.title), thoughtsIn(gone.text)];
  const subject = titles.flatMap(({ words }) => words);
  const own = titles.filter(({ words }) => !texts.some((text) => isShortFor(words, text.words)));
  return (
    saysInOrder(told, own, () => true) &&
    saysInOrder(told, texts, (thought, other) => isAboutSame(thought, other, subject, gone))
  );
}

/** The same for a memory that may have been made of those that it replaced in its room. */
export function coversIn(room: readonly Memory[], cover: Memory, gone: MemoryClaim): boolean {
  const sources = room.filter(({ supersededBy }) => supersededBy === cover.title);
  return covers(cover, gone, sources);
}

/**
 * Whether a memory claims nothing but what one of those that it was made of claims, where a title and what stands below it
 * may be told in one. What it says of something that it does not name, all of them say.
 */
export function addsNothing(made: MemoryClaim, sources: readonly MemoryClaim[]): boolean {
  const known = knownIn(sources);
  const thoughts = [...thoughtsIn(made.title), ...thoughtsIn(made.text)];
  return thoughts.every(({ words }) => factsOf(words, known) !== null) && isClear(made, sources);
}

/** Whether two memories say facts of one sort: what works and what fails, for one, never are. */
export function isSameSort(one: string, other: string): boolean {
  return one === other || SORTS.some((sort) => sort.includes(one) && sort.includes(other));
}

interface Told extends Thought {
  /** The words of the thought before it in its text. */
  readonly previous: Words;
}

/** What is known, as thoughts; `whole` are those that stand below a title. */
interface Known {
  readonly all: readonly Words[];
  readonly whole: readonly Words[];
}

function knownIn(sources: readonly MemoryClaim[]): Known {
  const whole = sources.flatMap(({ text }) => thoughtsIn(text).map(({ words }) => words));
  const joined = sources.flatMap((source) =>
    thoughtsIn(source.title).flatMap(({ words: title }) => [
      title,
      ...thoughtsIn(source.text).flatMap(({ words }) => [
        [...title, ...words],
        [...words, ...title],
      ]),
    ]),
  );
  return { all: [...whole, ...joined], whole };
}

/** The known facts that a thought tells; null where it tells something else, or may. */
function factsOf(words: Words, { all, whole }: Known): readonly Words[] | null {
  const isKnown = (one: Words) => all.some((thought) => says(thought, one));
  if (isKnown(words)) return [words];
  const at = words.indexOf(JOINT);
  if (at === -1 || words.includes(JOINT, at + 1)) return null;
  const [left, right] = [words.slice(0, at), words.slice(at + 1)];
  const isWhole = (one: Words) => one.length > 1 && whole.some((thought) => isSaid(thought, one));
  const shared = left.map((_, end) => [...left.slice(0, end), ...right]).find(isWhole);
  const readings = [
    left.length === 1 && right.length === 1 ? [left, right] : [],
    isWhole(left) && shared !== undefined ? [left, shared] : [],
    words.length > 3
      ? [
          [...left, ...right.slice(1)],
          [...left.slice(0, -1), ...right],
        ]
      : [],
  ];
  return readings.find((facts) => facts.length > 0 && facts.every(isKnown)) ?? null;
}

/** Whether each thought is found, those of one sentence in their order. */
function saysInOrder(
  told: readonly Told[],
  others: readonly Thought[],
  isMeant: (thought: Told, other: Thought) => boolean,
): boolean {
  let [sentence, from] = [-1, 0];
  return others.every((other) => {
    if (other.sentence !== sentence) [sentence, from] = [other.sentence, 0];
    from = told.findIndex(
      (thought, at) => at >= from && says(thought.words, other.words) && isMeant(thought, other),
    );
    return from !== -1;
  });
}

/**
 * Whether a thought that is found is said of the same thing: where it does not name what its title does, the one that says
 * it, and what that goes on from, speak of nothing else.
 */
function isAboutSame(thought: Told, other: Thought, subject: Words, gone: MemoryClaim): boolean {
  if (!other.isAboutOther || sharesWord(other.words, subject)) return true;
  const own = [...subject, ...thoughtsIn(gone.text).flatMap(({ words }) => words)];
  const context = thought.isAboutOther ? thought.previous : [];
  return withoutJoints([...thought.words, ...context]).every((word) => sharesWord([word], own));
}

/** Whether what is said of something unnamed is said by all sources, or follows what it follows in one. */
function isClear(made: MemoryClaim, sources: readonly MemoryClaim[]): boolean {
  const subjects = sources.flatMap(({ title }) => thoughtsIn(title).flatMap(({ words }) => words));
  const texts = sources.map(({ text }) => thoughtsIn(text));
  const thoughts = thoughtsIn(made.text);
  return thoughts.every(({ words, isAboutOther }, at) => {
    if (!isAboutOther || sharesWord(words, subjects)) return true;
    const isOfAll = sources.every((one) => knownIn([one]).all.some((said) => says(said, words)));
    const before = thoughts[at - 1];
    const follows = (text: readonly Thought[]) =>
      text.some(
        (one, place) =>
          before !== undefined &&
          isSaid(one.words, words) &&
          isSaid(text[place - 1]?.words ?? [], before.words),
      );
    return isOfAll || texts.some(follows);
  });
}

function sharesWord(words: Words, others: Words): boolean {
  return words.some((word) => others.some((other) => isSameWord(word, other)));
}
