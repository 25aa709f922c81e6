import { canonicalAction } from '../../domain/command.ts';
import { effectOf, outcomesOfEffect } from '../../domain/turn-effect.ts';
import { type Memory, isBelieved, memoryActions } from '../../domain/memory.ts';
import { isNamedInPart, isNamedWhole } from '../../domain/named-things.ts';
import { plainWords } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import {
  causeOddsWords,
  causeOutcomeWords,
  causeSinceWords,
  causeToldWords,
} from '../../prompts/cause-words.ts';
import { isAlarmOfClock } from './alarms.ts';
import { cleanText, cleanTitle } from './clean-text.ts';
import { type Taught, lastTaughtTurn, tellingSentencesIn } from './lesson-plan.ts';
import type { Lesson } from './memory-reply.ts';

const OF_COMMANDS = new Set(['DANGER', 'FAILURE', 'SUCCESS']);
const OF_HARM = new Set(['DANGER', 'FAILURE']);

/** Words of a lesson that blames no command. */
const OF_CLOCK =
  /\b(?:by (?:it|him|her|them)sel(?:f|ves)|on its own|the clock|who(?:ever)? (?:only )?waits?|whatever (?:one|you|the player) do(?:es)?|as time (?:goes|passes))\b/i;

/** Words of a lesson that counts from the command in it. */
const COUNTED = /\b(?:turns?|moves?|later)\b/i;

/** The engine's lesson, if a lasting lesson blames a command for the clock. `known`: the room's and all about clocks. */
export function lessonOfClock(
  taught: Taught,
  recent: readonly TurnRecord[],
  known: readonly Memory[],
): Taught | null {
  const { lesson } = taught;
  const { memory } = lesson;
  const record = lastTaughtTurn(taught.turns);
  if (memory === null || memory.persistence === 'ephemeral') return null;
  const clocks = clocksOutcomes(record);
  const began = beginningOf(record, recent);
  if (!blames(memory, record, clocks) || tellsOfClock(memory, record, began)) return null;
  const { at, memory: fact } = clockFact(record, clocks, recent);
  const isTold = (one: Memory) =>
    one.title === fact.title ||
    (isSameEvent(one, record) && anchorOf(one) === anchorOf(fact)) ||
    (!isAlarmOfClock(one) && began !== undefined && tellsOfClock(one, record, began));
  const nothing = { memory: null, supersedes: [], invalidates: [] };
  return {
    ...taught,
    describesRoom: false,
    ...(at !== null && { at }),
    lesson: { ...lesson, ...nothing, memory: known.filter(isBelieved).some(isTold) ? null : fact },
  };
}

/** Why the engine's memory of a clock is wrong: the same event has another beginning now. Null if it is not wrong. */
export function whyMisplaced(
  memory: Memory,
  record: TurnRecord,
  recent: readonly TurnRecord[],
): string | null {
  if (!isAlarmOfClock(memory) || !isSameEvent(memory, record)) return null;
  const when = causeSinceWords(record, recent)?.when;
  const isSame = when === undefined || anchorOf(memory) === anchorOf({ title: when });
  return isSame ? null : `In turn ${record.turn} it came ${when}.`;
}

/** The start from which a clock's danger is counted. */
function anchorOf({ title }: Pick<Memory, 'title'>): string {
  return title.replace(/^about \d+ turns? |: (?=[^"]*$).*$/g, '');
}

/** Whether the engine's memory of a clock is about the event of a turn: it has a sentence that was printed then. */
function isSameEvent({ text }: Memory, { comparison }: TurnRecord): boolean {
  const told = plainWords(text);
  return tellingSentencesIn(comparison?.toldIdle ?? '').some((one) => told.includes(one));
}

function beginningOf(record: TurnRecord, recent: readonly TurnRecord[]): string | undefined {
  return causeSinceWords(record, recent)?.began?.decision.action;
}

/** Whether a memory says that the clock did it, counts turns from the clock's start, or has that command as its title. */
function tellsOfClock(
  { title, text }: Pick<Memory, 'title' | 'text'>,
  { decision }: TurnRecord,
  began: string | undefined,
): boolean {
  const { action } = decision;
  if (began !== undefined && canonicalAction(began) !== canonicalAction(action)) {
    if (isNamedWhole(title, began)) return true;
  }
  if (isNamedWhole(title, action)) return false;
  const told = `${title}\n${text}`;
  if (OF_CLOCK.test(told)) return true;
  return began !== undefined && isNamedWhole(text, began) && COUNTED.test(told);
}

function clocksOutcomes({ before, after, cause, comparison }: TurnRecord): readonly string[] {
  const outcomes = outcomesOfEffect(effectOf(before, after));
  if (cause === 'clock') return outcomes;
  const { alsoIdle = [] } = cause === 'command' ? (comparison ?? {}) : {};
  return outcomes.filter((outcome) => alsoIdle.includes(outcome));
}

/** What happens by itself at a turn, when, and the turn under whose room it is filed; null for the turn's own room. */
function clockFact(
  record: TurnRecord,
  outcomes: readonly string[],
  recent: readonly TurnRecord[],
): { at: TurnRecord | null; memory: NonNullable<Lesson['memory']> } {
  const { comparison } = record;
  const since = causeSinceWords(record, recent);
  const odds = causeOddsWords(record);
  const when =
    since?.when ?? (odds === '' ? 'comes by itself' : 'by chance, also without doing anything');
  const what = causeOutcomeWords(record, outcomes);
  const told = comparison === undefined ? '' : causeToldWords(comparison);
  const text = [
    `Comes ${since === null ? 'to one who only waits here, too' : `${when}, also to one who only waits`}: ${what}.`,
    odds === '' ? '' : `With other random numbers: ${odds}.`,
    told,
  ];
  return {
    at: since?.began ?? null,
    memory: {
      category: outcomes.some(isHarm) ? 'DANGER' : 'DISCOVERY',
      title: cleanTitle(`${when}: ${what}`),
      text: cleanText(text.filter((part) => part !== '').join(' ')),
      persistence: 'permanent',
      status: odds === '' ? 'ACTIVE' : 'TENTATIVE',
    },
  };
}

/** Whether a memory blames the command for what the clock did: for all of it any claim, for a part only harm. */
function blames(
  { category, title, text, persistence }: NonNullable<Lesson['memory']>,
  { before, after, decision }: TurnRecord,
  clocks: readonly string[],
): boolean {
  // A list of failures blames nothing on the last command: each is a refusal by itself.
  const isList = category === 'FAILURE' && memoryActions({ title }).length > 1;
  if (clocks.length === 0 || isList) return false;
  const own = outcomesOfEffect(effectOf(before, after)).filter(
    (outcome) => !clocks.includes(outcome),
  );
  if (own.length > 0) return OF_HARM.has(category) && clocks.some(isHarm) && !own.some(isHarm);
  if (OF_COMMANDS.has(category) || isNamedInPart(`${title}\n${text}`, decision.action)) return true;
  return clocks.includes('death') && persistence !== 'core';
}

function isHarm(outcome: string): boolean {
  return /^(?:death|points -|lost)/.test(outcome);
}
