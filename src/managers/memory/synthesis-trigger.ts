import { canonicalAction, isPassive } from '../../domain/command.ts';
import { isBelieved, type Memory } from '../../domain/memory.ts';
import { namesWhole } from '../../domain/naming.ts';
import { textFromName } from '../../domain/observation.ts';
import {
  asksBack,
  hadNoEffect,
  inventoryChanged,
  isAnswered,
  isFailure,
  moved,
  scoreChange,
  type TurnRecord,
} from '../../domain/turn-record.ts';
import { contradictedBy } from './contradictions.ts';
import { isAllTold, saysItInOtherWords } from './said-otherwise.ts';
import {
  changedHands,
  goneCharacters,
  lostThings,
  newCharacters,
  openedFirst,
  wanderersIn,
} from './turn-changes.ts';

/** Longer answers of the game may say something worth remembering. */
const LONG_RESPONSE = 100;

export type Trigger =
  | 'score'
  | 'death'
  | 'gave-way'
  | 'gained'
  | 'lost'
  | 'character'
  | 'contradicted'
  | 'news'
  | 'response'
  | 'failure';

/** What the turn's place in the episode says beyond its record. */
export interface Occasion {
  /** Whether the room in which the turn ended had no turn of this episode before. */
  readonly firstVisit: boolean;
  /** Whether the player was never away since coming to that room for the first time. */
  readonly sameVisit?: boolean;
  /** Whether the engine says that the player died, even when the game goes on. */
  readonly died: boolean;
}

/** What is known beside a turn, for telling whether there is something to ask about it. */
export interface Circumstances extends Occasion {
  /** Earlier turns of the episode, oldest first. */
  readonly recent: readonly TurnRecord[];
  /** What is remembered of the rooms where the turn began and ended. */
  readonly here: readonly Memory[];
  readonly there: readonly Memory[];
  /** Whether the answer tells of something new; see tellsNews. */
  readonly isNews: boolean;
}

/**
 * Why a turn is worth asking a model about; empty when it is not. Looks at facts alone and does no I/O. What a memory says
 * already is no reason, and neither is a plain walk: how a room starts is asked about for itself.
 */
export function findTriggers(record: TurnRecord, at: Circumstances): readonly Trigger[] {
  const isRemembered = at.here.some((memory) => saysItWorks(memory, record));
  const isStored =
    isRemembered || at.here.some((memory) => saysItInOtherWords(memory, record, at.recent));
  const found: Readonly<Record<Trigger, boolean>> = {
    ...newTriggers(record, at, isStored),
    death: hasDied(record, at),
    character: (comesOrGoes(record, at) || answers(record, at)) && !isRemembered,
    contradicted: isContradicted(record, at),
    news: at.isNews && !moved(record) && !asksBack(record.after.text),
    failure:
      isFailure(record) && !moved(record) && !at.here.some((memory) => saysItFails(memory, record)),
  };
  return (Object.keys(found) as Trigger[]).filter((trigger) => found[trigger]);
}

/** What is a reason only where no memory says it. */
function newTriggers(
  record: TurnRecord,
  at: Circumstances,
  isStored: boolean,
): Readonly<Record<'score' | 'gave-way' | 'gained' | 'lost' | 'response', boolean>> {
  const hands = changedHands(record);
  const isAnswer = isLongText(record.after.text) && isOfDeed(record, at) && !hadNoEffect(record);
  const found = {
    score: scoreChange(record) !== 0,
    'gave-way': givesWay(record, at),
    gained: hands.gained,
    lost: hands.lost && !isLossKnown(record, at),
    response: isAnswer,
  };
  return isStored
    ? { score: false, 'gave-way': false, gained: false, lost: false, response: false }
    : found;
}

/** Whether an answer of the game is long enough to say something of itself. */
export function isLongText(text: string): boolean {
  return text.length > LONG_RESPONSE;
}

export function hasDied(record: TurnRecord, occasion: Occasion): boolean {
  return occasion.died || record.after.ended === 'death';
}

/** Whether the player walked to a room seen before and nothing else happened. */
export function isPlainWalk(record: TurnRecord, occasion: Occasion): boolean {
  return isOnlyWalk(record, occasion) && !occasion.firstVisit;
}

/**
 * Whether a turn brought the player for the first time in the episode to a room of which nobody remembers how it starts,
 * and tells it. `there` is what is remembered of that room: where that names all that is in it, and the engine knows of
 * nothing shut, nothing is left to tell.
 */
export function entersUnknown(
  record: TurnRecord,
  { firstVisit }: Occasion,
  there: readonly Memory[],
): boolean {
  const { text, location, ended, objects, exits } = record.after;
  const isTold = ended === null || textFromName(text, location.name) !== null;
  // The map keeps what is nothing but ways out.
  if (exits.length > 0 && !isLongText(text) && objects.every(({ held }) => held)) return false;
  if (there.some(tellsOfStart) || isAllTold(record.after, there)) return false;
  return firstVisit && moved(record) && isTold;
}

