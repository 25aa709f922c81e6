import type { Memory } from '../domain/memory.ts';
import type { StepCounts } from '../interpreter/interpreter.ts';
import type { ItemChange } from '../managers/knowledge/knowledge-versions.ts';
import type { Item } from '../managers/knowledge/knowledge-item.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { Usage } from '../model/model.ts';
import type { EpisodeObjectives, AddedMemory, LoggedRefusal } from '../records/episode-log.ts';
import type { ManifestFacts } from '../records/manifest.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { UntriedRoom } from '../run/choose-recipe.ts';

/** Everything the page shows, as plain data. Every text in it is untrusted. */
export interface ReportData {
  /** How the story is called on the page. */
  readonly story: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  /** Where the clocks stand that the page tells times by, as an IANA name. */
  readonly timeZone: string;
  /** Ascending by number. */
  readonly episodes: readonly EpisodeData[];
  /** Every episode of the story by number, also those that the page shows nothing else of. */
  readonly history: readonly EpisodeFacts[];
  readonly map: MapData | null;
  /** Rooms where ways or things are left that nobody tried; empty without a map. */
  readonly untried: readonly Pick<UntriedRoom, 'room' | 'untried'>[];
  readonly memories: readonly FiledMemory[];
  /** What was filed when the newest run began; null where nobody kept it. */
  readonly memoriesBefore: readonly FiledMemory[] | null;
  readonly knowledge: KnowledgeData;
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
  /** Whether a living process plays it. */
  readonly isRunning: boolean;
  /** Null while it is being played and after it was killed. */
  readonly summary: EpisodeSummary | null;
  readonly manifest: ManifestFacts | null;
  readonly turns: readonly RecordedTurn[];
  /** In the order they were made. */
  readonly calls: readonly CallRecord[];
  readonly failedLessons: readonly FailedLesson[];
  /** What the end of it wanted to change and did not. */
  readonly refused: readonly LoggedRefusal[];
  /** The memories that it added, in their order. */
  readonly learnt: readonly AddedMemory[];
  readonly objectives: EpisodeObjectives;
  /** What the viewer reads of it, and what its calls used; then what nothing else shows is left out of its turns and calls. */
  readonly packed?: { readonly data: string; readonly usage: Usage };
}

/** What is said of an episode as a whole. */
export interface EpisodeFacts {
  readonly number: number;
  /** When the run began that played it, ISO 8601: what the episodes of a run have in common; null when unknown. */
  readonly run: string | null;
  readonly model: string;
  readonly seed: number | null;
  /** Whether it began in the middle of another. */
  readonly isFork: boolean;
  /** ISO 8601; empty when the manifest is missing. */
  readonly startedAt: string;
  /** `fresh`, `persistent` or empty. */
  readonly memory: string;
  /** What was played at its start without a model; null where nobody knows. */
  readonly began: { readonly turns: number; readonly points: number; readonly to: string } | null;
  /** What it found, in words; empty for nothing that anybody counted. */
  readonly found: string;
  readonly stopReason: string;
  readonly stopDetail: string;
  readonly turnsPlayed: number;
  readonly score: number | null;
  /** The turn that brought it to that; undefined where nobody counted. */
  readonly scoreTurn?: number | undefined;
  readonly maxScore: number | null;
  readonly rooms: number;
  readonly memoriesAdded: number | null;
  readonly repeatedFailureRate: number | null;
  readonly durationMs: number | null;
  readonly usage: Usage;
  /** Undefined where nobody counted them. */
  readonly engineSteps: StepCounts | undefined;
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
  /** How often it held when it was tried again and what showing it came to, in words; absent where nothing is known. */
  readonly proof?: string;
}

/** The knowledge base as it is, and what each episode changed in it. */
export interface KnowledgeData {
  readonly sections: readonly { readonly title: string; readonly items: readonly Item[] }[];
  /** Oldest first; episodes that kept no version or changed nothing are absent. */
  readonly changes: readonly {
    readonly episode: number;
    readonly items: readonly ItemChange[];
  }[];
}

export interface MapData {
  readonly graph: MapGraph;
  /** What Graphviz drew of `renderDot`, or why there is nothing. */
  readonly picture:
    | { readonly kind: 'svg'; readonly svg: string }
    | { readonly kind: 'failed'; readonly reason: string };
}
