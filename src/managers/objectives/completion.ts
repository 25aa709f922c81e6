import { normaliseAction } from '../../domain/command.ts';
import type { Objective } from '../../domain/objective.ts';
import { hadNoEffect, moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';

/** What an objective says that being somewhere completes. */
const TO_REACH = /\b(?:arrive|enter|explore|find|get to|go|head|reach|return|scout|visit|walk)\b/i;

/** It asks for points, which no walk gives, whatever else it names. */
const TO_SCORE = /^\s*(?:score|earn|get points|win points)\b/i;

/** What became of the objectives in a turn. */
export interface ObjectiveOutcome {
  /** Current objectives that are completed, by their text. */
  readonly completed: readonly string[];
  /** What the agent claims that is no current objective, or that nothing the engine saw supports. */
  readonly refused: readonly string[];
}

/**
 * What a turn completed, by what the engine saw: the agent's claims that have something for them, objectives to be
 * somewhere by being there, and those about a room where points were scored. `recent` are the newest turns, this one last.
 */
export function completionOf(
  turn: TurnRecord,
  recent: readonly TurnRecord[],
  current: readonly Objective[],
): ObjectiveOutcome {
  const claims = (turn.decision.completed ?? []).map((text) => ({
    text,
    objective: current.find((one) => normaliseAction(one.text) === normaliseAction(text)),
  }));
  const isBelieved = ({ objective }: (typeof claims)[number]) =>
    objective !== undefined && isSupported(objective, recent);
  const claimed = claims.filter(isBelieved).map(({ objective }) => objective);
  return {
    completed: current
      .filter((one) => claimed.includes(one) || isSeenToBeDone(one, turn))
      .map(({ text }) => text),
    refused: claims.filter((claim) => !isBelieved(claim)).map(({ text }) => text),
  };
}

function isSeenToBeDone({ text, target }: Objective, turn: TurnRecord): boolean {
  if (target === null || turn.after.died || turn.after.ended === 'death') return false;
  const isThere = turn.after.location.id === target;
  if (scoreChange(turn) > 0 && (isThere || turn.before.location.id === target)) return true;
  return moved(turn) && isThere && TO_REACH.test(text) && !TO_SCORE.test(text);
}

/** Whether something has happened since the objective was set, where it has to happen. */
function isSupported({ target, createdTurn }: Objective, recent: readonly TurnRecord[]): boolean {
  return recent.some(
    (turn) =>
      turn.turn > createdTurn &&
      !hadNoEffect(turn) &&
      (target === null || turn.before.location.id === target || turn.after.location.id === target),
  );
}
