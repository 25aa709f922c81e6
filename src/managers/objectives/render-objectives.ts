import type { CompletedObjective, Objective } from '../../domain/objective.ts';
import { commandWords, roomWords } from '../../prompts/wording.ts';
import type { ObjectiveList } from './objective-list.ts';
import { placeName, type ObjectiveMap } from './objective-sources.ts';

const MOST_SHOWN = 5;
const MOST_OWN = 2;
const MOST_COMPLETED = 3;

/** The objectives that matter now, at most five: the agent's two newest own ones among them, in the list's order. */
export function foremost(current: readonly Objective[]): readonly Objective[] {
  const own = current.filter(({ origin }) => origin === 'agent').slice(-MOST_OWN);
  const others = current.filter((one) => !own.includes(one)).slice(0, MOST_SHOWN - own.length);
  return current.filter((one) => own.includes(one) || others.includes(one));
}

/** What the agent is shown: current objectives with their targets, and what was completed last. Empty without any. */
export function renderObjectives(
  { current, completed }: ObjectiveList,
  map: ObjectiveMap | null,
): string {
  const done = completed.slice(-MOST_COMPLETED).map(describeCompleted);
  return [
    ...foremost(current).map((one) => describeObjective(one, map)),
    ...(done.length === 0 ? [] : ['Completed:', ...done]),
  ].join('\n');
}

/** `- text`, then its target on a line of its own: the text stays one that can be copied exactly. */
export function describeObjective({ text, target }: Objective, map: ObjectiveMap | null): string {
  if (target === null) return `- ${text}`;
  return `- ${text}\n    target: ${roomWords({ id: target, name: placeName(map, target) })}`;
}

export function describeCompleted(completed: CompletedObjective): string {
  const { objective, completedTurn, completionAction, completionLocation } = completed;
  return `- ${objective} [turn ${completedTurn}: ${commandWords(completionAction)}, at ${roomWords(completionLocation)}]`;
}
