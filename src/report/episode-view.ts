import { sum } from 'd3-array';
import { scoreChange } from '../domain/turn-record.ts';
import { episodeFacts, type EpisodeFacts } from './episode-facts.ts';
import type { EpisodeData } from './report-data.ts';
import type { Usage } from '../model/model.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
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

/** An episode as the page shows it. */
export interface EpisodeView extends EpisodeFacts {
  readonly turns: readonly TurnView[];
  /** From turn 0 on; empty where the story keeps no score. */
  readonly points: readonly ScorePoint[];
  readonly marks: readonly Mark[];
  /** Rooms in the order they were entered. */
  readonly path: readonly number[];
  readonly usage: Usage;
}

export function episodeView(episode: EpisodeData): EpisodeView {
  return {
    ...episodeFacts(episode),
    turns: turnViews(episode),
    points: pointsOf(episode.turns),
    marks: episode.turns.flatMap(markOf),
    path: pathOf(episode.turns),
    usage: usageOf(episode),
  };
}

function pointsOf(turns: readonly RecordedTurn[]): ScorePoint[] {
  const opening = turns[0]?.before.score ?? null;
  const points = turns.flatMap(({ turn, after }) =>
    after.score === null ? [] : [{ turn, score: after.score }],
  );
  return opening === null ? points : [{ turn: 0, score: opening }, ...points];
}

function markOf({ turn, before, after, decision }: RecordedTurn): Mark[] {
  const score = after.score ?? 0;
  const change = scoreChange({ before, after });
  const { action } = decision;
  if (after.ended === 'death') return [{ kind: 'death', turn, score, change, action }];
  if (after.ended === 'victory') return [{ kind: 'victory', turn, score, change, action }];
  if (change === 0) return [];
  return [{ kind: change > 0 ? 'gain' : 'loss', turn, score, change, action }];
}

function pathOf(turns: readonly RecordedTurn[]): number[] {
  const [first] = turns;
  if (first === undefined) return [];
  const rooms = [first.before.location.id];
  for (const { after } of turns) {
    if (after.location.id !== rooms.at(-1)) rooms.push(after.location.id);
  }
  return rooms;
}

/** Counted from the recorded calls; the summary's counts where there are none. */
function usageOf({ calls, summary }: EpisodeData): Usage {
  const usages = calls.flatMap((call) => (call.outcome === 'answered' ? [call.usage] : []));
  if (usages.length === 0 && summary !== null) return { ...summary, reasoningTokens: 0 };
  const prices = usages.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  return {
    promptTokens: sum(usages, (usage) => usage.promptTokens),
    completionTokens: sum(usages, (usage) => usage.completionTokens),
    cachedTokens: sum(usages, (usage) => usage.cachedTokens),
    reasoningTokens: sum(usages, (usage) => usage.reasoningTokens),
    costUsd: prices.length === 0 ? null : sum(prices),
  };
}
