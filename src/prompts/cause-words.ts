import type { Comparison, TurnRecord } from '../domain/turn-record.ts';
import { isWaiting, walkingDirection } from '../domain/command.ts';
import { effectOf, doubtfulEffect, outcomesOfEffect } from '../domain/turn-effect.ts';
import { plural } from '../domain/text.ts';
import { quote, wholeSentences } from './quote.ts';
import { roomWords } from './room-wording.ts';
import { thingWords } from './thing-wording.ts';
import { commandWords } from './wording.ts';

const MOST_TOLD = 600;

/** Where and when the clock of an outcome began. */
interface Since {
  /** `about 17 turns after the start`, `about 3 turns after coming in`, `about 4 turns after "pull lever"`. */
  readonly when: string;
  /** The turn that started it, for its room. Null for the room where it ended. */
  readonly began: TurnRecord | null;
}

/** When an outcome of the clock comes. Null if unknown. `recent` holds the turns before. */
export function causeSinceWords(record: TurnRecord, recent: readonly TurnRecord[]): Since | null {
  const beginning = record.comparison?.beginning;
  if (beginning === undefined) return null;
  const { turn, moves } = beginning;
  const about = `about ${plural(moves, 'turn')} after`;
  if (turn === 0) return { when: `${about} the start`, began: null };
  const began = recent.find((one) => one.turn === turn);
  if (began === undefined) return { when: `${about} turn ${turn}`, began: null };
  const stayed = [...recent, record].filter((one) => one.turn > turn);
  const here = record.before.location.id;
  const cameIn = began.before.location.id !== here && began.after.location.id === here;
  if (cameIn && stayed.every(({ before }) => before.location.id === here)) {
    return { when: `${about} coming in`, began: null };
  }
  return { when: `${about} "${commandWords(began.decision.action)}"`, began };
}

/** The outcomes in words: `death`, `-2 points`, `coin lost`. */
export function causeOutcomeWords(record: TurnRecord, outcomes: readonly string[]): string {
  return outcomes.map((outcome) => outcomeWord(record, outcome)).join(', ');
}

function outcomeWord({ before, after }: TurnRecord, outcome: string): string {
  const [kind = '', value = ''] = outcome.split(/ (?:to )?/);
  if (kind === 'points') return `${value} points`;
  if (kind === 'moved') return `taken to ${roomWords(after.location)}`;
  if (kind !== 'gained' && kind !== 'lost') return outcome;
  const things = [before, after].flatMap(({ inventory, objects }) => [...inventory, ...objects]);
  const thing = things.find(({ id }) => String(id) === value);
  return `${thing === undefined ? 'something' : thingWords(thing)} ${kind}`;
}

/** `death in 3 of 8 tries with "attack ogre", in 1 of 8 with waiting`. Empty if chance has no part. */
export function causeOddsWords(record: TurnRecord): string {
  const { before, after, decision, comparison } = record;
  const odds = comparison?.odds;
  if (odds === undefined) return '';
  const what = doubtfulEffect(
    outcomesOfEffect(effectOf(before, after)),
    comparison?.alsoIdle ?? [],
  );
  const outcome = what === undefined ? '' : `${outcomeWord(record, what)} `;
  const tries = `tries with "${commandWords(decision.action)}"`;
  return `${outcome}in ${odds.command} of ${odds.tried} ${tries}, in ${odds.idle} of ${odds.tried} with waiting`;
}

/** The text of the clock: the lines that the idle twin read, too, as whole sentences on one line. */
export function causeToldWords({ toldIdle = '' }: Comparison): string {
  return wholeSentences(toldIdle, MOST_TOLD);
}

/** The lines of a question about a turn's cause. Empty if nobody could look for it. */
export function causeLines(record: TurnRecord, recent: readonly TurnRecord[]): string {
  const { cause, comparison } = record;
  if (cause === undefined || comparison === undefined) return '';
  const odds = causeOddsWords(record);
  const since = causeSinceWords(record, recent);
  const idle = idleWords(record, comparison);
  const hasWaited = isWaiting(record.decision.action);
  const said = {
    command: `${commandCause(record, comparison)}${idle}`,
    clock: hasWaited
      ? 'the clock: it comes by itself.'
      : 'the clock, not the command. Waiting in its place brings the same.',
    unknown: `unknown.${comparison.alsoIdle.length === 0 ? '' : idle}`,
  } as const;
  const lines = [
    !isPlainDoing(record) && `Cause: ${said[cause]}`,
    odds !== '' && `With other random numbers: ${odds}.`,
    since !== null && `It came ${since.when}; before that, waiting was safe.`.replace(START, '.'),
    cause === 'clock' && !hasWaited && 'Blame no command for it: remember what happens, and when.',
    !hasWaited && comparison.toldIdle && `Told to both:\n${quote(comparison.toldIdle, MOST_TOLD)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

function commandCause(record: TurnRecord, { odds }: Comparison): string {
  if (odds !== undefined && odds.idle >= odds.command)
    return 'chance. It comes as often without the command.';
  return isWalking(record) ? 'the walk led into it.' : 'the command.';
}

function idleWords(record: TurnRecord, { alsoIdle, odds }: Comparison): string {
  if ((odds?.idle ?? 0) > 0) return '';
  const also = causeOutcomeWords(record, alsoIdle);
  return ` Waiting in its place ${also === '' ? 'does not bring it' : `brings no more than ${also}`}.`;
}

/** Whether everything came of the command. Told only of a walk that led into something. */
function isPlainDoing(record: TurnRecord): boolean {
  const { cause, comparison } = record;
  if (cause !== 'command' || isWalk(record)) return cause === 'command';
  const also = causeOutcomeWords(record, comparison?.alsoIdle ?? []);
  return !isWalking(record) && also === '';
}

/** Whether the turn did nothing but walk to another room. */
function isWalk(record: TurnRecord): boolean {
  const outcomes = outcomesOfEffect(effectOf(record.before, record.after));
  return isWalking(record) && outcomes.every((outcome) => outcome.startsWith('moved to'));
}

function isWalking({ decision }: TurnRecord): boolean {
  return walkingDirection(decision.action) !== null;
}

const START = /(?<=the start); before that.*$/;
