import { isPassive, normaliseAction, walkingDirection } from '../../domain/command.ts';
import { factWanted } from '../../domain/facts.ts';
import { isFailure } from '../../domain/failure.ts';
import { descriptionOfRoom, namesItsRoom } from '../../domain/room-description.ts';
import {
  hadNoEffect,
  inventoryChanged,
  isDeath,
  moved,
  scoreChange,
} from '../../domain/turn-effect.ts';
import { isBelieved, memoryMentions, type Memory } from '../../domain/memory.ts';
import { tellsAllExits } from '../../domain/observation.ts';
import { type TurnRecord, gaveIn } from '../../domain/turn-record.ts';
import { asksBack, isAnsweredByCreature, isLongText } from '../../domain/game-answer.ts';
import { goneCharacters, newCharacters, wanderingCharacters } from './characters.ts';
import {
  memoriesContradictedBy,
  memoriesSayAll,
  memoriesSayLost,
  saysItFails,
  saysItInOtherWords,
  saysItWorks,
} from './said-by-memories.ts';
import { isDone } from './title-steps.ts';
import { broughtThing, changedHands, openedFirst } from './thing-changes.ts';

/** The turn's place in the episode, beyond its record. */
export interface Occasion {
  /** Whether the room where the turn ended is new in this episode. */
  readonly firstVisit: boolean;
  /** Whether the player has stayed since coming to that room for the first time. */
  readonly sameVisit?: boolean;
  /** Whether an earlier episode was in that room. */
  readonly visitedEarlier?: boolean;
}

/** Facts beside a turn that decide whether to ask about it. */
export interface Circumstances extends Occasion {
  readonly recent: readonly TurnRecord[];
  /** The memories of the rooms where the turn began and ended. */
  readonly here: readonly Memory[];
  readonly there: readonly Memory[];
  readonly movers: readonly Memory[];
  /** Whether the answer tells something new; see tellsNews. */
  readonly isNews: boolean;
}

/** Each reason for a question, and whether it holds. What a memory says already is no reason. */
function reasonsFor(record: TurnRecord, at: Circumstances) {
  const { text } = record.after;
  const isRemembered = at.here.some((memory) => saysItWorks(memory, record));
  const isNew =
    !isRemembered && !at.here.some((memory) => saysItInOtherWords(memory, record, at.recent));
  return {
    score: isNew && scoreChange(record) !== 0,
    'gave-way': isNew && givesWay(record, at),
    'other-way': isNew && tookAnotherWay(record),
    gained: isNew && broughtThing(record),
    lost: changedHands(record).lost && !memoriesSayLost(record, [...at.here, ...at.movers]),
    response: isNew && tellsOfDeed(record, at),
    death: isDeath(record),
    character: !isRemembered && (comesOrGoes(record, at) || answers(record, at)),
    contradicted: isContradicted(record, at),
    news: at.isNews && !moved(record) && !asksBack(text),
    failure: failsAnew(record, at),
  };
}

/**
 * Whether a turn failed in a way that no memory tells. A key that turns a page has not failed, and what was done already, such
 * as opening what is open, tells nothing of the next episode.
 */
function failsAnew(record: TurnRecord, { here }: Circumstances): boolean {
  const { before, decision } = record;
  const isTried = isFailure(record) && before.waitsFor !== 'key';
  return (
    isTried && !moved(record) && !wasDone(decision.action, before) && !saysItFails(record, here)
  );
}

/** What is not locked may be nothing that locks, so that unlocking it may fail for good. */
function wasDone(action: string, before: TurnRecord['before']): boolean {
  const [verb = ''] = normaliseAction(action).split(' ');
  return factWanted(verb)?.is !== false && isDone(action, before);
}

export type Trigger = keyof ReturnType<typeof reasonsFor>;

/** The reasons to ask a model about a turn, by facts alone. Known facts and a plain walk are no reasons. */
export function findTriggers(record: TurnRecord, at: Circumstances): readonly Trigger[] {
  const found = reasonsFor(record, at);
  return (Object.keys(found) as Trigger[]).filter((trigger) => found[trigger]);
}

