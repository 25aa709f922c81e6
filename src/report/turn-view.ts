import { group } from 'd3-array';
import type { CallRecord } from '../model/call-record.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { EpisodeData } from './report-data.ts';

/** How a turn went, from good to bad; a turn that deserves several names has the last of them. */
export const CONDITIONS = [
  'fine',
  'rejected',
  'overridden',
  'lesson-failed',
  'call-failed',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** A turn with all that was asked for it. The record is null when the model gave no action: the turn never happened. */
export interface TurnView {
  readonly turn: number;
  readonly record: RecordedTurn | null;
  readonly calls: readonly CallRecord[];
  readonly condition: Condition;
  /** What went wrong, one sentence each. */
  readonly troubles: readonly string[];
}

/** The turns of an episode in order, and at the end those that were begun only. */
export function turnViews(episode: EpisodeData): readonly TurnView[] {
  const calls = callsByTurn(episode.calls);
  const records = new Map(episode.turns.map((record) => [record.turn, record]));
  const numbers = [...new Set([...records.keys(), ...calls.keys()])].sort((a, b) => a - b);
  return numbers.map((turn) => {
    const record = records.get(turn) ?? null;
    const asked = calls.get(turn) ?? [];
    const troubles = troublesOf(episode, turn, record, asked);
    return {
      turn,
      record,
      calls: asked,
      condition: worst(troubles.map(([condition]) => condition)),
      troubles: troubles.map(([, sentence]) => sentence),
    };
  });
}

type Trouble = readonly [Condition, string];

function troublesOf(
  { failedLessons }: EpisodeData,
  turn: number,
  record: RecordedTurn | null,
  calls: readonly CallRecord[],
): readonly Trouble[] {
  const rejected = record?.decision.judged.filter(({ verdict }) => verdict.kind === 'rejected');
  return [
    ...(rejected ?? []).map(({ proposal, verdict }): Trouble => {
      return ['rejected', `"${proposal.action}" was rejected: ${verdict.reason}`];
    }),
    ...(record?.decision.overridden === true
      ? [['overridden', 'All proposals were rejected; the best one was played.'] as const]
      : []),
    ...failedLessons
      .filter((failed) => failed.turn === turn)
      .map(({ lesson, reason }): Trouble => {
        return ['lesson-failed', `The ${lesson} lesson failed: ${reason}`];
      }),
    ...calls.flatMap((call): Trouble[] =>
      call.outcome === 'failed'
        ? [['call-failed', `A call of the ${call.role} failed (${call.kind}): ${call.message}`]]
        : [],
    ),
  ];
}

function worst(conditions: readonly Condition[]): Condition {
  return CONDITIONS.findLast((condition) => conditions.includes(condition)) ?? 'fine';
}

/** The calls of each turn; one that does not say its turn belongs to the turn that was going on. */
export function callsByTurn(
  calls: readonly CallRecord[],
): ReadonlyMap<number, readonly CallRecord[]> {
  let turn = 1;
  return group(calls, (call) => {
    turn = call.turn ?? turn;
    return turn;
  });
}
