import type { EpisodeData, ReportTurn, TokenUsage } from './report-data.ts';
import { turnViews, type TurnView } from './turn-view.ts';

export interface ScorePoint {
  readonly turn: number;
  readonly score: number;
}

/** A turn that a reader looks for: points won or lost, or the end of the game. */
export interface Mark extends ScorePoint {
  readonly kind: 'gain' | 'loss' | 'death' | 'victory';
  readonly change: number;
  readonly action: string;
}

/** An episode as the page shows it; what a missing summary does not tell is worked out from the turns. */
export interface EpisodeView {
  readonly number: number;
  readonly model: string;
  readonly seed: number | null;
  readonly startedAt: string;
  /** `fresh`, `persistent` or empty. */
  readonly memory: string;
  readonly stopReason: string;
  readonly stopDetail: string;
  readonly turns: readonly TurnView[];
  /** From turn 0 on; empty where the story keeps no score. */
  readonly points: readonly ScorePoint[];
  readonly marks: readonly Mark[];
  readonly score: number | null;
  readonly maxScore: number | null;
  /** Rooms in the order they were entered. */
  readonly path: readonly number[];
  readonly rooms: number;
  readonly memoriesAdded: number | null;
  readonly repeatedFailureRate: number | null;
  readonly durationMs: number | null;
  readonly usage: TokenUsage;
}

export function episodeView(episode: EpisodeData): EpisodeView {
  const { summary, manifest, turns } = episode;
  const path = pathOf(turns);
  const last = turns.at(-1)?.after ?? null;
  return {
    number: episode.number,
    model: summary?.model ?? manifest?.model ?? 'unknown',
    seed: summary?.seed ?? manifest?.seed ?? null,
    startedAt: manifest?.startedAt ?? '',
    memory: manifest?.memory ?? '',
    stopReason: summary?.stopReason ?? 'unfinished',
    stopDetail: summary?.stopDetail ?? 'It is still being played, or it was ended from outside.',
    turns: turnViews(episode),
    points: pointsOf(turns),
    marks: turns.flatMap(markOf),
    score: summary?.score ?? last?.score ?? null,
    maxScore: summary?.maxScore ?? last?.maxScore ?? null,
    path,
    rooms: summary?.locationsVisited ?? new Set(path).size,
    memoriesAdded: summary?.memoriesAdded ?? null,
    repeatedFailureRate: summary?.repeatedFailureRate ?? null,
    durationMs: summary?.durationMs ?? null,
    usage: usageOf(episode),
  };
}

function pointsOf(turns: readonly ReportTurn[]): ScorePoint[] {
  const opening = turns[0]?.before.score ?? null;
  const points = turns.flatMap(({ turn, after }) =>
    after.score === null ? [] : [{ turn, score: after.score }],
  );
  return opening === null ? points : [{ turn: 0, score: opening }, ...points];
}

function markOf({ turn, before, after, decision }: ReportTurn): Mark[] {
  const score = after.score ?? 0;
  const change = score - (before.score ?? 0);
  const { action } = decision;
  if (after.ended === 'death') return [{ kind: 'death', turn, score, change, action }];
  if (after.ended === 'victory') return [{ kind: 'victory', turn, score, change, action }];
  if (change === 0) return [];
  return [{ kind: change > 0 ? 'gain' : 'loss', turn, score, change, action }];
}

function pathOf(turns: readonly ReportTurn[]): number[] {
  const [first] = turns;
  if (first === undefined) return [];
  const rooms = [first.before.location.id];
  for (const { after } of turns) {
    if (after.location.id !== rooms.at(-1)) rooms.push(after.location.id);
  }
  return rooms;
}

/** Counted from the recorded calls; the summary's counts where there are none. */
function usageOf({ calls, summary }: EpisodeData): TokenUsage {
  const usages = calls.flatMap((call) => (call.outcome === 'answered' ? [call.usage] : []));
  if (usages.length === 0 && summary !== null) return { ...summary, reasoningTokens: 0 };
  const sum = (of: (usage: TokenUsage) => number) =>
    usages.reduce((total, usage) => total + of(usage), 0);
  const prices = usages.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  return {
    promptTokens: sum((usage) => usage.promptTokens),
    completionTokens: sum((usage) => usage.completionTokens),
    cachedTokens: sum((usage) => usage.cachedTokens),
    reasoningTokens: sum((usage) => usage.reasoningTokens),
    costUsd: prices.length === 0 ? null : prices.reduce((total, price) => total + price, 0),
  };
}