/** Whether a memory tells how a room starts, and is believed. */
export function tellsOfStart(memory: Memory): boolean {
  return memory.persistence === 'core' && isBelieved(memory);
}

/** Whether an answer may tell of what was done: no walk, and no look that brought nothing new while others did something. */
function isOfDeed(record: TurnRecord, at: Circumstances): boolean {
  return !isOnlyWalk(record, at) && (at.isNews || !isPassive(record.decision.action));
}

/** Whether a walk is all that happened, to whatever room. */
function isOnlyWalk(record: TurnRecord, occasion: Occasion): boolean {
  const didNothingElse = scoreChange(record) === 0 && !inventoryChanged(record);
  return moved(record) && didNothingElse && !hasDied(record, occasion);
}

/** Whether a memory says of the turn's command that it works, and for as many points. */
function saysItWorks(memory: Memory, record: TurnRecord): boolean {
  const points = scoreChange(record);
  const isWorthIt = points === 0 || (memory.scoreChange ?? points) === points;
  return memory.category === 'SUCCESS' && isWorthIt && saysOf(memory, record);
}

/** Whether a memory of the room tells of each thing that was lost. */
function isLossKnown(record: TurnRecord, { here }: Circumstances): boolean {
  const rules = here.filter((one) => isBelieved(one) && one.persistence === 'permanent');
  const isNamed = (name: string) =>
    rules.some(({ title, text }) => namesWhole(`${title}\n${text}`, name));
  return lostThings(record).every(({ name }) => isNamed(name));
}

/**
 * Whether a turn speaks against what is remembered: of the same command in that room, or of somebody who is somewhere else
 * than the start of the room entered tells.
 */
function isContradicted(record: TurnRecord, at: Circumstances): boolean {
  const { recent, here, there, firstVisit } = at;
  if (contradictedBy(record, recent, here).length > 0) return true;
  if (!moved(record) || !firstVisit) return false;
  const away = wanderersIn(record.after, recent).filter(
    ({ id }) => !record.after.objects.some((one) => one.id === id),
  );
  const starts = there.filter(tellsOfStart);
  return away.some(({ name }) =>
    starts.some(({ title, text }) => namesWhole(`${title}\n${text}`, name)),
  );
}

function isSameRoom(one: TurnRecord, other: TurnRecord): boolean {
  return one.before.location.id === other.before.location.id;
}

function saysItFails(memory: Memory, record: TurnRecord): boolean {
  return memory.category === 'FAILURE' && saysOf(memory, record);
}

/** Whether a memory that is believed names the turn's command. */
function saysOf({ status, title, text }: Memory, { decision }: TurnRecord): boolean {
  return status === 'ACTIVE' && namesWhole(`${title}\n${text}`, decision.action);
}

/** Whether something works that was locked, shut or refused before, as this episode or a memory of the room knows. */
function givesWay(record: TurnRecord, { recent, here }: Circumstances): boolean {
  if (hadNoEffect(record)) return false;
  const action = canonicalAction(record.decision.action);
  const wasRefused = recent.some(
    (earlier) =>
      isFailure(earlier) &&
      isSameRoom(earlier, record) &&
      canonicalAction(earlier.decision.action) === action,
  );
  return (
    wasRefused || here.some((memory) => saysItFails(memory, record)) || openedFirst(record, recent)
  );
}

/** Whether somebody comes or goes of whom no memory of the room tells. Who is there at first sight belongs to its start. */
function comesOrGoes(
  record: TurnRecord,
  { firstVisit, recent, here, there }: Circumstances,
): boolean {
  if (moved(record) && firstVisit) return false;
  const known = [...here, ...there].filter(isBelieved);
  return [...newCharacters(record, recent), ...goneCharacters(record, recent)].some(
    ({ name }) => !known.some(({ title, text }) => namesWhole(`${title}\n${text}`, name)),
  );
}

/** Whether somebody says something that was not said before. */
function answers(record: TurnRecord, { recent }: Circumstances): boolean {
  const { text } = record.after;
  return isAnswered(record) && !recent.some((earlier) => earlier.after.text === text);
}

/**
 * Same for turns that can teach only the same: equal room, action, answer and effect. Walking again where one has walked
 * teaches nothing by another wording of the same room.
 */
export function outcomeKey(record: TurnRecord, occasion: Occasion): string {
  const { before, decision, after } = record;
  const answer = isPlainWalk(record, occasion) ? '' : after.text;
  const action = decision.action.trim().toLowerCase().replace(/\s+/g, ' ');
  const effect = [after.location.id, scoreChange(record), after.ended];
  return JSON.stringify([before.location.id, action, answer, ...effect]);
}
