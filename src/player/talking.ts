import { refuses, saysAbsent, saysLocked } from './answers.ts';
import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import { nounsIn } from './room-text.ts';
import type { Situation } from './situation.ts';

const REPLY = -30;
const SUGGESTED = 1;
const SOUGHT = 2;
const ASK = 5;
/** For each topic that comes to mind before. */
const LATER = 0.4;
const MOST_TOPICS = 8;
/** Who had nothing to say so often is not asked any more. */
const MOST_SILENCE = 2;
const SILENT =
  /\b(?:no (?:reply|answer|response)|ignores? you|(?:doesn'?t|does not|don'?t|not) (?:answer|reply|respond|know|seem|talk|speak|understand)|nothing to say|no idea|shrugs?)\b/i;
const YES_OR_NO =
  /\byes or no\b|\(y(?:es)?\/n(?:o)?\)|\b(?:do|would) you (?:really )?(?:want|like|wish) [^?.!]*\?\s*>?\s*$/i;
/** To be brought back costs points. */
const ENDED = /\b(?:killed|died|dead|broke your neck|reincarnat\w*|resurrect\w*)\b/i;
/** What a story's people are asked for when something is locked. */
const KEY = 'key';
/** Lines that speak of the program. */
const IMPRINT = /copyright|release \d|serial n|interactive|licen[cs]e|inform v|warranty/i;
/** Words with a capital letter that begin no sentence: what goes before the last, and the last. */
const NAMES = /(?<=[a-z,] )((?:[A-Z][a-z]+ )*)([A-Z][a-z]{2,})\b/g;
const CAPITALS = /\b[A-Z]{3,}(?: [A-Z]+)+\b/g;

/** Asking who is here about what the story is about, and doing what the game suggests in capitals. */
export function talkChoices(situation: Situation): readonly Choice[] {
  const people = situation.things.filter(({ traits }) => traits.includes('animate'));
  return [...suggested(situation), ...people.flatMap(({ word }) => questions(word, situation))];
}

/** An answer where the game waits for one. */
export function repliesTo({ text }: Situation): readonly Choice[] {
  if (!YES_OR_NO.test(text)) return [];
  const why = 'I was asked.';
  return (ENDED.test(text) ? ['no', 'yes'] : ['yes', 'no']).map((action, rank) => ({
    action,
    cost: REPLY + rank,
    why,
  }));
}

/** `ASK PIG ABOUT DAY`: commands that the newest text prints in capitals, as far as the grammar has their verb. */
function suggested({ text, grammar, journal }: Situation): readonly Choice[] {
  const talked = journal.filter(({ action }) => /^(?:ask|tell) /.test(action)).length;
  const found = (text.match(CAPITALS) ?? []).flatMap((words) => words.split(' OR '));
  return found
    .map((words) => words.toLowerCase())
    .filter((action) => grammar.has(action.split(' ')[0] ?? ''))
    .map((action) => ({
      action,
      cost: SUGGESTED + talked,
      why: 'The game says that this can be done.',
    }));
}

function questions(who: string, situation: Situation): readonly Choice[] {
  const { journal, grammar } = situation;
  const answers = journal.filter(({ action }) => action.startsWith(`ask ${who} `));
  const silent = answers.filter(
    ({ text }, at) =>
      saysAbsent(text) ||
      SILENT.test(text) ||
      answers.slice(0, at).some((earlier) => firstLine(earlier.text) === firstLine(text)),
  );
  const canAsk = ['Y', 'TEXT'].some((topic) => allows(grammar, 'ask', `X about ${topic}`));
  if (silent.length >= MOST_SILENCE || !canAsk) return [];
  const isLocked = journal.some(
    ({ text }) => saysLocked(text) || (refuses(text) && text.includes(KEY)),
  );
  const asked = topics(
    situation,
    answers.map(({ text }) => firstLine(text)),
  ).map((topic, rank) => ({
    action: `ask ${who} about ${topic}`,
    cost: ASK + rank * LATER,
    why: `The ${who} may know something of the ${topic}.`,
  }));
  const why = `The ${who} may have the key.`;
  return [
    ...(isLocked ? [{ action: `ask ${who} about ${KEY}`, cost: SOUGHT, why }] : []),
    ...asked,
  ];
}

/** What goes on meanwhile is told below an answer. */
function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}

/** What answers spoke of, then names of what was read and of the opening, those of several words first, then its nouns. */
function topics({ opening, journal }: Situation, answers: readonly string[]): readonly string[] {
  const read = journal.filter(({ action }) => action.startsWith('read ')).map(({ text }) => text);
  const story = opening
    .split('\n')
    .filter((line) => !IMPRINT.test(line))
    .join('\n');
  const names = [...[...read, story].join('\n').matchAll(NAMES)];
  const fullFirst = names.toSorted(([, a = ''], [, b = '']) => Number(a === '') - Number(b === ''));
  return [
    ...new Set([
      ...answers.flatMap(nounsIn).slice(0, MOST_TOPICS / 2),
      ...fullFirst.map(([, , name = '']) => name.toLowerCase()),
      ...nounsIn(story),
    ]),
  ].slice(0, MOST_TOPICS);
}
