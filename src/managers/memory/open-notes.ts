import { isPassive, normaliseAction, walkingDirection } from '../../domain/command.ts';
import { type Memory, isBelieved, isOpenNote } from '../../domain/memory.ts';
import { isNamedToPlay, isNamedWhole } from '../../domain/named-things.ts';
import { cameIntoReach, thingsSeen } from '../../domain/observation.ts';
import { hadNoEffect, tookNoMove } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { isNamed, plain, wordsOf } from './about.ts';
import { gainCommandsIn } from './gain.ts';

const SENTENCE_GAP = /(?<=[.!?;]['"”’)]*)\s+/;
const BETWEEN =
  /\s(?:in|into|inside|on|onto|with|using|to|under|behind|at|from|off|about|over)\s(?:the\s)?/;
/** Words for something that nobody found yet. */
const UNFOUND = /\b(?:(?:not|never)(?: yet)?(?: been)? (?:found|seen|located)|unfound|nowhere)\b/i;
/** Words for a key without a known lock, or a thing without a known use. */
const WITHOUT_USE =
  /\b(?:lock|door|chest|use|purpose|keyhole)\b[^.;!?]*\b(?:(?:still|yet) to be (?:found|seen)|(?:not|never)(?: yet)?(?: been)? (?:found|known|seen)|unknown)\b/i;
/** A sentence saying that nobody knows what a key opens, without naming what it may be. */
const UNKNOWN_LOCK =
  /\bwhat (?:it|this|that|the \S+(?: \S+)?) (?:opens|fits|unlocks|is for)\b[^.;!?]*\b(?:not|un\w+)\b/i;
const KEYS =
  /\b(?:unlock|open)s? [^.,;:!?]+? (?:with|using) (?:the )?([\p{L}' -]+?)(?=[.,;:!?)]|$|\s(?:and|then|in|at|from)\b)/giu;

/** The keys that opened something, according to memories of successes. */
export function keysInNotes(memories: readonly Memory[]): readonly string[] {
  const works = memories.filter((one) => one.category === 'SUCCESS' && isBelieved(one));
  return works.flatMap(({ title, text }) =>
    [...`${title}. ${text}`.matchAll(KEYS)].map(([, key = '']) => key.trim()),
  );
}

/** A memory without the sentences that ask what one of these keys opens. */
export function withoutAnsweredNotes<M extends Memory>(memory: M, keys: readonly string[]): M {
  const isOfKey = keys.some(
    (key) => key !== '' && isNamedWhole(`${memory.title}. ${memory.text}`, key),
  );
  if (!isOfKey) return memory;
  const left = memory.text
    .split(SENTENCE_GAP)
    .filter((one) => !WITHOUT_USE.test(one) && !UNKNOWN_LOCK.test(one));
  return left.length === 0 ? memory : { ...memory, text: left.join(' ') };
}

/** Words for something that was not tried yet. */
const UNTRIED =
  /\b(?:(?:not|never)(?: yet)?(?: been)? (?:tried|used|said|played|spoken|tested)|untried|untested)\b/i;
const OPENING = /^(?:unlock|open) .+ (?:with|using) (.+)$/;

/**
 * Whether a turn answers what a NOTE leaves open. It brought the thing that was not found into reach, it played the command
 * that was not tried, it opened something with the key of the note, or it used the thing with another that the note names.
 * The result may be good or bad.
 */
export function isNoteAnswered(memory: Memory, record: TurnRecord): boolean {
  const { category, about, title, text } = memory;
  if (category === 'NOTE' && isFound(`${title}. ${text}`, record)) return true;
  if (!isOpenNote(memory)) return false;
  if (saysUntried(`${title}. ${text}`, record)) return true;
  const isLeftOpen = [WITHOUT_USE, UNTRIED].some((open) => open.test(`${title}. ${text}`));
  if (isLeftOpen && isOpenedWith(typeof about === 'string' ? about : title, record)) return true;
  if (typeof about !== 'string') return false;
  const { before, decision, after } = record;
  const played = { prior: before, moment: after, response: after.text };
  const commands = gainCommandsIn(normaliseAction(decision.action), played);
  return commands.some((command) => isUsedOn(command, { title, text, about }, record));
}

/** Whether a command used the thing of a note with another thing that the note names. */
function isUsedOn(
  command: string,
  { title, text, about }: Pick<Memory, 'title' | 'text'> & { readonly about: string },
  record: TurnRecord,
): boolean {
  const [first = '', ...others] = command.split(BETWEEN);
  if (others.length === 0) return false;
  // A text in brackets only says where or what a thing is.
  const said = wordsOf(`${about} ${title} ${text}`.replaceAll(/\([^()]*\)/g, ' '));
  const things = [first.split(' ').slice(1).join(' '), ...others].map(wordsOf);
  const isTold = things.every(
    (words) => words.length > 0 && words.every((one) => said.includes(one)),
  );
  const isPlayed = !hadNoEffect(record) || things.every((words) => isInReach(words, record));
  return isTold && isPlayed && things.some((words) => wordsOf(about).at(-1) === words.at(-1));
}

/** Whether a clause says that the command of this turn, which the game took, was not tried yet. */
function saysUntried(said: string, record: TurnRecord): boolean {
  const action = normaliseAction(record.decision.action);
  const isTaken = !hadNoEffect(record) || !tookNoMove(record);
  if (!isTaken || isPassive(action) || walkingDirection(action) !== null) return false;
  return said
    .split(/[.!?;]/)
    .some((clause) => UNTRIED.test(clause) && isNamedToPlay(clause, action));
}

/** Whether the turn opened something with a key that the text is or names. */
function isOpenedWith(said: string, record: TurnRecord): boolean {
  const [, key] = OPENING.exec(normaliseAction(record.decision.action)) ?? [];
  if (key === undefined || hadNoEffect(record)) return false;
  return isNamed({ name: key }, said) || isNamedWhole(said, key);
}

/** Whether a turn brought into reach what this clause, or the whole clause before it, calls not found. */
function isFound(said: string, { before, after }: TurnRecord): boolean {
  const clauses = said.split(/[.!?;:,]/);
  const open = clauses.flatMap((clause, at) => {
    if (!UNFOUND.test(clause)) return [];
    const isBare = clause.replace(UNFOUND, '').trim() === '';
    return isBare ? [plain(clauses[at - 1] ?? '')] : [clause];
  });
  return cameIntoReach(before, after).some(({ name }) =>
    open.some((part) => isNamedWhole(part, name) && (UNFOUND.test(part) || part === plain(name))),
  );
}

/** Whether the name of something in reach or held ends with these words. */
function isInReach(words: readonly string[], { before }: TurnRecord): boolean {
  return thingsSeen(before).some(({ name }) => wordsOf(name).at(-1) === words.at(-1));
}
