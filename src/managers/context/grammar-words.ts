import { META } from '../../domain/command.ts';
import type { Dictionary } from '../../interpreter/interpreter.ts';
import { renderSections } from '../../prompts/question.ts';
import { bareVerbWords, verbLine, VERBS_HEADING } from '../../prompts/verb-wording.ts';

/**
 * Words that are not told. About the session: they are the tool's business (see the free checks), change only how much is
 * printed, or print what the engine tells. A debugger's. Oaths. Answers to somebody who asks.
 */
const UNTOLD = [
  ...META,
  ...words(`
    die unrecord version verbose brief superbrief super superb normal long short notify score full fullscore
    nouns pronouns objects places footnote note bug again g
    abstract actions changes daemons timers gonear goto messages routines purloin random scope showobj showverb trace tree
    ass asshole bastard bitch bother bugger crap cunt curse curses damn darn drat fuck molest piss rape shit sod
    sorry yes y no`),
];

/** Dictionaries cut words at 6 or 9 characters (Z-Machine Standard 1.1 §13.3). */
const SHORTEST_CUT = 6;

const HOW = `Each line has the words that mean the same, then what may follow them: X and Y stand for things, \
TEXT and NUMBER for what you choose, "-" for nothing at all, in/on for either word. Long words are cut as the parser cuts them; write them out.`;

type Verbs = Pick<Dictionary, 'grammar' | 'verbs'>;

/** What the story's parser reads, for the system message: its verbs with their patterns, or the verbs alone. */
export function grammarWords({ grammar, verbs }: Verbs): string {
  const whole = wholeWords([...verbs, ...(grammar?.flatMap(({ words: all }) => all) ?? [])]);
  const body =
    grammar === null
      ? bareVerbWords(verbs.filter(isTold).map(whole))
      : [
          HOW,
          ...grammar.flatMap((verb) => {
            const shown = verb.words.filter(isTold);
            if (verb.isMeta || shown.length === 0) return [];
            return [verbLine(shown.map(whole), verb.patterns)];
          }),
        ].join('\n');
  return renderSections([{ name: VERBS_HEADING, body }]);
}

/** The words of each verb that may be worth a try, those too that the story marks as about the session: help, for one. */
export function verbsForPlay({ grammar, verbs }: Verbs): readonly (readonly string[])[] {
  const all = grammar?.map(({ words }) => words) ?? verbs.map((word) => [word]);
  return all.map((words) => words.filter(isTold)).filter((words) => words.length > 0);
}

function isTold(word: string): boolean {
  const isUntold = (one: string) =>
    one === word || (word.length >= SHORTEST_CUT && one.startsWith(word));
  return /^[\p{L}'-]+$/u.test(word) && !UNTOLD.some(isUntold);
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

/** Verbs of parsers that dictionaries cut, as stories print them. None is of one story. */
const LONG_VERBS =
  `activate apologise apologize brandish command consume contemplate deflate describe destroy diagnose
  disconnect disembark dispatch enchant examine extinguish fasten incinerate inflate information inventory liquify
  lubricate proceed puncture release squeeze startle straighten surprise swallow unattach unfasten walkthrough`.split(
    /\s+/,
  );

/** Dictionaries cut words at so many characters (Z-Machine Standard 1.1 §13.3). */
const CUTS = [6, 9] as const;

/** Writes out words that a story's dictionary cut, where that is known; all its words tell where it cuts. */
export function wholeWords(all: readonly string[]): (word: string) => string {
  const longest = Math.max(0, ...all.map((word) => word.length));
  const cut = CUTS.find((length) => longest <= length);
  return (word) =>
    word.length === cut ? (LONG_VERBS.find((whole) => whole.startsWith(word)) ?? word) : word;
}
