import { isFreeSpeech, isSpelling, normaliseAction, walkingDirection } from './command.ts';

/** What a story's parser reads, as the interpreter tells it. */
interface Vocabulary {
  readonly verbs: readonly string[];
  readonly grammar:
    readonly { readonly words: readonly string[]; readonly patterns: readonly string[] }[] | null;
  knows(word: string): boolean;
}

/** A part of a pattern that holds any number of words. */
const OPEN_PART = /^(?:[XY]|TEXT|NUMBER)$/;

/** Tells whether a word is one of the story's verbs; a number never is. */
export function isVerbOf(verbs: readonly string[]): (word: string) => boolean {
  return (word) => !/^\d/.test(word) && verbs.some((verb) => isSpelling(verb, word));
}

/** Whether a line can be a command by its first word: one of the story's verbs, or a direction. */
export function beginsCommand(line: string, isVerb: (word: string) => boolean): boolean {
  const [first = '', ...rest] = normaliseAction(line).split(' ');
  // "I" alone asks what is held; before other words it is the writer.
  if (first === 'i') return rest.length === 0;
  return walkingDirection(first) !== null || isVerb(first);
}

/**
 * Whether the story's parser can read a command: it walks, or it begins with a verb, its words are in the dictionary, and
 * as much follows as the verb takes. Whether the things are there is another question.
 */
export function readsCommand(text: string, dictionary: Vocabulary): boolean {
  if (walkingDirection(text) !== null) return true;
  const [verb = '', ...rest] = normaliseAction(text).split(' ');
  if (!isVerbOf(dictionary.verbs)(verb)) return false;
  if (!isFreeSpeech(text) && !rest.every((word) => /^\d+$/.test(word) || dictionary.knows(word)))
    return false;
  const patterns = (dictionary.grammar ?? [])
    .filter(({ words }) => words.some((word) => isSpelling(word, verb)))
    .flatMap((one) => one.patterns);
  return patterns.length === 0 || patterns.some((pattern) => fits(rest.length, pattern));
}

/** Whether so many words can follow a verb by one of its patterns. */
function fits(count: number, pattern: string): boolean {
  const parts = pattern.split(' ').filter((part) => part !== '');
  return parts.some((part) => OPEN_PART.test(part))
    ? count >= parts.length
    : count === parts.length;
}
