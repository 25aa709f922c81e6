import type { Message } from '../domain/message.ts';
import { haveSameWords, wordsIn } from '../domain/text.ts';
import { HEADING } from './question.ts';

/** A text of fewer words may be meant. */
const LEAST_WORDS = 4;

/** Tells whether a text is from an example in the system message, which small models copy. */
export function copiesExample(messages: readonly Message[]): (text: string) => boolean {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const examples = new Set(
    [...system.join('\n').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text = '']) => words(text)),
  );
  return (text) => {
    const said = words(text);
    return said.split(' ').length >= LEAST_WORDS && examples.has(said);
  };
}

/** Tells whether a title and its text are one phrase, all in words of the question, so that they say nothing. */
export function isCopiedFromQuestion(
  messages: readonly Message[],
): (told: { readonly title: string; readonly text: string }) => boolean {
  const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const question = new Set(wordsIn(asked.join('\n')));
  return ({ title, text }) =>
    haveSameWords(title, text) && wordsIn(text).every((word) => question.has(word));
}

export const COPIED = 'it copies the example of the question';

/** The items that no example has. The reason is reported once if some are dropped. */
export function withoutCopied<T extends { readonly text: string | null }>(
  items: readonly T[],
  messages: readonly Message[],
  tell: (reason: string) => void,
): readonly T[] {
  const copies = copiesExample(messages);
  const own = items.filter(({ text }) => !copies(text ?? ''));
  if (own.length < items.length) tell(COPIED);
  return own;
}

function words(text: string): string {
  return wordsIn(text).join(' ');
}

const HEADINGS = Object.values(HEADING);

/** So many letters identify a word, whatever its ending. */
const STEM = 5;

/** Status lines: `Turn 3 of 40 | Location: Hall (7) | Score: 0`. */
const STATUS = /^turn \d+(?: of \d+)?\s*(?:\||$)|\|\s*(?:location|score|moves)\s*:/i;

/** Whether a text is only what every prompt has: a heading in any form of its words, or a status line. */
export function repeatsPrompt(text: string): boolean {
  const said = stemsOf(text);
  return STATUS.test(text.trim()) || HEADINGS.some((heading) => stemsOf(heading) === said);
}

function stemsOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.map((word) => word.slice(0, STEM)).join(' ');
}
