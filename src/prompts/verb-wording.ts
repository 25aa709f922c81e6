import { HEADING } from './question.ts';
import { META } from '../domain/command.ts';
import { isSpellingOf } from '../domain/vocabulary.ts';
import { renderQuestionSections } from './question.ts';

/** How the system message lists the verbs of a story, and how they are read. */

/** The words for a verb, and its patterns. No patterns if none are told. */
interface Verb {
  readonly words: readonly string[];
  readonly patterns: readonly string[];
  /** The patterns in which X may be several things. */
  readonly several?: readonly string[];
}

const BARE = 'Its verbs (long words may be cut short): ';

/** Words that are not told: for the session or its print, facts that the engine tells, debuggers, oaths, answers. */
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

/** X where it may be several things. */
const SEVERAL = 'X..';

const HOW = `Each line has the words that mean the same, then what may follow them: X and Y stand for things, \
${SEVERAL} for one or several at once ("X and X and X", "all"), TEXT and NUMBER for what you choose, "-" for nothing at all, in/on for either word. Long words are cut as the parser cuts them; write them out.`;

/** The verbs that a story's parser knows, as its dictionary spells them. */
interface Verbs {
  readonly verbs: readonly string[];
  /** With their patterns. Null if the story's grammar cannot be read. */
  readonly grammar: readonly (Verb & { readonly isMeta: boolean })[] | null;
}

/** What the story's parser reads, for the system message: its verbs with their patterns, or the verbs alone. */
export function verbGrammarWords({ grammar, verbs }: Verbs): string {
  const whole = wholeVerbWords([...verbs, ...(grammar?.flatMap(({ words: all }) => all) ?? [])]);
  const body =
    grammar === null
      ? bareVerbWords(verbs.filter(isTold).map(whole))
      : [
          HOW,
          ...grammar.flatMap((verb) => {
            const shown = verb.words.filter(isTold);
            if (verb.isMeta || shown.length === 0) return [];
            return [verbLine(shown.map(whole), verb)];
          }),
        ].join('\n');
  return renderQuestionSections([{ name: HEADING.verbs, body }]);
}

/** The words of each verb that may be worth a try, also of some that the story marks as for the session, such as help. */
export function verbWordsForPlay({ grammar, verbs }: Verbs): readonly (readonly string[])[] {
  const all = grammar?.map(({ words }) => words) ?? verbs.map((word) => [word]);
  return all.map((words) => words.filter(isTold)).filter((words) => words.length > 0);
}

/** A command for an example, which weak models copy. Every story takes one of these, most of them the first. */
export function exampleCommand(dictionary: { knows(word: string): boolean }): string {
  return ['north', 'look', 'wait'].find((word) => dictionary.knows(word)) ?? 'look';
}

