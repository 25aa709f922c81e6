import { canonicalAction } from '../../domain/command.ts';
import { isBelieved, type Memory } from '../../domain/memory.ts';
import { namesPart, namesWhole } from '../../domain/naming.ts';
import {
  asksBack,
  hadNoEffect,
  isFailure,
  moved,
  type TurnRecord,
} from '../../domain/turn-record.ts';

/**
 * The memories of the room where a turn began that its outcome speaks against: what failed works now, or what worked is
 * refused though nothing was done to the thing before. None where the room knows of both outcomes.
 */
export function contradictedBy(
  record: TurnRecord,
  recent: readonly TurnRecord[],
  here: readonly Memory[],
): readonly Memory[] {
  const { action } = record.decision;
  const named = here.filter((one) => isBelieved(one) && namesWhole(one.title, action));
  const of = (category: string) => named.filter((one) => one.category === category);
  const [failed, worked] = [of('FAILURE'), of('SUCCESS')];
  if (failed.length > 0 && worked.length > 0) return [];
  if (isFailure(record)) return wasHandled(record, recent) ? [] : worked;
  return hadNoEffect(record) || asksBack(record.after.text) ? [] : failed;
}

/** Whether what a command is about was changed in that room before. */
function wasHandled(record: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const [, ...about] = canonicalAction(record.decision.action).split(' ');
  return recent.some(
    (one) =>
      one.before.location.id === record.before.location.id &&
      !hadNoEffect(one) &&
      !moved(one) &&
      namesPart(about.join(' '), one.decision.action),
  );
}
