import { scoreChange } from '../domain/turn-record.ts';
import { episodeFacts } from './episode-facts.ts';
import type { EpisodeData, EpisodeFacts } from './report-data.ts';
import { isDeath, type RecordedTurn } from '../records/recorded-turn.ts';
import { turnViews, type TurnView } from './turn-view.ts';

export interface ScorePoint {
  readonly turn: number;
  readonly score: number;
}

/** A turn that a reader looks for: points won or lost, or the end of the game. */
export interface TurnMark extends ScorePoint {
  readonly kind: 'gain' | 'loss' | 'death' | 'victory';
  readonly change: number;
  readonly action: string;
}

/** An episode as the page shows it. */
export interface EpisodeView extends EpisodeFacts {
  readonly turns: readonly TurnView[];
  /** From turn 0 on; empty where the story keeps no score. */
  readonly points: readonly ScorePoint[];
  readonly marks: readonly TurnMark[];
  /** Rooms in the order they were entered. */
  readonly path: readonly number[];
}

export function episodeView(episode: EpisodeData): EpisodeView {
  return {
    ...episodeFacts(episode),
    turns: turnViews(episode),
    points: pointsOf(episode.turns),
    marks: episode.turns.flatMap(markOf),
    path: pathOf(episode.turns),
  };
}

function pointsOf(turns: readonly RecordedTurn[]): ScorePoint[] {
  const opening = turns[0]?.before.score ?? null;
  const points = turns.flatMap(({ turn, after }) =>
    after.score === null ? [] : [{ turn, score: after.score }],
  );
  return opening === null ? points : [{ turn: 0, score: opening }, ...points];
}

function markOf(record: RecordedTurn): TurnMark[] {
  const { turn, before, after, decision } = record;
  const score = after.score ?? 0;
  const change = scoreChange({ before, after });
  const { action } = decision;
  if (isDeath(record)) return [{ kind: 'death', turn, score, change, action }];
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
