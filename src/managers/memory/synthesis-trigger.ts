import {
  inventoryChanged,
  isFailure,
  moved,
  scoreChange,
  type TurnRecord,
} from '../../domain/turn-record.ts';

import type { Memory } from '../../domain/memory.ts';

/** Longer answers of the game may say something worth remembering. */
const LONG_RESPONSE = 100;

export type Trigger =
  'score' | 'location' | 'inventory' | 'death' | 'first-visit' | 'failure' | 'response';

/** What the turn's place in the episode says beyond its record. */
export interface Occasion {
  /** Whether the room in which the turn ended had no turn of this episode before. */
  readonly firstVisit: boolean;
  /** Whether the engine says that the player died, even when the game goes on. */
  readonly died: boolean;
}

/** Why a turn is worth asking a model about; empty when it is not. Looks at facts alone and does no I/O. */
export function findTriggers(record: TurnRecord, occasion: Occasion): readonly Trigger[] {
  const found: Readonly<Record<Trigger, boolean>> = {
    score: scoreChange(record) !== 0,
    location: moved(record),
    inventory: inventoryChanged(record),
    death: hasDied(record, occasion),
    'first-visit': occasion.firstVisit,
    failure: isFailure(record),
    response: isLongText(record.after.text),
  };
  return (Object.keys(found) as Trigger[]).filter((trigger) => found[trigger]);
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
 * Whether a turn is more than a walk to a known room: one where the player was in this episode, or of which is remembered
 * how it starts. `there` is what is remembered of the room where the turn ended.
 */
export function showsSomethingNew(
  record: TurnRecord,
  occasion: Occasion,
  there: readonly Memory[],
): boolean {
  const isRemembered = there.some(
    ({ persistence, status }) => persistence === 'core' && status !== 'SUPERSEDED',
  );
  return !isOnlyWalk(record, occasion) || (occasion.firstVisit && !isRemembered);
}

function isOnlyWalk(record: TurnRecord, occasion: Occasion): boolean {
  const didNothingElse = scoreChange(record) === 0 && !inventoryChanged(record);
  return moved(record) && didNothingElse && !hasDied(record, occasion);
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
