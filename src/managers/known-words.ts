import { isOrdinaryWord, wordForms } from '../domain/ordinary-words.ts';
import type { Observation } from '../domain/observation.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';

/** Whether a text names only what is known, may name something else, or surely does. */
export type Grounds = 'known' | 'unclear' | 'invented';

const NAMES_A_THING = new Set('the a an my your his her its with to'.split(' '));
/** Endings of words that are rather verbs, adverbs or adjectives than things. */
const RATHER_NO_THING = /(?:s|ed|ing|ly|en|ous|ful|able|ible|less|ive|ic|al)$/;
/** After these a new phrase begins. */
const BREAKS = new Set(
  `am and are as at be been but by can could did do does for from had has have if in into is may might must no nor not of off
  on onto or out should than that then through until up was were when where which while who will with would`.split(
    /\s+/,
  ),
);
const QUOTED = /"([^"]+)"|“([^”]+)”|`([^`]+)`/g;
const WORD = /[\p{L}][\p{L}'’-]*/gu;

/**
 * The words that an episode can speak of: those of the story's dictionary and all that it printed or listed in this
 * episode. Lessons that name other things were made up.
 */
export class KnownWords {
  readonly #dictionary: Pick<Dictionary, 'knows' | 'objectsNamed'>;
  readonly #heard = new Set<string>();

  constructor(dictionary: Pick<Dictionary, 'knows' | 'objectsNamed'>) {
    this.#dictionary = dictionary;
  }

  /** Takes in a text: its words name nothing new any more. */
  add(text: string): void {
    for (const word of wordsOf(text)) this.#heard.add(word);
  }

  /** Takes in what a turn printed and showed; taking it in again changes nothing. */
  hear({ before, after }: Pick<TurnRecord, 'before' | 'after'>): void {
    for (const seen of [before, after]) {
      for (const text of textsOf(seen)) this.add(text);
    }
  }

  /** The words by which an answer names things of the story that nothing printed or showed before; for before it is heard. */
  newNames({ before, after }: Pick<TurnRecord, 'before' | 'after'>): readonly string[] {
    const known = new Set(textsOf(before).flatMap(wordsOf));
    const words = new Set(wordsOf(after.text));
    return [...words].filter(
      (word) =>
        word.length > 2 &&
        wordForms(word).some((form) => this.#dictionary.objectsNamed(form).length > 0) &&
        !wordForms(word).some((form) => this.#heard.has(form) || known.has(form)),
    );
  }

  /** Judges what is to be remembered. Things are looked for in the title, in quoted commands, and where a word says that one follows. */
  judge(title: string, text = ''): Grounds {
    const quoted = [...text.matchAll(QUOTED)].map(
      (found) => found[1] ?? found[2] ?? found[3] ?? '',
    );
    const findings = [
      ...this.#findings(title, true),
      ...quoted.flatMap((command) => this.#findings(command, true)),
      ...this.#findings(text, false),
    ];
    if (findings.includes('invented')) return 'invented';
    return findings.includes('unclear') ? 'unclear' : 'known';
  }

  /** What the unknown words of a text are; in titles and commands each may be a thing. */
  #findings(text: string, isShort: boolean): readonly Grounds[] {
    return text.split(/[.,;:!?()[\]"“”\n]+/).flatMap((part) => {
      const words = wordsOf(part);
      return words.flatMap((word, index): Grounds[] => {
        if (this.#isKnown(word)) return [];
        const isNamed = this.#followsName(words, index);
        if (!isShort && !isNamed) return [];
        // "the door creaks" says what a known thing does, "the creaks" names some.
        const before = words[index - 1] ?? '';
        const mayDo = RATHER_NO_THING.test(word) && before !== '' && !NAMES_A_THING.has(before);
        return [mayDo ? 'unclear' : 'invented'];
      });
    });
  }

  /** Whether a word that names a thing stands before, with nothing but ordinary or known words between, at most two. */
  #followsName(words: readonly string[], index: number): boolean {
    return [1, 2, 3].some(
      (back) =>
        NAMES_A_THING.has(words[index - back] ?? '') &&
        words
          .slice(index - back + 1, index)
          .every((word) => !BREAKS.has(word) && this.#isKnown(word)),
    );
  }

  /** Whether a word is the beginning of one that was heard, as the last word of a text that was cut at a length is. */
  #isCutOff(word: string): boolean {
    return [...this.#heard].some((heard) => heard.startsWith(word));
  }

  #isKnown(word: string): boolean {
    if (isOrdinaryWord(word)) return true;
    const parts = word.split('-');
    if (parts.length > 1 && parts.every((part) => part === '' || this.#isKnown(part))) return true;
    return (
      wordForms(word).some((form) => this.#heard.has(form) || this.#dictionary.knows(form)) ||
      this.#isCutOff(word)
    );
  }
}

function textsOf({ text, location, inventory, objects, exits }: Observation): readonly string[] {
  const named = [location, ...inventory, ...objects, ...exits.map(({ to }) => to)];
  return [text, ...named.map(({ name }) => name)];
}

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}
