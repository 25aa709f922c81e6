import type { Memory } from './memory.ts';
import { beginsInOrder, isSameWord } from './word-forms.ts';

/** What a memory claims, whenever it was learnt. */
export type MemoryClaim = Pick<Memory, 'category' | 'title' | 'text' | 'persistence'>;

/** Categories for the same sort of fact. Every other category stands for itself. */
const PLAIN_FACTS = new Set(['NOTE', 'DISCOVERY']);

/**
 * Whether `cover` has everything that `gone` claims, step by step, as the same sort of fact with the same persistence. It
 * compares words alone, and errs by keeping too much. A cover that was made from `sources` may join their claims.
 */
export function covers(
  cover: MemoryClaim,
  gone: MemoryClaim,
  sources: readonly MemoryClaim[] = [],
): boolean {
  if (!coversSameSort(cover.category, gone.category)) return false;
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

/** Whether a memory covers another. It may have been made from the memories that it replaced in its room. */
export function coversMerged(room: readonly Memory[], cover: Memory, gone: MemoryClaim): boolean {
  const sources = room.filter(({ supersededBy }) => supersededBy === cover.title);
  return covers(cover, gone, sources);
}

/** Whether one of the sources covers the memory that was made from them. */
export function addsNothing(made: MemoryClaim, sources: readonly MemoryClaim[]): boolean {
  const known = knownIn(sources);
  const thoughts = [...thoughtsIn(made.title), ...thoughtsIn(made.text)];
  return thoughts.every(({ words }) => factsOf(words, known) !== null) && isClear(made, sources);
}

/** Whether two texts have the same denials and conditions. */
export function haveSameDenials(one: string, other: string): boolean {
  const all = [one, other].map((text) => new Set(thoughtsIn(text).flatMap(({ words }) => words)));
  return [...TURNING_WORDS].every((word) => all[0]?.has(word) === all[1]?.has(word));
}

/** Whether two memories state the same sort of fact. A success and a failure never do. */
export function coversSameSort(one: string, other: string): boolean {
  return one === other || (PLAIN_FACTS.has(one) && PLAIN_FACTS.has(other));
}

type Told = Thought & { readonly previous: Words };

/** Known facts as thoughts. `whole` holds those below a title. */
interface Known {
  readonly all: readonly Words[];
  readonly whole: readonly Words[];
}

function knownIn(sources: readonly MemoryClaim[]): Known {
  const whole = sources.flatMap(({ text }) => thoughtsIn(text).map(({ words }) => words));
  const joined = sources.flatMap((source) =>
    thoughtsIn(source.title).flatMap(({ words: title }) => [
      title,
      ...thoughtsIn(source.text).flatMap(({ words }) => [title.concat(words), words.concat(title)]),
    ]),
  );
  return { all: [...whole, ...joined], whole };
}

/** The known facts that a thought tells. Null if it tells, or may tell, something else. */
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
    words.length > 3 ? [left.concat(right.slice(1)), left.slice(0, -1).concat(right)] : [],
  ];
  return readings.find((facts) => facts.length > 0 && facts.every(isKnown)) ?? null;
}

/** Whether each thought is found, those of one sentence in order. */
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

/** Whether a thought is about the same thing. One that names nothing of its title must be about nothing else. */
function isAboutSame(thought: Told, other: Thought, subject: Words, gone: MemoryClaim): boolean {
  if (!other.isAboutOther || sharesWord(other.words, subject)) return true;
  const own = [...subject, ...thoughtsIn(gone.text).flatMap(({ words }) => words)];
  const context = thought.isAboutOther ? thought.previous : [];
  return withoutJoints([...thought.words, ...context]).every((word) => sharesWord([word], own));
}

/** Whether claims about something unnamed are in all sources, or follow the same thought in one. */
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

/** Words in lower case, in order. */
type Words = readonly string[];

/** A clause of a text. */
interface Thought {
  /** Without words that claim nothing. `JOINT` stands between two joined parts. */
  readonly words: Words;
  /** Whether its subject is not in it: it has a pronoun, or is too short to name one. */
  readonly isAboutOther: boolean;
  /** Thoughts of one sentence have one number. Their order is an order of steps. */
  readonly sentence: number;
}

const JOINT = '&';

/** Words that claim nothing by themselves. */
const EMPTY_WORDS = new Set(
  `a an the to of it its is are was were be been this that these those you your i my he she they them there here
  do does did can will has have had which who also too both`.split(/\s+/),
);

/** Words that stand for something named before. */
const STANDING_WORDS = new Set('it its they them their he him his she her this these'.split(' '));

/** Words that deny a claim or limit when it holds. Equal claims have the same ones. */
const TURNING_WORDS = new Set(
  `no not never nothing none nobody neither nor without only if when while unless until except before after
  fails fail failed`.split(/\s+/),
);

const DENIALS = new Set(['no', 'not', 'never']);

/** Between so few words no other word may stand: "take brass key" does not say "take key". */
const WORDS_SIDE_BY_SIDE = 3;

/** A clause of fewer words may leave out its subject. */
const FEWEST_TO_SAY_ABOUT = 3;

function thoughtsIn(text: string): readonly Thought[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\b(ca|wo)n't\b|\bcannot\b/g, 'not')
    .replace(/n't\b/g, ' not')
    .replace(/(\p{L}+), (?:which|who)\b/gu, '$1, $1');
  return plain.split(/[.;!?\n]+/).flatMap((said, sentence) =>
    said.split(/[,:]+/).flatMap((clause) => {
      const all = clause.match(/\p{N}+|\p{L}+|\p{S}+/gu) ?? [];
      // "or" joins only denied parts: then both are denied.
      const isDenied = all.some((word) => DENIALS.has(word));
      const words = all
        .map((word) => (word === 'and' || (word === 'or' && isDenied) ? JOINT : word))
        .filter((word) => !EMPTY_WORDS.has(word));
      const isAboutOther =
        all.some((word) => STANDING_WORDS.has(word)) ||
        words.length < FEWEST_TO_SAY_ABOUT ||
        TURNING_WORDS.has(words[0] ?? '');
      return words.length === 0 ? [] : [{ words, isAboutOther, sentence }];
    }),
  );
}

/** Whether `other` has the words in order, with no other denial or condition. */
function says(thought: Words, other: Words): boolean {
  const isTurned = thought.some((word) => TURNING_WORDS.has(word) && !other.includes(word));
  return !isTurned && saysWords(thought, other);
}

function saysWords(thought: Words, other: Words): boolean {
  const [all, words] = [withoutJoints(thought), withoutJoints(other)];
  const between = words.length <= WORDS_SIDE_BY_SIDE ? 0 : all.length;
  return all.some((_, start) => beginsInOrder(all.slice(start), words, between));
}

/** Whether a title is the short form of a thought: its words in order, nothing denied. */
function isShortFor(title: Words, thought: Words): boolean {
  const isDenied = thought.some((word) => DENIALS.has(word) && !title.includes(word));
  return !isDenied && saysWords(thought, title);
}

/** Whether two are word for word the same, apart from joints and word endings. */
function isSaid(one: Words, other: Words): boolean {
  const [left, right] = [withoutJoints(one), withoutJoints(other)];
  return (
    left.length === right.length && left.every((word, at) => isSameWord(word, right[at] ?? ''))
  );
}

function withoutJoints(words: Words): Words {
  return words.filter((word) => word !== JOINT);
}
