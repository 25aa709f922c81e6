import { canonicalAction } from '../domain/command.ts';
import { isFailure, type TurnRecord } from '../domain/turn-record.ts';

/** What the episodes of one store have shown so far; what a player with a perfect memory would know. */
export interface StoreHistory {
  /** Actions that failed, each with its room. */
  readonly failures: ReadonlySet<string>;
  readonly visited: ReadonlySet<number>;
}

export const NOTHING_YET: StoreHistory = { failures: new Set(), visited: new Set() };

/** What an episode adds to the history, and how often it failed in what had failed in that room before. */
export function addEpisode(
  history: StoreHistory,
  turns: readonly TurnRecord[],
): { readonly history: StoreHistory; readonly repeatedFailures: number } {
  const failures = new Set(history.failures);
  const visited = new Set(history.visited);
  let repeatedFailures = 0;
  for (const turn of turns) {
    visited.add(turn.before.location.id).add(turn.after.location.id);
    if (!isFailure(turn)) continue;
    const key = `${turn.before.location.id} ${canonicalAction(turn.decision.action)}`;
    if (failures.has(key)) repeatedFailures += 1;
    failures.add(key);
  }
  return { history: { failures, visited }, repeatedFailures };
}
