import type { Objective } from '../../domain/objective.ts';
import { inventoryChanged, moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';

const DONE = /\b(?:achieved|accomplished|complete|completed|done|finished|fulfilled|reached)\b/i;
const GOAL = /\b(?:goals?|objectives?)\b/i;

/**
 * Whether a turn can have completed an objective, by what the engine says: the score or the inventory changed, or the
 * player went from or to a room that an objective is about, or the agent claims it. An objective without a target may
 * be about any room.
 */
export function mayHaveCompleted(turn: TurnRecord, objectives: readonly Objective[]): boolean {
  if (objectives.length === 0) return false;
  if (scoreChange(turn) !== 0 || inventoryChanged(turn)) return true;
  const rooms = [turn.before.location.id, turn.after.location.id];
  const concerns = ({ target }: Objective) => target === null || rooms.includes(target);
  return (moved(turn) && objectives.some(concerns)) || claimsCompletion(turn, objectives);
}

/** Whether a sentence of the agent's reasoning says that a goal, or one of these by name, is done. */
export function claimsCompletion(
  { decision }: TurnRecord,
  objectives: readonly Objective[],
): boolean {
  const sentences = decision.reasoning.split(/(?<=[.!?])\s+|\n/);
  return sentences.some(
    (sentence) =>
      DONE.test(sentence) &&
      (GOAL.test(sentence) ||
        objectives.some(({ text }) => sentence.toLowerCase().includes(text.toLowerCase()))),
  );
}
