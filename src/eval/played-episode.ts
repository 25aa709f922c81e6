import type { TurnRecord } from '../domain/turn-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { CallRecord } from '../model/call-record.ts';

/** What a finished episode left on disk. */
export interface PlayedEpisode {
  readonly summary: EpisodeSummary;
  readonly turns: readonly TurnRecord[];
  readonly calls: readonly CallRecord[];
  /** Rooms that have a believed memory in the file after the episode. */
  readonly roomsRemembered: ReadonlySet<number>;
}
