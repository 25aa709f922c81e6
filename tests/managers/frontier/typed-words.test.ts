import { expect, it } from 'vitest';
import { typedWords } from '../../../src/managers/frontier/typed-words.ts';

it.each([
  ['Type "about" for help.', ['about']],
  ['You can type credits or hints.', ['credits', 'hints']],
  ['For advice, say HELP at the prompt.', ['help']],
  ['THE CAVE\nYou stand in it.', []],
  // A quote that opens a sentence, and the apostrophe of its first word.
  ['"I\'d read it, if I was you. Then I\'d wave," he says.', []],
])('%j tells to type %j', (text, words) => {
  expect(typedWords(text)).toEqual(words);
});
