import type { EpisodeData } from './report-data.ts';

/** What is said of an episode as a whole. */
export interface EpisodeFacts {
  readonly number: number;
  readonly model: string;
  readonly seed: number | null;
  /** ISO 8601; empty when the manifest is missing. */
  readonly startedAt: string;
  /** `fresh`, `persistent` or empty. */
  readonly memory: string;
  readonly stopReason: string;
  readonly stopDetail: string;
  readonly score: number | null;
  readonly maxScore: number | null;
  readonly rooms: number;
  readonly memoriesAdded: number | null;
  readonly repeatedFailureRate: number | null;
  readonly durationMs: number | null;
}

/** From the summary; of an episode that has none, from its manifest and turns. */
export function episodeFacts(episode: EpisodeData): EpisodeFacts {
  const { number, manifest, summary } = episode;
  const start = {
    number,
    startedAt: manifest?.startedAt ?? '',
    memory: manifest?.helpedWith.memory ?? '',
  };
  if (summary === null) return { ...start, ...unfinished(episode) };
  const { locationsVisited: rooms, ...rest } = summary;
  return { ...rest, ...start, rooms };
}

function unfinished({
  manifest,
  turns,
}: EpisodeData): Omit<EpisodeFacts, 'number' | 'startedAt' | 'memory'> {
  const last = turns.at(-1)?.after;
  const visited = turns.flatMap(({ before, after }) => [before.location.id, after.location.id]);
  return {
    model: manifest?.model ?? 'unknown',
    seed: manifest?.seed ?? null,
    stopReason: 'unfinished',
    stopDetail: 'It is still being played, or it was ended from outside.',
    score: last?.score ?? null,
    maxScore: last?.maxScore ?? null,
    rooms: new Set(visited).size,
    memoriesAdded: null,
    repeatedFailureRate: null,
    durationMs: null,
  };
}
