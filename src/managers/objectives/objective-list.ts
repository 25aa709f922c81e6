import type { LocationId } from '../../domain/ids.ts';
import {
  type CompletedObjective,
  LONGEST_OBJECTIVE,
  type Objective,
  type ObjectiveOrigin,
} from '../../domain/objective.ts';
import { oneLine } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { ObjectiveEvent } from '../../events/event.ts';
import { isSaidAgain, isSameAim, renewedTarget, saidOf } from './aim.ts';

/** The objectives of an episode in the player's order. Completed ones are never removed. */
export interface ObjectiveList {
  readonly current: readonly Objective[];
  readonly completed: readonly CompletedObjective[];
}

export const NO_OBJECTIVES: ObjectiveList = { current: [], completed: [] };

export interface Candidate {
  readonly text: string;
  readonly target: LocationId | null;
  /** The reason for refusing it. Absent if there is none. */
  readonly refused?: string | null;
}

export interface ObjectiveChange {
  readonly list: ObjectiveList;
  readonly events: readonly ObjectiveEvent[];
}

type Completion = Pick<CompletedObjective, 'claimedTurn'> & {
  objective: Objective;
  by: TurnRecord;
};

export interface ObjectiveOutcome {
  readonly completed: readonly Completion[];
  /** Claims for texts that are no open objective, or without evidence of the engine. */
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

/** Adds objectives, the agent's first. One that asks the same renews the other. Too long ones are refused, with an event. */
export function addObjectives(
  list: ObjectiveList,
  candidates: readonly Candidate[],
  { origin, turn }: { readonly origin: ObjectiveOrigin; readonly turn: number },
): ObjectiveChange {
  const added = candidates.reduce<ObjectiveChange>(
    (change, one) => {
      const candidate = { ...one, text: oneLine(one.text) };
      const { list: next, refused } = addOne(change.list, candidate, { origin, turn });
      const [first, last] = [next.current[0], next.current.at(-1)];
      const isMore = next.current.length > change.list.current.length;
      const objective = origin === 'agent' ? first : last;
      const events: readonly ObjectiveEvent[] = [
        ...(isMore && objective ? [{ type: 'objective-added' as const, objective }] : []),
        ...(refused === null ? [] : [refusal(candidate.text, 'set', refused)]),
      ];
      return { list: next, events: [...change.events, ...events] };
    },
    { list, events: [] },
  );
  return origin === 'agent' ? added : { ...added, list: inOrderOf(candidates, added.list) };
}

/** The objectives that candidates name, in their order, then the others in theirs. */
function inOrderOf(candidates: readonly Candidate[], list: ObjectiveList): ObjectiveList {
  const found = candidates.flatMap(
    (one) => list.current.find(({ text }) => isSameAim(text, oneLine(one.text))) ?? [],
  );
  const named = [...new Set(found)];
  return { ...list, current: [...named, ...list.current.filter((one) => !named.includes(one))] };
}

function addOne(
  list: ObjectiveList,
  { text, target, refused: why = null }: Candidate,
  { origin, turn }: { readonly origin: ObjectiveOrigin; readonly turn: number },
): { readonly list: ObjectiveList; readonly refused: string | null } {
  const isAgents = origin === 'agent';
  if (text === '' || why !== null) return { list, refused: why };
  if (text.length > LONGEST_OBJECTIVE) {
    const refused = `it has ${text.length} characters, at most ${LONGEST_OBJECTIVE} are taken`;
    return { list, refused };
  }
  const done = list.completed.find(({ objective }) => isSaidAgain(objective, text));
  if (done !== undefined) {
    return { list, refused: isAgents ? `completed in turn ${done.completedTurn}` : null };
  }
  const known = list.current.find((one) => isSameAim(one.text, text));
  if (known === undefined) {
    const one: Objective = { text, target, origin, createdTurn: turn, renewedTurn: turn };
    const current = isAgents ? [one, ...list.current] : [...list.current, one];
    return { list: { ...list, current }, refused: null };
  }
  const renewed: Objective = {
    ...known,
    target: renewedTarget(known, { target, origin }),
    origin: isAgents ? origin : known.origin,
    renewedTurn: turn,
  };
  const current = list.current.map((one) => (one === known ? renewed : one));
  const isSameText = saidOf(known.text) === saidOf(text);
  const refused = isAgents && !isSameText ? `it is the same as "${known.text}"` : null;
  return { list: { ...list, current }, refused };
}

/** Moves completed objectives, with their turn, and reports refused claims. */
export function completeObjectives(
  list: ObjectiveList,
  { completed: done, refused }: ObjectiveOutcome,
): ObjectiveChange {
  const completed = done.map(({ objective, by, claimedTurn }) => ({
    objective: objective.text,
    completedTurn: by.turn,
    ...(claimedTurn !== undefined && { claimedTurn }),
    completionAction: by.decision.action,
    completionResponse: by.after.text,
    completionLocation: by.after.location,
    completionScore: by.after.score,
  }));
  const current = list.current.filter((one) => !done.some(({ objective }) => objective === one));
  const events = completed.map((one) => ({ type: 'objective-completed', completed: one }) as const);
  return {
    list: { current, completed: [...list.completed, ...completed] },
    events: [...events, ...refused.map(({ text, reason }) => refusal(text, 'completed', reason))],
  };
}

/** Drops objectives that nobody named for so many turns, but none of the agent's own. Walking to its start names one. */
export function dropStale(
  list: ObjectiveList,
  { turn, decision }: Pick<TurnRecord, 'turn' | 'decision'>,
  staleAfter: number,
): ObjectiveChange {
  const { target } = decision;
  const isMeant = (one: Objective) => one.target !== null && one.target === target;
  const renewed = list.current.map((one) => (isMeant(one) ? { ...one, renewedTurn: turn } : one));
  const current = renewed.filter(
    ({ origin, renewedTurn }) => origin === 'agent' || turn - renewedTurn < staleAfter,
  );
  return {
    list: { ...list, current },
    events: drops({ ...list, current: renewed }, current, 'stale'),
  };
}

/** Drops what the agent gives up. One that was completed meanwhile is ignored. */
export function giveUp(list: ObjectiveList, texts: readonly string[]): ObjectiveChange {
  const named = new Set(texts.map(saidOf));
  const current = list.current.filter(({ text }) => !named.has(saidOf(text)));
  const known = [
    ...list.current.map(({ text }) => text),
    ...list.completed.map(({ objective }) => objective),
  ];
  const isKnown = new Set(known.map(saidOf));
  const refused = texts.filter((text) => !isKnown.has(saidOf(text)));
  return {
    list: { ...list, current },
    events: [
      ...drops(list, current, 'given up'),
      ...refused.map((text) => refusal(text, 'dropped', NONE_OF_THEM)),
    ],
  };
}

/** The reason for refusing a text that is no open objective. */
export const NONE_OF_THEM = 'it is none of your objectives';

/** Keeps the named ones of those `asked` about, at most `limit`, and the agent's first. To name none changes nothing. */
export function refineObjectives(
  list: ObjectiveList,
  asked: readonly Objective[],
  {
    keep: texts,
    limit,
    turn,
  }: { readonly keep: readonly string[]; readonly limit: number; readonly turn: number },
): ObjectiveChange {
  const named = [...new Set(texts)].map((text) => ({
    text,
    objective: list.current.find((one) => saidOf(one.text) === saidOf(text)),
  }));
  const refused = named
    .filter(({ objective }) => objective === undefined)
    .map(({ text }) => refusal(text, 'kept', NONE_OF_THEM));
  const answered = named.flatMap(({ objective }) => objective ?? []);
  if (answered.length === 0) return { list, events: refused };
  const wasAsked = new Set(asked.map(({ text }) => text));
  const open = list.current.filter(({ text }) => wasAsked.has(text));
  const kept = withGoal(answered, open, limit);
  const since = list.current.filter(({ text }) => !wasAsked.has(text));
  const current = [...since.filter((one) => !kept.includes(one)), ...kept];
  const renewed = current.map((one) =>
    answered.includes(one) ? { ...one, renewedTurn: turn } : one,
  );
  const events = [...drops(list, current, 'refined'), ...refused];
  return { list: { ...list, current: renewed }, events };
}

/** The first so many objectives. The agent's first open one, which mostly is the story's, takes the last place at least. */
export function withGoal(
  some: readonly Objective[],
  all: readonly Objective[],
  limit: number,
): readonly Objective[] {
  const first = some.slice(0, limit);
  const [goal] = all
    .filter(({ origin }) => origin === 'agent')
    .toReversed()
    .toSorted((a, b) => a.createdTurn - b.createdTurn);
  if (goal === undefined || first.includes(goal)) return first;
  return [...first.slice(0, limit - 1), goal];
}

function drops(
  list: ObjectiveList,
  kept: readonly Objective[],
  reason: Extract<ObjectiveEvent, { type: 'objective-dropped' }>['reason'],
): readonly ObjectiveEvent[] {
  return list.current
    .filter((objective) => !kept.includes(objective))
    .map((objective) => ({ type: 'objective-dropped', objective, reason }));
}

function refusal(
  text: string,
  claim: Extract<ObjectiveEvent, { type: 'objective-refused' }>['claim'],
  reason: string,
): ObjectiveEvent {
  return { type: 'objective-refused', text: oneLine(text), claim, reason };
}
