import type { ManifestFacts } from '../records/manifest.ts';
import type { Memory } from '../domain/memory.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';

/** Everything the page shows, as plain data. Every text in it is untrusted. */
export interface ReportData {
  /** How the story is called on the page. */
  readonly story: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** Ascending by number. */
  readonly episodes: readonly EpisodeData[];
  readonly map: MapData | null;
  readonly memories: readonly FiledMemory[];
  /** What could not be read or was left out, in sentences for people. */
  readonly notices: readonly string[];
  /** The turn the page opens at; the last episode's first turn when null. */
  readonly focus: Focus | null;
}

export interface Focus {
  readonly episode: number;
  readonly turn: number;
}

export interface EpisodeData {
  readonly number: number;
  /** Null while it is being played and after it was killed. */
  readonly summary: EpisodeSummary | null;
  readonly manifest: ManifestFacts | null;
  readonly turns: readonly RecordedTurn[];
  /** In the order they were made. */
  readonly calls: readonly CallRecord[];
  readonly failedLessons: readonly FailedLesson[];
}

export interface FailedLesson {
  readonly turn: number;
  readonly lesson: string;
  readonly reason: string;
}

export interface FiledMemory {
  readonly locationId: number;
  readonly locationName: string;
  readonly memory: Memory;
}

export interface MapData {
  readonly graph: MapGraph;
  /** What Graphviz drew of `renderDot`, or why there is nothing. */
  readonly picture:
    | { readonly kind: 'svg'; readonly svg: string }
    | { readonly kind: 'failed'; readonly reason: string };
}
