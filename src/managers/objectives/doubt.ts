import type { KnownWords } from '../known-words.ts';

/** What speaks against believing an objective, in a few words; null where nothing does any more. */
export function doubtOf(text: string, words: KnownWords | undefined): string | null {
  return words?.judge('', text) === 'invented'
    ? 'names something that this game has not shown so far'
    : null;
}