function isTold(word: string): boolean {
  const isUntold = (one: string) =>
    one === word || (word.length >= SHORTEST_CUT && one.startsWith(word));
  return /^[\p{L}'-]+$/u.test(word) && !UNTOLD.some(isUntold);
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

export function bareVerbWords(verbs: readonly string[]): string {
  return BARE + verbs.join(', ');
}

/** A verb: its words, then its patterns: `put, place: X.. in/on Y; X`. */
export function verbLine(
  words: readonly string[],
  { patterns, several = [] }: Pick<Verb, 'patterns' | 'several'>,
): string {
  const all = patterns.map((one) => (several.includes(one) ? one.replace('X', SEVERAL) : one));
  return `${words.join(', ')}: ${all.map((pattern) => pattern || '-').join('; ')}`;
}

/** The verbs of a story by each of their words. */
export type Grammar = ReadonlyMap<string, Verb>;

/** Reads lines of `verbLine` or `bareVerbWords` in a system message. */
export function readVerbs(system: string): Grammar {
  const body = system.split(`## ${HEADING.verbs}\n`)[1]?.split('\n\n')[0] ?? '';
  const verbs: readonly Verb[] = body.startsWith(BARE)
    ? body
        .slice(BARE.length)
        .split(', ')
        .map((word) => ({ words: [word], patterns: [] }))
    : [...body.matchAll(/^([^:\n.]+): (.*)$/gm)].map(([, words = '', patterns = '']) => ({
        words: words.split(', '),
        patterns: patterns.replaceAll(SEVERAL, 'X').split('; ').flatMap(spellings),
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

/** Whether the story takes a verb in this pattern (`X`, `X with Y`, `-`). True if no grammar is known. */
export function verbAllows(grammar: Grammar, verb: string, pattern: string): boolean {
  if (grammar.size === 0) return true;
  const cut = () => [...grammar].find(([word]) => isSpellingOf(word, verb))?.[1];
  const patterns = (grammar.get(verb) ?? cut())?.patterns;
  return patterns !== undefined && (patterns.length === 0 || patterns.includes(pattern));
}

/** Verbs that dictionaries cut, as stories print them, the shorter of two first. None belongs to one story only. */
const LONG_VERBS = words(`
  abandon abracadabra accelerate acquire activate address administer advance annihilate announce apologise apologize
  appraise approach arrange assassinate assault assemble attract balance barricade blindfold bludgeon brandish breathe
  calibrate capture celebrate chastise chuckle cleanse collect command commence compare complain complete compliment
  compress confess confront congratulate connect consider construct consult consume contact contemplate continue convert
  convince copulate cultivate deactivate decapitate decipher decline decorate decrease deflate deliver demolish descend
  describe destroy detonate diagnose disassemble disassociate discard discharge disconnect discover discuss disembark
  disenchant disengage disguise dislodge dismantle dismiss dismount dispatch display disrobe dissolve distract disturb
  downstairs electrocute elevate embrace enchant engrave enlarge entertain evaporate examine excavate exchange exercise
  exorcise expand explain explode explore extend extinguish extract fabricate fertilise fertilize flatten flatter
  flourish forgive frighten frobnicate goodbye hesitate hypnotise hypnotize identify illuminate imitate immerse imprison
  incinerate increase inflate inform information inscribe inspect install instruct interrogate interrupt introduce
  inventory investigate jettison kickstart knockout launder liberate liquefy liquify lubricate manipulate massage
  measure meditate memorise memorize mutilate navigate negotiate observe operate overturn package penetrate
  perform persuade photograph plunder pollute position prepare present proceed procure program promise propose protect
  provoke pulverise pulverize puncture purchase question rearrange receive recline recover redirect reflect release
  relight remember replace respond resurrect resuscitate retreat retrieve reverse sabotage sandpaper satisfy scatter
  scramble scratch scribble scrutinise scrutinize separate sharpen shatter shorten shoulder shudder silence slaughter
  slither smother sprinkle squeeze squelch stagger startle stimulate stomach straddle straighten strangle stretch
  struggle stumble submerge subtract suffocate support surface surprise surrender surround surveil survive swallow
  swindle telephone teleport terminate threaten tighten torture trample transfer transform translate transmit traverse
  treasure twiddle unattach unbutton uncover undress unfasten unhitch unlatch unlight unravel unscrew upstairs
  vandalise vandalize ventilate vibrate visualise visualize volunteer walkthrough whisper whistle withdraw worship
  wrestle`);

/** Dictionaries cut words at so many characters (Z-Machine Standard 1.1 §13.3). */
const CUTS = [6, 9] as const;

/** Completes words that a story's dictionary cut, if they are known. All its words together show where it cuts. */
export function wholeVerbWords(all: readonly string[]): (word: string) => string {
  const longest = Math.max(0, ...all.map((word) => word.length));
  const cut = CUTS.find((length) => longest <= length);
  return (word) =>
    word.length === cut ? (LONG_VERBS.find((whole) => whole.startsWith(word)) ?? word) : word;
}
