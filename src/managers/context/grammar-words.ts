import type { Dictionary } from '../../interpreter/interpreter.ts';
import { renderSections } from '../../prompts/question.ts';

/** Words about the session: they are the tool's business (see the free checks), or change only how much is printed. */
const SESSION = words(`
  save restore restart quit q script unscript noscript transcript record recording unrecord replay undo verify version
  verbose brief superbrief super superb`);

const OBSCENE = words(
  'ass asshole bastard bitch bugger crap cunt damn fuck molest piss rape shit sod',
);

/** Dictionaries cut words at 6 or 9 characters (Z-Machine Standard 1.1 §13.3). */
const SHORTEST_CUT = 6;

const HOW = `Each line has the words that mean the same, then what may follow them: X and Y stand for things, \
TEXT and NUMBER for what you choose, "-" for nothing at all. Long words are cut as the parser cuts them; write them out.`;

/** What the story's parser reads, for the system message: its verbs with their patterns, or the verbs alone. */
export function grammarWords({ grammar, verbs }: Pick<Dictionary, 'grammar' | 'verbs'>): string {
  const body =
    grammar === null
      ? `Its verbs (long words may be cut short): ${verbs.filter(isForPlay).join(', ')}`
      : [
          HOW,
          ...grammar.flatMap((verb) => {
            const shown = verb.words.filter(isForPlay);
            if (verb.isMeta || shown.length === 0) return [];
            const patterns = verb.patterns.map((pattern) => pattern || '-');
            return [`${shown.join(', ')}: ${patterns.join('; ')}`];
          }),
        ].join('\n');
  return renderSections([{ name: "This story's verbs", body }]);
}

function isForPlay(word: string): boolean {
  return /^[\p{L}'-]+$/u.test(word) && !isOneOf(SESSION, word) && !isOneOf(OBSCENE, word);
}

function isOneOf(list: readonly string[], word: string): boolean {
  return list.some((one) => one === word || (word.length >= SHORTEST_CUT && one.startsWith(word)));
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}
