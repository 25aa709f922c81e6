import { isFreeSpeech, normaliseAction, walkingDirection } from './command.ts';

/** What a story's parser reads, according to the interpreter. */
interface Vocabulary {
  readonly verbs: readonly string[];
  readonly grammar:
    | readonly { readonly words: readonly string[]; readonly patterns: readonly string[] }[]
    | null;
  knows(word: string): boolean;
}

/** Tells whether each word of a command means something to the story, and which objects it may name. */
export interface WordsKnown extends Pick<Vocabulary, 'knows' | 'verbs'> {
  objectsNamed(word: string): readonly number[];
}

type Grammar = Omit<Vocabulary, 'knows'>;

/** The parts of a pattern: words, and places for what the player names. */
type Parts = readonly string[];

/** A part of a pattern that takes any number of words. */
const OPEN_PART = /^(?:[XY]|TEXT|NUMBER)$/;

/** Whether an entry of a vocabulary stands for a word. It may be cut at 6 or 9 characters (Z-Machine Standard 1.1 §13.3). */
export function isSpellingOf(verb: string, word: string): boolean {
  return verb === word || (verb.length >= 6 && word.startsWith(verb));
}

/** Tells whether a word is a verb of a story's vocabulary. A number never is. */
export function isVerbOf(verbs: readonly string[]): (word: string) => boolean {
  return (word) => !/^\d/.test(word) && verbs.some((verb) => isSpellingOf(verb, word));
}

/** Whether a line begins like a command: it walks, or has a verb with words for it. A verb alone ("no", "i") begins prose. */
export function beginsCommand(line: string, { verbs, grammar }: Grammar): boolean {
  if (walkingDirection(line) !== null) return true;
  const [first = '', ...rest] = normaliseAction(line).split(' ');
  if (!isVerbOf(verbs)(first)) return false;
  const patterns = patternsOf(first, grammar);
  return patterns.length === 0 || rest.length === 0 || patterns.some(takesAnything);
}

/** Whether a command can be read by its words and its verb's patterns. Its things may be elsewhere. */
export function readsCommand(text: string, dictionary: Vocabulary): boolean {
  if (walkingDirection(text) !== null) return true;
  const [verb = '', ...rest] = normaliseAction(text).split(' ');
  if (!isVerbOf(dictionary.verbs)(verb)) return false;
  if (!isFreeSpeech(text) && !rest.every((word) => /^\d+$/.test(word) || dictionary.knows(word)))
    return false;
  const patterns = patternsOf(verb, dictionary.grammar);
  const isFit = (parts: Parts) =>
    takesAnything(parts) ? rest.length >= parts.length : rest.length === parts.length;
  return patterns.length === 0 || patterns.some(isFit);
}

/** The first word of a command that is not in the story's vocabulary. Of a speech only the first word counts. */
export function unknownWordIn(action: string, dictionary: Pick<Vocabulary, 'knows'>) {
  const command = normaliseAction(action);
  const words = isFreeSpeech(command) ? command.split(' ').slice(0, 1) : command.split(/[ ,]+/);
  return words.find((word) => !/^\d*$/.test(word) && !dictionary.knows(word));
}

/** Whether a command ends in a verb of the story's vocabulary that names no thing, as in `push switch`. */
export function endsInVerb(action: string, dictionary: Omit<WordsKnown, 'knows'>): boolean {
  const [, ...rest] = normaliseAction(action).split(' ');
  const last = rest.at(-1);
  if (last === undefined || isFreeSpeech(action) || walkingDirection(action) !== null) return false;
  return isVerbOf(dictionary.verbs)(last) && dictionary.objectsNamed(last).length === 0;
}

/** Whether a verb takes a form such as `X with Y`. If its patterns are unknown, whether the verb exists. */
export function takesForm(verb: string, form: string, { verbs, grammar }: Grammar): boolean {
  if (!isVerbOf(verbs)(verb)) return false;
  const wanted = partsOf(form);
  // Grammars name things in the order of the sentence; a form may have another order.
  const isThing = (part: string) => part === 'X' || part === 'Y';
  const isSame = (part: string, at: number) => {
    const want = wanted[at] ?? '';
    if (isThing(want)) return isThing(part) || (want === 'Y' && part === 'TEXT');
    return part.split('/').some((word) => isSpellingOf(word, want));
  };
  const isForm = (parts: Parts) => parts.length === wanted.length && parts.every(isSame);
  return grammar === null || patternsOf(verb, grammar).some(isForm);
}

function patternsOf(verb: string, grammar: Vocabulary['grammar']): readonly Parts[] {
  return (grammar ?? [])
    .filter(({ words }) => words.some((word) => isSpellingOf(word, verb)))
    .flatMap(({ patterns }) => patterns.map(partsOf));
}

function partsOf(pattern: string): Parts {
  return pattern.split(' ').filter((part) => part !== '');
}

/** Whether a part of a pattern takes any number of words. */
function takesAnything(parts: Parts): boolean {
  return parts.some((part) => OPEN_PART.test(part));
}
