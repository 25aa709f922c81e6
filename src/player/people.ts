import type { Choice } from './choice.ts';
import type { Company } from './fighting.ts';
import { allows } from './grammar.ts';
import { isA } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { names, nounsIn, refuses, says, sentencesOf } from './texts.ts';
import { isLamp, isWeapon, lastWord, type Thing } from './things.ts';

const USE = 3;
const GIVE = 8;
const SHOW = 9;
const ELSEWHERE = 3;
/** Who answered the same to two things may answer so to all. */
const DEAF = 1;
const NEVER = 8;
/** Somebody here spoke of it. */
const WANTED = 1;
const PAID = /\b(?:money|pay|paid|price|costs?|buy|sells?|coins?|cash|fee|fare|toll|charge)\b/;
/** Who holds something out does not ask for it. */
const HANDS_OVER =
  /\b(?:hand|give|pass|lend|return|throw|toss|slip|slide|bring|fetch|sell)(?:e?s)? (?:it |them )?(?:to )?(?:you|over|across)\b/;
const SPEAKING = /^(?:ask|give|show|talk|tell|examine) /;

/** Making a noise for who is here, offering what is held, and asking. */
export function peopleChoices(situation: Situation, company: Company): readonly Choice[] {
  const { grammar } = situation;
  const noises = company.isAnnoyed
    ? []
    : situation.held.flatMap(({ name, word }) => [
        ...(isA('bell', name) ? [`ring ${word}`] : []),
        ...(isA('whistle', name) ? [`blow ${word}`, `play ${word}`] : []),
      ]);
  const heard = noises.filter((action) => allows(grammar, action.split(' ')[0] ?? '', 'X'));
  return company.people.flatMap((who) => [
    ...heard.map((action) => ({ action, cost: USE, why: `The ${who.word} may hear it.` })),
    ...(company.isAnnoyed ? [] : situation.held).flatMap((thing) => offers(thing, who, situation)),
    ...questions(who.word, situation),
  ]);
}

function offers(thing: Thing, { word: who }: Thing, situation: Situation): readonly Choice[] {
  const { grammar, journal, isTriedElsewhere } = situation;
  const answers = journal
    .filter(({ action }) => /^(?:give|show) /.test(action) && action.endsWith(` to ${who}`))
    .map(({ text }) => text);
  const isDeaf = new Set(answers).size < answers.length;
  const said = situation.here.flatMap(({ action, text }) =>
    sentencesOf(text.toLowerCase()).map((sentence) => ({ action, sentence })),
  );
  const isHandedOver = (sentence: string) =>
    HANDS_OVER.test(sentence) && names(sentence, lastWord(thing.name));
  const given = said.some(({ sentence }) => isHandedOver(sentence)) ? NEVER : 0;
  const isWanted = said.some(
    ({ action, sentence }) =>
      SPEAKING.test(action) &&
      !isHandedOver(sentence) &&
      (names(sentence, lastWord(thing.name)) || (isA('money', thing.name) && PAID.test(sentence))),
  );
  // what one cannot do without is given to nobody who does not ask for it
  const isKept = (isLamp(thing) || isWeapon(thing)) && !isWanted;
  const ways = [
    { verb: 'give', first: isWanted ? WANTED : GIVE, deaf: DEAF },
    { verb: 'show', first: SHOW, deaf: NEVER },
  ];
  return ways
    .filter(({ verb }) => !(verb === 'give' && isKept) && allows(grammar, verb, 'X to Y'))
    .map(({ verb, first, deaf }) => {
      const action = `${verb} ${thing.word} to ${who}`;
      const later = (isTriedElsewhere(action) ? ELSEWHERE : 0) + (isDeaf ? deaf : 0);
      return { action, cost: first + given + later, why: `The ${who} may want it.` };
    });
}

const SOUGHT = 2;
const ASK = 5;
/** For each topic that comes to mind before. */
const LATER = 0.4;
const MOST_TOPICS = 8;
/** Who had nothing to say so often is not asked any more. */
const MOST_SILENCE = 2;
const SILENT =
  /\b(?:no (?:reply|answer|response)|ignores? you|(?:doesn'?t|does not|don'?t|not) (?:answer|reply|respond|know|seem|talk|speak|understand)|nothing to say|no idea|shrugs?)\b/i;
