import { remembering } from './read-prompt.ts';

/** What a verb of the story may be followed by. */
export type Grammar = ReadonlyMap<string, readonly string[]>;

/** Dictionaries cut words at 6 or 9 characters; what is as long may be cut. */
const SHORTEST_CUT = 6;
const VERBS_ALONE = /^Its verbs \(.*\): (.*)$/m;

/** Verbs with their patterns, as the system message lists them; a list of bare verbs says nothing of patterns. */
export const readGrammar = remembering((system): Grammar => {
  const [, section = ''] = system.split("## This story's verbs\n");
  const body = section.split('\n\n')[0] ?? '';
  const bare = VERBS_ALONE.exec(body)?.[1];
  if (bare !== undefined) return new Map(bare.split(', ').map((verb) => [verb, []]));
  return new Map(
    body.split('\n').flatMap((line) => {
      const [, words, patterns] = /^([^:]+): (.*)$/.exec(line) ?? [];
      if (words === undefined || patterns === undefined || line.startsWith('Each line')) return [];
      const each = patterns.split('; ').flatMap(spellings);
      return words.split(', ').map((word) => [word, each] as const);
    }),
  );
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
  const patterns = patternsOf(grammar, first);
  if (patterns === undefined) return false;
  return patterns.length === 0 || patterns.includes([...particle, pattern].join(' '));
}

function patternsOf(grammar: Grammar, verb: string): readonly string[] | undefined {
  const exact = grammar.get(verb);
  if (exact !== undefined) return exact;
  for (const [word, patterns] of grammar) {
    if (word.length >= SHORTEST_CUT && verb.startsWith(word)) return patterns;
  }
  return undefined;
}
