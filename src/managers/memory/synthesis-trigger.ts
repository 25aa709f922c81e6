import { canonicalAction, isPassive, walkingDirection } from '../../domain/command.ts';
import { hadNoEffect, inventoryChanged, isDeath, moved, scoreChange } from '../../domain/effect.ts';
import { isBelieved, memoryNames, type Memory } from '../../domain/memory.ts';
import { namesObservedRoom, isEveryExitObserved } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { asksBack, isAnswered, isFailure } from '../../domain/answer.ts';
import {
  memoriesContradictedBy,
  isAllTold,
  isLossKnown,
  saysItFails,
  saysItInOtherWords,
  saysItWorks,
} from './said-by-memories.ts';
import {
  turnBroughtThing,
  turnChangedHands,
  turnGoneCharacters,
  isLongText,
  turnNewCharacters,
  turnOpenedFirst,
  turnWanderers,
} from './turn-changes.ts';

/** What the turn's place in the episode says beyond its record. */
export interface Occasion {
  /** Whether the room in which the turn ended had no turn of this episode before. */
  readonly firstVisit: boolean;
  /** Whether the player was never away since coming to that room for the first time. */
  readonly sameVisit?: boolean;
}

/** What is known beside a turn, for telling whether there is something to ask about it. */
export interface Circumstances extends Occasion {
  readonly recent: readonly TurnRecord[];
  /** What is remembered of the rooms where the turn began and ended. */
  readonly here: readonly Memory[];
  readonly there: readonly Memory[];
  /** Whether the answer tells of something new; see tellsNews. */
  readonly isNews: boolean;
}

/** Each reason for a question, and whether it holds; what a memory says already is none. */
function reasonsFor(record: TurnRecord, at: Circumstances) {
  const { text } = record.after;
  const isRemembered = at.here.some((memory) => saysItWorks(memory, record));
  const isNew =
    !isRemembered && !at.here.some((memory) => saysItInOtherWords(memory, record, at.recent));
  return {
    score: isNew && scoreChange(record) !== 0,
    'gave-way': isNew && givesWay(record, at),
    'other-way': isNew && tookAnotherWay(record),
    gained: isNew && turnBroughtThing(record),
    lost: turnChangedHands(record).lost && !isLossKnown(record, at.here),
    response: isNew && tellsOfDeed(record, at),
    death: isDeath(record),
    character: !isRemembered && (comesOrGoes(record, at) || answers(record, at)),
    contradicted: isContradicted(record, at),
    news: at.isNews && !moved(record) && !asksBack(text),
    failure: !moved(record) && isFailure(record) && !saysItFails(record, at.here),
  };
}

export type Trigger = keyof ReturnType<typeof reasonsFor>;

/** Why a turn is worth asking a model about, by facts alone; neither what memories say nor a plain walk is a reason. */
export function findTriggers(record: TurnRecord, at: Circumstances): readonly Trigger[] {
  const found = reasonsFor(record, at);
  return (Object.keys(found) as Trigger[]).filter((trigger) => found[trigger]);
}

/**
 * Whether a turn brought the player for the first time in the episode to a room, and tells how it starts, which no memory of
 * it (`there`) does.
 */
export function triggersInUnknownRoom(
  record: TurnRecord,
  { firstVisit }: Occasion,
  there: readonly Memory[],
): boolean {
  const { text, ended, objects, exits } = record.after;
  const isTold = ended === null || namesObservedRoom(record.after);
  // The map keeps what is nothing but ways out.
  if (exits.length > 0 && !isLongText(text) && objects.every(({ held }) => held)) return false;
  if (there.some(triggersByStart) || isAllTold(record.after, there)) return false;
  return firstVisit && moved(record) && isTold;
}

export function triggersByStart(memory: Memory): boolean {
  return memory.persistence === 'core' && isBelieved(memory);
}

/** Whether a long answer may tell of what was done: no walk, and no look that brought nothing new. */
function tellsOfDeed(record: TurnRecord, at: Circumstances): boolean {
  if (!isLongText(record.after.text) || hadNoEffect(record)) return false;
  return !isOnlyWalk(record) && (at.isNews || !isPassive(record.decision.action));
}

/** Whether a command that is no direction brought the player where no way out leads: a magic word, say. */
function tookAnotherWay(record: TurnRecord): boolean {
  const { before, after, decision, cause } = record;
  if (!moved(record) || cause === 'clock' || walkingDirection(decision.action) !== null)
    return false;
  if (!isEveryExitObserved(before.exitsTold ?? 'probed')) return false;
  return before.exits.every(({ to }) => to.id !== after.location.id);
}

function isOnlyWalk(record: TurnRecord): boolean {
  const didNothingElse = scoreChange(record) === 0 && !inventoryChanged(record);
  return moved(record) && didNothingElse && !isDeath(record);
}

/** Whether a turn speaks against a memory of its command, or of who is somewhere else than the room's start tells. */
function isContradicted(record: TurnRecord, at: Circumstances): boolean {
  const { recent, here, there, firstVisit } = at;
  if (memoriesContradictedBy(record, recent, here).length > 0) return true;
  if (!moved(record) || !firstVisit) return false;
  const away = turnWanderers(record.after, recent).filter(
    ({ id }) => !record.after.objects.some((one) => one.id === id),
  );
  const starts = there.filter(triggersByStart);
  return away.some(({ name }) => starts.some((memory) => memoryNames(memory, name)));
}

/** Whether something works that was locked, shut or refused before, as this episode or a memory of the room knows. */
function givesWay(record: TurnRecord, { recent, here }: Circumstances): boolean {
  if (hadNoEffect(record)) return false;
  const action = canonicalAction(record.decision.action);
  const wasRefused = recent.some(
    (earlier) =>
      isFailure(earlier) &&
      earlier.before.location.id === record.before.location.id &&
      canonicalAction(earlier.decision.action) === action,
  );
  return wasRefused || saysItFails(record, here) || turnOpenedFirst(record, recent);
}

/** Whether somebody comes or goes of whom no memory of the room tells. Who is there at first sight belongs to its start. */
function comesOrGoes(
  record: TurnRecord,
  { firstVisit, recent, here, there }: Circumstances,
): boolean {
  if (moved(record) && firstVisit) return false;
  const known = [...here, ...there].filter(isBelieved);
  return [...turnNewCharacters(record, recent), ...turnGoneCharacters(record, recent)].some(
    ({ name }) => !known.some((memory) => memoryNames(memory, name)),
  );
}

function answers(record: TurnRecord, { recent }: Circumstances): boolean {
  const { text } = record.after;
  return isAnswered(record) && !recent.some((earlier) => earlier.after.text === text);
}

/** Same for turns that can teach only the same: room, action, answer, effect; of a walk again whatever the answer. */
export function outcomeKey(record: TurnRecord, occasion: Occasion): string {
  const { before, decision, after } = record;
  const isPlainWalk = isOnlyWalk(record) && !occasion.firstVisit;
  const answer = isPlainWalk ? '' : after.text;
  const action = decision.action.trim().toLowerCase().replace(/\s+/g, ' ');
  const effect = [after.location.id, scoreChange(record), after.ended];
  return JSON.stringify([before.location.id, action, answer, ...effect]);
}
