import { isFreeSpeech, isPassive } from '../../domain/command.ts';
import { LONGEST_REFUSAL } from '../../domain/game-answer.ts';
import type { Outcome } from '../../domain/game-state.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import { isAnimate, thingsSeen } from '../../domain/observation.ts';
import { tellingSentences } from '../../domain/telling-sentences.ts';
import {
  closingSentences,
  firstParagraph,
  fittingSentences,
  oneLine,
  sentencesOf,
} from '../../domain/text.ts';

/** What was read or said is the story's own advice. */
const LONGEST_READING = 450;
const LONGEST_WHOLE = {
  act: LONGEST_REFUSAL,
  talk: LONGEST_REFUSAL,
  look: 300,
  reading: LONGEST_READING,
} as const;
/** Of a longer answer only the first paragraph is about the command. */
const SHORT = 100;
/** A paragraph in brackets. */
const ASIDE = /^\s*\[[^[\]]*\]\s*$/gm;
const SPEECH = /["“]/;
const QUOTED = /["“]([^"“”]+)["”]/g;

/**
 * The whole answer if it is short. Else a part of it, with the turn that has all of it; empty if no sentence is short. An act
 * is told from the beginning, since others speak after it, and with the last word on its thing; a talk by what was said; a look and
 * a reading by what tells most. Of acts and looks the first paragraph counts. Asides of the story in brackets are left out.
 */
export function toldAnswer(outcome: Outcome, action: string): string {
  const whole = outcome.response.replaceAll(ASIDE, '').trim();
  const kind = kindOf(action, outcome, whole);
  const isOfOneParagraph = kind === 'act' || kind === 'look';
  const line = oneLine(isOfOneParagraph && whole.length > SHORT ? firstParagraph(whole) : whole);
  const text = line.replaceAll('"', '');
  const most = LONGEST_WHOLE[kind];
  if (text.length <= most && line === oneLine(whole)) return `"${text}"`;
  if (kind === 'act') return actWords(outcome, action, fittingSentences(text, most));
  if (text.length <= most) return `"${text} (...)" ${answerTurn(outcome)}`;
  const part = {
    talk: () => spokenPart(line),
    look: () => tellingSentences(text, most, 'last'),
    reading: () => tellingSentences(text, most, 'first'),
  }[kind]();
  return part === '' ? '' : `"${part}" ${answerTurn(outcome)}`;
}

/** What was said in quotation marks, or the end of it. Without marks, the end of all. */
function spokenPart(line: string): string {
  const speech = [...line.matchAll(QUOTED)].map(([, said = '']) => said.trim()).join(' ');
  const part =
    speech === ''
      ? closingSentences(line.replaceAll('"', ''), LONGEST_REFUSAL)
      : closingSentences(speech, LONGEST_READING);
  return part === '' ? '' : `(...) ${part}`;
}

function kindOf(action: string, outcome: Outcome, answer: string) {
  if (SPEECH.test(answer) && isTalk(action, outcome)) return 'talk';
  if (/^read\b/.test(action)) return 'reading';
  return isPassive(action) ? 'look' : 'act';
}

/** The beginning of a long answer to an act, and the last later sentence that names a thing of the command. */
function actWords(outcome: Outcome, action: string, beginning: string): string {
  const { prior, moment, response } = outcome;
  const all = sentencesOf(oneLine(response).replaceAll('"', ''));
  const meant = thingsNamedByCommand(action, thingsSeen(moment, prior ?? moment));
  const end = all.findLast(
    (one) => one.length <= LONGEST_REFUSAL && thingsNamed(one, meant).length > 0,
  );
  const isTold = end === undefined || beginning.includes(end);
  if (beginning === '' && isTold) return '';
  const isNext = !isTold && all.join(' ').startsWith(`${beginning} ${end}`);
  const words = [beginning, isNext ? '' : '(...)', isTold ? '' : end].filter(Boolean).join(' ');
  return `"${words}" ${answerTurn(outcome)}`;
}

/** Whether a command speaks to somebody, or is about somebody who may speak. */
function isTalk(action: string, { prior, moment }: Outcome): boolean {
  if (isFreeSpeech(action)) return true;
  const { objects } = prior ?? moment;
  return isPassive(action) && thingsNamedByCommand(action, objects).some(isAnimate);
}

/** `(turn 4)` */
export function answerTurn({ lastTurn }: Pick<Outcome, 'lastTurn'>): string {
  return `(turn ${lastTurn})`;
}
