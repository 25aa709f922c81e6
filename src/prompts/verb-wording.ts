import { isSpelling } from '../domain/command.ts';

/** How the system message lists the verbs of a story, and how they are read. */

export const VERBS_HEADING = "This story's verbs";

const BARE = 'Its verbs (long words may be cut short): ';

/** Verbs without what may follow them. */
export function bareVerbWords(verbs: readonly string[]): string {
  return BARE + verbs.join(', ');
}

/** A verb: the words that mean it, then what may follow them: `put, place: X in/on Y; X`. */
export function verbLine(words: readonly string[], patterns: readonly string[]): string {
  return `${words.join(', ')}: ${patterns.map((pattern) => pattern || '-').join('; ')}`;
}

/** The words that mean a verb, and what may follow them; no patterns where none are told. */
interface Verb {
  readonly words: readonly string[];
  readonly patterns: readonly string[];
}

/** The verbs of a story by each of their words. */
export type Grammar = ReadonlyMap<string, Verb>;

/** What `verbLine` or `bareVerbWords` wrote, in a system message. */
export function readVerbs(system: string): Grammar {
  const body = system.split(`## ${VERBS_HEADING}\n`)[1]?.split('\n\n')[0] ?? '';
  const verbs: readonly Verb[] = body.startsWith(BARE)
    ? body
        .slice(BARE.length)
        .split(', ')
        .map((word) => ({ words: [word], patterns: [] }))
    : [...body.matchAll(/^([^:\n.]+): (.*)$/gm)].map(([, words = '', patterns = '']) => ({
        words: words.split(', '),
        patterns: patterns.split('; ').flatMap(spellings),
      }));
  return new Map(verbs.flatMap((verb) => verb.words.map((word) => [word, verb] as const)));
}

/** `in/on X` is `in X` and `on X`. */
function spellings(pattern: string): readonly string[] {
  const words = pattern.split(' ').map((word) => word.split('/'));
  return words.reduce(
    (all, next) => all.flatMap((start) => next.map((word) => `${start} ${word}`.trim())),
    [''],
  );
}

/** Whether the story reads a verb in this pattern (`X`, `X with Y`, `-`); anything where no grammar is known. */
export function allows(grammar: Grammar, verb: string, pattern: string): boolean {
  if (grammar.size === 0) return true;
  const cut = () => [...grammar].find(([word]) => isSpelling(word, verb))?.[1];
  const patterns = (grammar.get(verb) ?? cut())?.patterns;
  return patterns !== undefined && (patterns.length === 0 || patterns.includes(pattern));
}
