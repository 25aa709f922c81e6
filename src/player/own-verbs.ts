import type { Choice } from './choice.ts';
import type { Situation } from './situation.ts';

/** A verb that is called like what is here is meant for it. */
const NAMESAKE = 2;
const ON_THING = 11.5;
const ALONE = 12;
/** For each time that it was tried. */
const TRIED = 0.7;
const ELSEWHERE = 5;
/** Answers that an earlier one was like. */
const SAME = 2;
const MOST_TRIES = 8;
/** A story that has so many was not written with such a library, and its own ones cannot be told from the rest. */
const MOST_VERBS = 20;

/** Verbs that nearly every story reads, from the libraries that stories are written with. */
const COMMON = new Set(
  `answer say shout speak ask attack break crack destroy fight hit kill murder punch smash thump torture wreck blow
  bother curses darn drat burn light buy purchase climb scale close cover shut consult cut chop prune slice dig disrobe
  doff shed remove don wear drink sip swallow drop discard throw eat empty enter cross examine x check describe watch
  exit out outside fill get give feed offer pay go leave run walk hear listen hop jump skip in inside insert inv
  inventory i kiss embrace hug lock look l no open uncover undo unwrap peel pick pray pull drag push clear move press
  shift put read rotate screw turn twist unscrew rub clean dust polish scrub shine sweep wipe search set adjust show
  display present sing sit lie sleep nap smell sniff sorry squeeze squash stand swim dive swing switch take carry hold
  taste tell think tie attach fasten fix touch feel fondle grope transfer unlock wait z wake awake awaken wave yes y
  verify score restart restore save script transcript recording replay version quit q again g oops brief normal verbose
  superbrief long short places objects pronouns nouns notify fullscore full noscript unscript damn fuck shit hello hi
  help hint hints about info credits bye block diagnose diagno zork invent time xyzzy plugh curse repent win scream yell
  find where see seek count make treasure echo stay follow chase pursue kick bite what whats`.split(
    /\s+/,
  ),
);

/** Verbs that the story has and others do not, each tried a few times on what is here: somebody put them in on purpose. */
export function ownVerbChoices(situation: Situation): readonly Choice[] {
  const { things, held, journal, grammar, isTriedElsewhere } = situation;
  const own = ownVerbs(grammar);
  if (own.length > MOST_VERBS) return [];
  const [, entered = ''] = /^(?:enter|sit on|board) (.+)$/.exec(journal.at(-1)?.action ?? '') ?? [];
  return own.flatMap(({ words, verb, patterns }) => {
    const tries = journal.filter(({ action }) => action.split(' ')[0] === verb).length;
    if (tries >= MOST_TRIES || (entered === '' && isUseless(verb, situation))) return [];
    const tried = tries * TRIED;
    const of = (action: string, cost: number): Choice => ({
      action,
      cost: cost + tried + (isTriedElsewhere(action) ? ELSEWHERE : 0),
      why: `This story reads ${verb}.`,
    });
    const onThings = patterns.includes('X')
      ? [...things.filter(({ told }) => told !== 'nowhere'), ...held].map(({ word }) =>
          of(
            `${verb} ${word}`,
            word === entered || words.some((one) => word.startsWith(one)) ? NAMESAKE : ON_THING,
          ),
        )
      : [];
    return [...onThings, ...(patterns.includes('-') ? [of(verb, ALONE)] : [])];
  });
}

/** Whether two answers to it were the same but for the things. */
function isUseless(verb: string, { journal }: Situation): boolean {
  const answers = journal
    .filter(({ action }) => action.split(' ')[0] === verb)
    .map(({ text, action }) => {
      const nouns = action.split(' ').slice(1);
      const first = text.toLowerCase().split(/[.!?\n]/)[0] ?? '';
      return first
        .split(' ')
        .filter((word) => !nouns.includes(word))
        .join(' ');
    });
  return answers.length - new Set(answers).size >= SAME;
}

/** One word for each line of the grammar none of whose words is common. */
function ownVerbs(grammar: Situation['grammar']) {
  const lines = new Map<readonly string[], string[]>();
  for (const [word, patterns] of grammar)
    lines.set(patterns, [...(lines.get(patterns) ?? []), word]);
  return [...lines]
    .filter(([, words]) => !words.some((word) => isCommon(word)))
    .map(([patterns, words]) => ({ words, verb: words[0] ?? '', patterns }));
}

/** Dictionaries cut words. */
function isCommon(word: string): boolean {
  return COMMON.has(word) || (word.length >= 6 && [...COMMON].some((one) => one.startsWith(word)));
}
