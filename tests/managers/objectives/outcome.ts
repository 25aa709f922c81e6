import { locationId } from '../../../src/domain/ids.ts';
import type { Objective } from '../../../src/domain/objective.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { completionOf } from '../../../src/managers/objectives/completion.ts';

/** An objective that the agent set. */
export function objective(text: string, target: number | null = null, createdTurn = 0): Objective {
  const room = target === null ? null : locationId(target);
  return { text, target: room, origin: 'agent', createdTurn, renewedTurn: createdTurn };
}

const nameOf = (id: number) => (id === 7 ? 'Old Mill' : 'somewhere new');

/** What the newest of these turns completed, with the turn when it happened, and what it refused. */
export function outcome(turns: readonly TurnRecord[], ...current: readonly Objective[]) {
  const newest = turns.at(-1);
  if (newest === undefined) throw new Error('No turn was played.');
  const { completed, refused } = completionOf(newest, turns, { current, completed: [] }, nameOf);
  return { done: completed.map(({ objective: one, by }) => [one.text, by.turn]), refused };
}

/** What an agent says that it has reached. */
export const claims = (...completed: readonly string[]) => ({ completed });
