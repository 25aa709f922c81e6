import { type LocationId, locationIdsIn } from '../../domain/ids.ts';
import {
  type CompletedObjective,
  LONGEST_OBJECTIVE,
  type Objective,
} from '../../domain/objective.ts';
import { oneLine, plural } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { ObjectiveEvent } from '../../events/event.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import type { KnownWords } from '../known-words.ts';
import type { LeftUndone } from './left-undone.ts';
import { type ObjectiveList, withGoal } from './objective-list.ts';
import { type ObjectiveMap, objectivePlaceName } from './objective-sources.ts';

const MOST_SHOWN = 8;

interface ObjectiveView {
  readonly map: ObjectiveMap | null;
  readonly words?: KnownWords | undefined;
  /** The player's room. Absent if no distances are told. */
  readonly here?: LocationId | undefined;
  /** Absent or Infinity if no end is told. */
  readonly turnsLeft?: number | undefined;
  /** Whether the player was at its start since it was set, or did its first act: then its start is no place to go to. */
  /** The open ones that the engine has shown done, each with the turn. */
  readonly shown?: ReadonlyMap<Objective, TurnRecord>;
  readonly begun?: Pick<LeftUndone, 'wasThere' | 'hasStarted'>;
}

/** The agent's section: at most eight open objectives in order, its own first; how many more; changes since the last time. */
export function renderObjectives(
  { current }: ObjectiveList,
  view: ObjectiveView,
  news: readonly string[],
): string {
  const more = current.length - MOST_SHOWN;
  return [
    ...shownOf(current).map((one) => describeObjective(one, view, true)),
    ...(more > 0 ? [`(${more} more ${more === 1 ? 'is' : 'are'} open)`] : []),
    ...(news.length === 0 ? [] : ['Told once:', ...news.map((line) => `- ${line}`)]),
  ].join('\n');
}

/** The shown ones, in order. An objective of discovery makes room for the agent's own. */
function shownOf(current: readonly Objective[]): readonly Objective[] {
  const more = Math.max(0, current.length - MOST_SHOWN);
  const found = current.filter(({ origin }) => origin !== 'agent');
  const hidden = more === 0 ? [] : found.slice(-more);
  const rest = current.filter((one) => !hidden.includes(one));
  return withGoal(rest, rest, MOST_SHOWN);
}

/** `- text`, exactly, then its start, the distance and any doubt. With `once`, a start that the text names is not repeated. */
export function describeObjective(objective: Objective, view: ObjectiveView, once = false): string {
  // A text in brackets is an aside.
  const doubt = view.words?.doubt('', objective.text.replaceAll(/\([^()]*\)/g, ' ')) ?? null;
  const by = view.shown?.get(objective);
  return [
    `- ${objective.text}`,
    ...targetWords(objective, view, once),
    ...(by === undefined
      ? []
      : [`    the engine shows it done, nobody claimed it: ${byWords(by)}`]),
    ...(doubt === null ? [] : [`    in doubt: ${doubt}`]),
  ].join('\n');
}

/** `    target: Hall (7), 3 steps`. Empty if the text has the id and no distance is known. */
function targetWords(objective: Objective, view: ObjectiveView, once: boolean) {
  const { text, target } = objective;
  if (target === null || (once && view.begun?.hasStarted(objective) === true)) return [];
  // With several places, the text does not say which is the target.
  const [only, ...others] = new Set(locationIdsIn(text));
  const isToldThere = once && only === target && others.length === 0;
  const isBegun = once && view.begun?.wasThere(objective) === true;
  const far = farWords(target, isBegun ? { ...view, turnsLeft: Infinity } : view);
  if (isToldThere && far.length === 0) return [];
  const name = roomWords({ id: target, name: objectivePlaceName(view.map, target) });
  // What remains of an objective that is begun may be elsewhere: its start counts for no turns that are left.
  return [`    ${isBegun ? 'begins at ' : 'target: '}${[name, ...far].join(', ')}`];
}

/** The distance of a place, beside the turns that are left once these are few. Empty if it is here, unknown or not told. */
function farWords(target: LocationId, view: ObjectiveView): readonly string[] {
  const { map, here, turnsLeft = Infinity } = view;
  const isFar = here !== undefined && here !== target;
  const route = isFar ? (map?.routeTo(here, target) ?? null) : null;
  if (route === null) return [];
  if (route.isShut) return ['no open way known'];
  const steps = route.commands.length;
  const far = plural(steps, 'step');
  if (steps > turnsLeft) return [`${far}: farther than the turns that are left`];
  return [steps * 2 < turnsLeft ? far : `${far} of the ${plural(turnsLeft, 'turn')} left`];
}

/** `turn 31: ring bell, at Hall (7)`. */
function byWords({ turn, decision, after }: TurnRecord): string {
  return `turn ${turn}: ${commandWords(decision.action)}, at ${roomWords(after.location)}`;
}

/** Tells the agent of an open objective that the engine has shown done. */
export function unclaimedWords(done: {
  readonly objective: Objective;
  readonly by: TurnRecord;
}): string {
  return `The engine shows "${done.objective.text}" done (${byWords(done.by)}): name it in \`completed\`, if that is all you meant`;
}

export function describeCompleted(completed: CompletedObjective): string {
  const { objective, completedTurn, claimedTurn } = completed;
  const { completionAction, completionLocation } = completed;
  const how =
    claimedTurn === undefined
      ? `turn ${completedTurn}: ${commandWords(completionAction)}, at ${roomWords(completionLocation)}`
      : `as the player said in turn ${claimedTurn}`;
  return `- ${objective} [${how}]`;
}

const DROPPED = {
  'given up': 'you gave it up',
  stale: 'nobody has named it for long',
  refined: 'there were too many, and it was not among those to keep',
} as const;

/** What the agent is told once of a change that its list does not show. Null if the list shows it. */
export function newsOf(event: ObjectiveEvent): string | null {
  switch (event.type) {
    case 'objective-dropped':
      return `Dropped: "${event.objective.text}": ${DROPPED[event.reason]}`;
    case 'objective-refused':
      return event.claim === 'kept'
        ? null
        : `Not ${event.claim}: "${oneLine(event.text, LONGEST_OBJECTIVE)}": ${event.reason}`;
    case 'objective-added':
    case 'objective-completed':
      return null;
  }
}

/** Items that one prompt tells. The same turn may be asked again, so an item is forgotten only after it. */
export class ToldOnce<T> {
  #all: readonly T[] = [];
  #told = 0;

  add(...more: readonly T[]): void {
    this.#all = [...this.#all, ...more];
  }

  /** All items that wait. They count as told. */
  tell(): readonly T[] {
    this.#told = this.#all.length;
    return this.#all;
  }

  /** Drops told items. */
  forget(): void {
    this.#all = this.#all.slice(this.#told);
    this.#told = 0;
  }
}
