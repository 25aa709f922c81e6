import type { CallRecord } from '../model/call-record.ts';
import { addSpent, NOTHING_SPENT, spentBy, type Spent } from '../model/spent.ts';
import type { EpisodeSummary } from './summary.ts';

/** A turn that is on disk. */
export const RECORDED_TURN: Spent = { ...NOTHING_SPENT, turns: 1 };

/** What a recorded call used; one that was set aside later was paid for, too, one that was copied was not. */
export function spentOn(call: CallRecord): Spent {
  if (call.copied === true) return NOTHING_SPENT;
  const answer = call.outcome === 'answered' ? spentBy(call.usage) : NOTHING_SPENT;
  return { ...answer, calls: 1 };
}

/** What the records of an episode come to, of which a fork has so many turns from its parent. Minutes are not among them. */
export function recordedSpending(
  records: { readonly calls: readonly CallRecord[]; readonly turns: readonly unknown[] },
  copiedTurns: number,
): Spent {
  const turns = { ...NOTHING_SPENT, turns: Math.max(0, records.turns.length - copiedTurns) };
  return records.calls.map(spentOn).reduce(addSpent, turns);
}

/** What models used in these episodes. */
export function spentIn(summaries: readonly EpisodeSummary[]): Spent {
  return summaries
    .map((one): Spent => ({
      turns: one.turns,
      calls: one.modelCalls,
      promptTokens: one.promptTokens,
      completionTokens: one.completionTokens,
      cachedTokens: one.cachedTokens,
      costUsd: one.costUsd ?? 0,
      callsOfUnknownCost: one.costUsd === null ? one.modelCalls : 0,
      estimatedCalls: 0,
      minutes: one.durationMs / 60_000,
    }))
    .reduce(addSpent, NOTHING_SPENT);
}
