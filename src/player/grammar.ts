import { remembering } from './read-prompt.ts';

/** A verb of the story: the words that mean it, and what may follow them; no patterns where the prompt tells none. */
interface Verb {
  readonly words: readonly string[];
  readonly patterns: readonly string[];
}

/** The verbs of a story by each of their words. */
export type Grammar = ReadonlyMap<string, Verb>;

/** Dictionaries cut words at 6 or 9 characters; what is as long may be cut. */
const SHORTEST_CUT = 6;

/** Verbs with their patterns, as the system message lists them; a list of bare verbs says nothing of patterns. */
export const readGrammar = remembering((system): Grammar => {
  const body = system.split("## This story's verbs\n")[1]?.split('\n\n')[0] ?? '';
  const bare = /^Its verbs \(.*\): (.*)$/m.exec(body)?.[1];
  const verbs: readonly Verb[] =
    bare === undefined
      ? [...body.matchAll(/^(?!Each line)([^:\n]+): (.*)$/gm)].map(
          ([, words = '', patterns = '']) => ({
            words: words.split(', '),
            patterns: patterns.split('; ').flatMap(spellings),
          }),
        )
      : bare.split(', ').map((word) => ({ words: [word], patterns: [] }));
  return new Map(verbs.flatMap((verb) => verb.words.map((word) => [word, verb] as const)));
});

/** `in/on X` is `in X` and `on X`. */
function spellings(pattern: string): readonly string[] {
  return pattern
    .split(' ')
    .map((word) => word.split('/'))
    .reduce(
      (all, words) => all.flatMap((start) => words.map((word) => `${start} ${word}`.trim())),
      [''],
    );
}

/** Whether the story reads a verb in this pattern (`X`, `X with Y`, `-`); anything where no grammar is known. */
export function allows(grammar: Grammar, verb: string, pattern: string): boolean {
  if (grammar.size === 0) return true;
  const [first = verb, ...particle] = verb.split(' ');
  const cut = () =>
    [...grammar].find(([word]) => word.length >= SHORTEST_CUT && first.startsWith(word))?.[1];
  const patterns = (grammar.get(first) ?? cut())?.patterns;
  if (patterns === undefined) return false;
  return patterns.length === 0 || patterns.includes([...particle, pattern].join(' '));
}
