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
  const own = [...grammar].filter(([, { words }]) => !words.some(isCommon));
  const verbs = [...new Map(own.map(([, verb]) => [verb.words[0] ?? '', verb]))];
  if (verbs.length > MOST_VERBS) return [];
  const [, entered = ''] = /^(?:enter|sit on|board) (.+)$/.exec(journal.at(-1)?.action ?? '') ?? [];
  const seen = [...things.filter(({ told }) => told !== 'nowhere'), ...held];
  return verbs.flatMap(([verb, { words, patterns }]) => {
    const tries = journal.filter(({ action }) => action.split(' ')[0] === verb);
    if (tries.length >= MOST_TRIES || (entered === '' && isUseless(tries))) return [];
    const isMeant = (word: string) => word === entered || words.some((one) => word.startsWith(one));
    const forms = [
      ...(patterns.includes('X') ? seen : []).map(({ word }) => ({
        action: `${verb} ${word}`,
        cost: isMeant(word) ? NAMESAKE : ON_THING,
      })),
      ...(patterns.includes('-') ? [{ action: verb, cost: ALONE }] : []),
    ];
    return forms.map(({ action, cost }) => ({
      action,
      cost: cost + tries.length * TRIED + (isTriedElsewhere(action) ? ELSEWHERE : 0),
      why: `This story reads ${verb}.`,
    }));
  });
}

/** Whether two answers to it were the same but for the things. */
function isUseless(tries: Situation['journal']): boolean {
  const answers = tries.map(({ text, action }) => {
    const nouns = action.split(' ').slice(1);
    const first = text.toLowerCase().split(/[.!?\n]/)[0] ?? '';
    return first
      .split(' ')
      .filter((word) => !nouns.includes(word))
      .join(' ');
  });
  return answers.length - new Set(answers).size >= SAME;
}

/** Dictionaries cut words. */
function isCommon(word: string): boolean {
  return COMMON.has(word) || (word.length >= 6 && [...COMMON].some((one) => one.startsWith(word)));
}
