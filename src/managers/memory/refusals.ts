import { canonicalAction } from '../../domain/command.ts';
import {
  hadNoEffect,
  isFailure,
  isRefusal,
  moved,
  type TurnRecord,
} from '../../domain/turn-record.ts';
import { thingsMeant } from '../../domain/naming.ts';
import { isLongText, type Trigger } from './synthesis-trigger.ts';

/** Refusals that are worth a question even while the player stays. */
const ENOUGH = 4;

const MOST_SINCE = 3;

/** Turns in which the game refused what was tried, oldest first, that no question was asked about yet. */
export type Refusals = readonly TurnRecord[];

/** Whether nothing but a refusal, and the little that the game said with it, makes the turn worth a question. */
export function isMereRefusal(triggers: readonly Trigger[], record: TurnRecord): boolean {
  const isOnly = triggers.every((one) => one === 'failure' || one === 'news');
  const isShort = isRefusal(record) || !isLongText(record.after.text);
  return triggers.includes('failure') && isOnly && isShort;
}

/** Whether nothing but that something opened makes it so: what it opens the way to may follow at once. */
export function isMereOpening(triggers: readonly Trigger[]): boolean {
  const others: readonly Trigger[] = ['gave-way', 'response', 'news'];
  return triggers.includes('gave-way') && triggers.every((one) => others.includes(one));
}

/** With one more; of the same action only the newest is kept. */
export function keepRefusal(kept: Refusals, record: TurnRecord): Refusals {
  return [...kept.filter((one) => !isSameAction(one, record)), record];
}

/** Without what this turn of the same room has shown to work after all. */
export function dropDisproved(kept: Refusals, record: TurnRecord): Refusals {
  return isFailure(record) ? kept : kept.filter((one) => !isSameAction(one, record));
}

/**
 * Those to ask about after this turn, and those that still wait: a room's share the next question about a turn there; else
 * they are asked about when the player leaves it, or there are enough. `waits` says whether the turn is one of them, `isAsked`
 * whether it has a question.
 */
export function refusalsAfter(
  kept: Refusals,
  record: TurnRecord,
  { waits, isAsked }: { readonly waits: boolean; readonly isAsked: boolean },
): { readonly due: Refusals; readonly kept: Refusals } {
  const left = waits ? keepRefusal(kept, record) : dropDisproved(kept, record);
  const room = record.before.location.id;
  const here = left.filter((one) => one.before.location.id === room);
  const isDue = isAsked || here.length >= ENOUGH || (moved(record) && areWorthIt(here));
  return isDue
    ? { due: here, kept: left.filter((one) => !here.includes(one)) }
    : { due: [], kept: left };
}

/** By room, those that are worth a question at the end of the episode. */
export function refusalsLeft(kept: Refusals): readonly Refusals[] {
  const rooms = [...new Set(kept.map(({ before }) => before.location.id))];
  return rooms
    .map((room) => kept.filter(({ before }) => before.location.id === room))
    .filter(areWorthIt);
}

/** Whether there are several, or one that says more than that it did not go, or that something is shut. */
function areWorthIt(refusals: Refusals): boolean {
  return refusals.length > 1 || refusals.some(tellsMore);
}

function tellsMore({ before, decision, after }: TurnRecord): boolean {
  const meant = thingsMeant(decision.action, before.objects);
  const isShut = meant.some(
    ({ traits }) =>
      !traits.includes('open') &&
      (['locked', 'door', 'openable'] as const).some((one) => traits.includes(one)),
  );
  return isShut || isSeveralSentences(after.text) || isLongText(after.text);
}

/** Parsers refuse in a sentence; what tells of the game takes more. */
function isSeveralSentences(text: string): boolean {
  return /[.!?;]["”]?\s+\S/.test(text.trim());
}

/** Which of these turns since the oldest refusal had an effect, the newest of them: one may have cured a refusal. */
export function effectsSince(kept: Refusals, turns: readonly TurnRecord[]): readonly TurnRecord[] {
  const [oldest] = kept;
  if (oldest === undefined) return [];
  return turns.filter((one) => one.turn > oldest.turn && !hadNoEffect(one)).slice(-MOST_SINCE);
}

function isSameAction(one: TurnRecord, other: TurnRecord): boolean {
  return (
    one.before.location.id === other.before.location.id &&
    canonicalAction(one.decision.action) === canonicalAction(other.decision.action)
  );
}
