import type { LocationId } from '../../domain/ids.ts';
import type { CompletedObjective, Objective } from '../../domain/objective.ts';
import { oneLine, plural } from '../../domain/text.ts';
import type { ObjectiveEvent } from '../../events/event.ts';
import { LONGEST_OBJECTIVE, commandWords, roomWords } from '../../prompts/wording.ts';
import type { KnownWords } from '../known-words.ts';
import { numberedInAim } from './aim.ts';
import { type ObjectiveList, withGoal } from './objective-list.ts';
import { type ObjectiveMap, sourcePlaceName } from './objective-sources.ts';

const MOST_SHOWN = 8;

/** What objectives are shown with: the names of rooms, and what the game has shown. */
interface ObjectiveView {
  readonly map: ObjectiveMap | null;
  readonly words?: KnownWords | undefined;
  /** Where the player is; absent for who is told no distances. */
  readonly here?: LocationId | undefined;
  /** Whether the player was where it begins since it was set, and left. */
  readonly isBegun?: (objective: Objective) => boolean;
}

/**
 * What the agent is shown: at most eight open objectives in its order, those that it set itself before others; how many more
 * there are; what became of others since it was asked last.
 */
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

/** What is shown, in its order: an objective that was discovered for the agent makes room for its own. */
function shownOf(current: readonly Objective[]): readonly Objective[] {
  const more = Math.max(0, current.length - MOST_SHOWN);
  const found = current.filter(({ origin }) => origin !== 'agent');
  const hidden = more === 0 ? [] : found.slice(-more);
  const rest = current.filter((one) => !hidden.includes(one));
  return withGoal(rest, rest, MOST_SHOWN);
}

/**
 * `- text`, then where it begins, which is told `once` where the text numbers it, and how far that is, and any doubt: the
 * text stays one that can be copied exactly.
 */
export function describeObjective(objective: Objective, view: ObjectiveView, once = false): string {
  // What stands in brackets is an aside.
  const doubt = view.words?.doubt('', objective.text.replaceAll(/\([^()]*\)/g, ' ')) ?? null;
  return [
    `- ${objective.text}`,
    ...targetWords(objective, view, once),
    ...(doubt === null ? [] : [`    in doubt: ${doubt}`]),
  ].join('\n');
}

/** `    target: Hall (7), 3 steps`; nothing where the text numbers it and nobody knows how far it is. */
function targetWords(objective: Objective, view: ObjectiveView, once: boolean) {
  const { text, target } = objective;
  if (target === null) return [];
  // Of several places the text does not say which is meant.
  const [only, ...others] = new Set(numberedInAim(text));
  const isToldThere = once && only === target && others.length === 0;
  const far = farWords(target, view);
  if (isToldThere && far.length === 0) return [];
  const name = roomWords({ id: target, name: sourcePlaceName(view.map, target) });
  // Who has begun it is not sent back.
  if (once && view.isBegun?.(objective) === true) return [`    begins at ${name}`];
  return [`    target: ${[name, ...far].join(', ')}`];
}

/** How far a place is; nothing where it is here, or nobody knows or is to know. */
function farWords(target: LocationId, { map, here }: ObjectiveView): readonly string[] {
  const isFar = here !== undefined && here !== target;
  const route = isFar ? (map?.routeTo(here, target) ?? null) : null;
  if (route === null) return [];
  return [route.isShut ? 'no open way known' : plural(route.hops, 'step')];
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

/** What the agent is told once of a change that its list does not show; null where it sees it. */
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

/** What is told in one prompt. The same turn may be asked for again: it is forgotten only when that is over. */
export class ToldOnce<T> {
  #all: readonly T[] = [];
  #told = 0;

  add(...more: readonly T[]): void {
    this.#all = [...this.#all, ...more];
  }

  /** All that waits to be told; it counts as told by this. */
  tell(): readonly T[] {
    this.#told = this.#all.length;
    return this.#all;
  }

  /** Drops what was told. */
  forget(): void {
    this.#all = this.#all.slice(this.#told);
    this.#told = 0;
  }
}
