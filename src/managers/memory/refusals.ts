import { canonicalAction } from '../../domain/command.ts';
import { hadNoEffect, isFailure, moved, type TurnRecord } from '../../domain/turn-record.ts';
import type { Trigger } from './synthesis-trigger.ts';

/** Refusals that are worth a question even while the player stays. */
const ENOUGH = 4;

const MOST_SINCE = 3;

/** Turns of one room in which the game refused what was tried, oldest first, that no question was asked about yet. */
export type Refusals = readonly TurnRecord[];

/** Whether nothing but a refusal makes the turn worth a question. */
export function isMereRefusal(triggers: readonly Trigger[]): boolean {
  return triggers.length > 0 && triggers.every((trigger) => trigger === 'failure');
}

/** With one more; of the same action only the newest is kept. */
export function keepRefusal(kept: Refusals, record: TurnRecord): Refusals {
  return [...kept.filter((one) => !isSameAction(one, record)), record];
}

/** Without what this turn of the same room has shown to work after all. */
export function dropDisproved(kept: Refusals, record: TurnRecord): Refusals {
  return isFailure(record) ? kept : kept.filter((one) => !isSameAction(one, record));
}

/** Whether to ask about them after this turn: the player left the room, or there are enough. */
export function isTimeToAsk(kept: Refusals, record: TurnRecord): boolean {
  return kept.length > 0 && (moved(record) || kept.length >= ENOUGH);
}

/** Those to ask about after this turn, and those that still wait; `waits` says whether it is one of them. */
export function refusalsAfter(kept: Refusals, record: TurnRecord, waits: boolean) {
  const left = waits ? keepRefusal(kept, record) : dropDisproved(kept, record);
  const nothing: Refusals = [];
  return isTimeToAsk(left, record) ? { due: left, kept: nothing } : { due: nothing, kept: left };
}

/** Which of these turns since the oldest refusal had an effect, the newest of them: one may have cured a refusal. */
export function effectsSince(kept: Refusals, turns: readonly TurnRecord[]): readonly TurnRecord[] {
  const [oldest] = kept;
  if (oldest === undefined) return [];
  return turns.filter((one) => one.turn > oldest.turn && !hadNoEffect(one)).slice(-MOST_SINCE);
}

function isSameAction(one: TurnRecord, other: TurnRecord): boolean {
  return canonicalAction(one.decision.action) === canonicalAction(other.decision.action);
}
