import { normaliseAction } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { CompletedObjective, Objective, ObjectiveOrigin } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { ObjectiveEvent } from '../../events/event.ts';
import { oneLine } from '../../prompts/quote.ts';
import type { ObjectiveOutcome } from './completion.ts';

export const LONGEST_OBJECTIVE = 200;

/** The objectives of an episode. Completed ones are never removed. */
export interface ObjectiveList {
  readonly current: readonly Objective[];
  readonly completed: readonly CompletedObjective[];
}

export const NO_OBJECTIVES: ObjectiveList = { current: [], completed: [] };

/** An objective that somebody wants to set. */
export interface Candidate {
  readonly text: string;
  readonly target: LocationId | null;
}

/** A list after a change, and what the change was. */
export interface ObjectiveChange {
  readonly list: ObjectiveList;
  readonly events: readonly ObjectiveEvent[];
}

/**
 * Appends objectives. A blank one is ignored; one that is current (whatever its case and spacing) is renewed and keeps
 * its place; one that was completed in this episode stays completed, so that it cannot count as progress twice.
 */
export function addObjectives(
  list: ObjectiveList,
  candidates: readonly Candidate[],
  { origin, turn }: { readonly origin: ObjectiveOrigin; readonly turn: number },
): ObjectiveChange {
  const done = new Set(list.completed.map(({ objective }) => normaliseAction(objective)));
  const current = new Map(list.current.map((one) => [normaliseAction(one.text), one]));
  for (const candidate of candidates) {
    const text = oneLine(candidate.text, LONGEST_OBJECTIVE);
    const key = normaliseAction(text);
    const known = current.get(key);
    if (text === '' || done.has(key)) continue;
    const target = known?.target ?? candidate.target;
    current.set(
      key,
      known === undefined
        ? { text, target, origin, createdTurn: turn, renewedTurn: turn }
        : { ...known, target, renewedTurn: turn },
    );
  }
  const next = [...current.values()];
  const events = next
    .slice(list.current.length)
    .map((objective) => ({ type: 'objective-added' as const, objective }));
  return { list: { ...list, current: next }, events };
}

/** Completes the current objectives whose text is exactly one of those given, and tells what was claimed in vain. */
export function completeObjectives(
  list: ObjectiveList,
  { completed: texts, refused }: ObjectiveOutcome,
  turn: TurnRecord,
): ObjectiveChange {
  const wanted = new Set(texts);
  const completed = list.current
    .filter(({ text }) => wanted.has(text))
    .map(({ text }) => ({
      objective: text,
      completedTurn: turn.turn,
      completionAction: turn.decision.action,
      completionResponse: turn.after.text,
      completionLocation: turn.after.location,
      completionScore: turn.after.score,
    }));
  const current = list.current.filter(({ text }) => !wanted.has(text));
  const events = completed.map((one) => ({ type: 'objective-completed', completed: one }) as const);
  return {
    list: { current, completed: [...list.completed, ...completed] },
    events: [...events, ...refused.map((text) => refusal(text, 'completed'))],
  };
}

/** Drops objectives that nobody named for so many turns. */
export function dropStale(list: ObjectiveList, turn: number, staleAfter: number): ObjectiveChange {
  const current = list.current.filter(({ renewedTurn }) => turn - renewedTurn < staleAfter);
  return { list: { ...list, current }, events: drops(list, current, 'stale') };
}

/**
 * Cuts the list to `limit`, those named first and in their order. What a reply leaves out beyond need stays: it is asked
 * what to drop, not to forget. A reply that names no current objective changes nothing.
 */
export function refineObjectives(
  list: ObjectiveList,
  texts: readonly string[],
  limit: number,
): ObjectiveChange {
  const wanted = new Set(texts);
  const kept = [...wanted].flatMap((text) => list.current.filter((one) => one.text === text));
  const refused = texts
    .filter((text) => !list.current.some((one) => one.text === text))
    .map((text) => refusal(text, 'kept'));
  if (kept.length === 0) return { list, events: refused };
  const rest = list.current.filter(({ text }) => !wanted.has(text));
  const current = [...kept, ...rest].slice(0, limit);
  return {
    list: { ...list, current },
    events: [...drops(list, current, 'refined'), ...refused],
  };
}

function drops(
  list: ObjectiveList,
  kept: readonly Objective[],
  reason: 'stale' | 'refined',
): readonly ObjectiveEvent[] {
  return list.current
    .filter((objective) => !kept.includes(objective))
    .map((objective) => ({ type: 'objective-dropped', objective, reason }));
}

/** The event that tells of a text that is no objective, and of what it was said to be. */
export function refusal(text: string, claim: 'completed' | 'kept' | 'invented'): ObjectiveEvent {
  return { type: 'objective-refused', text: oneLine(text, LONGEST_OBJECTIVE), claim };
}