/** What a story's people are asked for when something is locked. */
const KEY = 'key';
/** Lines that speak of the program. */
const IMPRINT = /copyright|release \d|serial n|interactive|licen[cs]e|inform v|warranty/i;
/** Words with a capital letter that begin no sentence: what goes before the last, and the last. */
const NAMES = /(?<=[a-z,] )((?:[A-Z][a-z]+ )*)([A-Z][a-z]{2,})\b/g;

/** Asking who is here about a key where something is locked, and about what the story is about. */
function questions(who: string, situation: Situation): readonly Choice[] {
  const { journal, grammar } = situation;
  if (!['Y', 'TEXT'].some((topic) => allows(grammar, 'ask', `X about ${topic}`))) return [];
  // what goes on meanwhile is told below an answer
  const answers = journal
    .filter(({ action }) => action.startsWith(`ask ${who} `))
    .map(({ text }) => text.split('\n')[0] ?? text);
  const silent = answers.filter(
    (text, at) => says('absent', text) || SILENT.test(text) || answers.indexOf(text) < at,
  );
  if (silent.length >= MOST_SILENCE) return [];
  const isLocked = journal.some(
    ({ text }) => says('locked', text) || (refuses(text) && text.includes(KEY)),
  );
  const about = (topic: string, cost: number): Choice => ({
    action: `ask ${who} about ${topic}`,
    cost,
    why: `The ${who} may know something of the ${topic}.`,
  });
  const asked = topics(situation, answers).map((topic, rank) => about(topic, ASK + rank * LATER));
  return isLocked ? [about(KEY, SOUGHT), ...asked] : asked;
}

/** What answers spoke of, then names of what was read and of the opening, those of several words first, then its nouns. */
function topics({ opening, journal }: Situation, answers: readonly string[]): readonly string[] {
  const read = journal.filter(({ action }) => action.startsWith('read ')).map(({ text }) => text);
  const story = opening.split('\n').filter((line) => !IMPRINT.test(line));
  const named = [...[...read, ...story].join('\n').matchAll(NAMES)];
  const fullFirst = named.toSorted(([, a = ''], [, b = '']) => Number(a === '') - Number(b === ''));
  const all = [
    ...answers.flatMap(nounsIn).slice(0, MOST_TOPICS / 2),
    ...fullFirst.map(([, , name = '']) => name.toLowerCase()),
    ...nounsIn(story.join('\n')),
  ];
  return [...new Set(all)].slice(0, MOST_TOPICS);
}

const REPLY = -30;
const SUGGESTED = 1;
const YES_OR_NO =
  /\byes or no\b|\(y(?:es)?\/n(?:o)?\)|\b(?:do|would) you (?:really )?(?:want|like|wish) [^?.!]*\?\s*>?\s*$/i;
/** To be brought back costs points. */
const ENDED = /\b(?:killed|died|dead|broke your neck|reincarnat\w*|resurrect\w*)\b/i;
const CAPITALS = /\b[A-Z]{3,}(?: [A-Z]+)+\b/g;

/** An answer where the game waits for one. */
export function repliesTo({ text }: Situation): readonly Choice[] {
  if (!YES_OR_NO.test(text)) return [];
  const replies = ENDED.test(text) ? ['no', 'yes'] : ['yes', 'no'];
  return replies.map((action, rank) => ({ action, cost: REPLY + rank, why: 'I was asked.' }));
}

/** `ASK PIG ABOUT DAY`: commands that the newest text prints in capitals, as far as the grammar has their verb. */
export function suggestedChoices({ text, grammar, journal }: Situation): readonly Choice[] {
  const talked = journal.filter(({ action }) => /^(?:ask|tell) /.test(action)).length;
  return (text.match(CAPITALS) ?? [])
    .flatMap((words) => words.toLowerCase().split(' or '))
    .filter((action) => grammar.has(action.split(' ')[0] ?? ''))
    .map((action) => ({ action, cost: SUGGESTED + talked, why: 'The game says so.' }));
}