/** Whether a turn brought the player to a new room whose start no memory of it (`there`) tells. */
export function triggersInUnknownRoom(
  record: TurnRecord,
  { firstVisit }: Occasion,
  there: readonly Memory[],
): boolean {
  const { text, ended, objects, exits } = record.after;
  const isTold = ended === null || namesItsRoom(record.after);
  // The map keeps a room that has nothing but exits.
  if (exits.length > 0 && !isLongText(text) && objects.every(({ held }) => held)) return false;
  if (there.some(triggersByStart) || memoriesSayAll(record.after, there)) return false;
  return firstVisit && moved(record) && isTold;
}

export function triggersByStart(memory: Memory): boolean {
  return memory.persistence === 'core' && isBelieved(memory);
}

/** Whether a long answer may tell of a deed: no walk, and no look without news. */
function tellsOfDeed(record: TurnRecord, at: Circumstances): boolean {
  if (!isLongText(record.after.text) || hadNoEffect(record)) return false;
  return !isOnlyWalk(record) && (at.isNews || !isPassive(record.decision.action));
}

/** Whether a command that is no direction, such as a magic word, brought the player where no exit leads. */
function tookAnotherWay(record: TurnRecord): boolean {
  const { before, after, decision, cause } = record;
  if (!moved(record) || cause === 'clock' || walkingDirection(decision.action) !== null)
    return false;
  if (!tellsAllExits(before.exitsTold ?? 'probed')) return false;
  return before.exits.every(({ to }) => to.id !== after.location.id);
}

function isOnlyWalk(record: TurnRecord): boolean {
  const didNothingElse = scoreChange(record) === 0 && !inventoryChanged(record);
  return moved(record) && didNothingElse && !isDeath(record);
}

/** Whether a turn contradicts a memory of its command, or of who is where at a room's start. */
function isContradicted(record: TurnRecord, at: Circumstances): boolean {
  const { recent, here, there, firstVisit } = at;
  if (memoriesContradictedBy(record, recent, here).length > 0) return true;
  if (!moved(record) || !firstVisit) return false;
  const away = wanderingCharacters(record.after, recent).filter(
    ({ id }) => !record.after.objects.some((one) => one.id === id),
  );
  const starts = there.filter(triggersByStart);
  return away.some(({ name }) => starts.some((memory) => memoryMentions(memory, name)));
}

/** Whether something works that was locked, shut or refused before, in this episode or by a memory of the room. */
function givesWay(record: TurnRecord, { recent, here }: Circumstances): boolean {
  if (hadNoEffect(record)) return false;
  const isSame = gaveIn(record.before.location.id, record.decision.action);
  const wasRefused = recent.some((earlier) => isFailure(earlier) && isSame(earlier));
  return wasRefused || saysItFails(record, here) || openedFirst(record, recent);
}

/** Whether somebody comes or goes whom no memory of the room names. Those at first sight belong to its start. */
function comesOrGoes(
  record: TurnRecord,
  { firstVisit, recent, here, there, movers }: Circumstances,
): boolean {
  if (moved(record) && firstVisit) return false;
  const known = [...here, ...there, ...movers].filter(isBelieved);
  return [...newCharacters(record, recent), ...goneCharacters(record, recent)].some(
    ({ name }) => !known.some((memory) => memoryMentions(memory, name)),
  );
}

function answers(record: TurnRecord, { recent }: Circumstances): boolean {
  const { text } = record.after;
  return isAnsweredByCreature(record) && !recent.some((earlier) => earlier.after.text === text);
}

/** Equal for all arrivals in a room that print the same of it. */
export function startKey({ after }: TurnRecord): string {
  return JSON.stringify(['start', after.location.id, descriptionOfRoom(after, 0).text.trim()]);
}

/** Equal for turns that can teach only the same: room, action, answer, effect. For a walk, the answer does not count. */
export function outcomeKey(record: TurnRecord, occasion: Occasion): string {
  const { before, decision, after } = record;
  const isPlainWalk = isOnlyWalk(record) && !occasion.firstVisit;
  const answer = isPlainWalk ? '' : after.text;
  const action = decision.action.trim().toLowerCase().replace(/\s+/g, ' ');
  const effect = [after.location.id, scoreChange(record), after.ended];
  return JSON.stringify([before.location.id, action, answer, ...effect]);
}
