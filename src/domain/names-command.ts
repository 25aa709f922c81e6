import { canonicalAction, walkingDirection } from './command.ts';
import { wordForms } from './word-forms.ts';

/** Words of a command that stand in many sentences without naming it. */
const SMALL = new Set('the and all with from into onto out off for its this that then'.split(' '));

/** Whether a text names all of a command, its small words aside, in any form. */
export function namesWhole(text: string, action: string): boolean {
  return namesCommand(text, action, (words, isSpoken) => words.every(isSpoken));
}

/** Whether a text names a command by one of its words, in any form. */
export function namesPart(text: string, action: string): boolean {
  return namesCommand(text, action, (words, isSpoken) => words.some(isSpoken));
}

function namesCommand(
  text: string,
  action: string,
  areNamed: (words: readonly string[], isSpoken: (word: string) => boolean) => boolean,
): boolean {
  const said = wordsOf(text);
  const spoken = new Set(said.flatMap(wordForms));
  const direction = walkingDirection(action);
  if (direction !== null) return said.some((word) => canonicalAction(word) === direction);
  const words = wordsOf(action);
  const telling = words.filter((word) => word.length > 2 && !SMALL.has(word));
  return areNamed(telling.length > 0 ? telling : words, (word) =>
    wordForms(word).some((form) => spoken.has(form)),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
}
