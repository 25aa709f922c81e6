import type { Memory } from '../domain/memory.ts';
import type { Role } from '../domain/message.ts';
import type { Ending } from '../domain/observation.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';

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
  readonly turns: readonly ReportTurn[];
  /** In the order they were made. */
  readonly calls: readonly ReportCall[];
  readonly failedLessons: readonly FailedLesson[];
}

export interface ManifestFacts {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly model: string;
  readonly seed: number;
  /** `fresh` or `persistent`. */
  readonly memory: string;
}

/** What a turn record says of the world before and after; `Observation` has it all. */
export interface Sight {
  readonly location: { readonly id: number; readonly name: string };
  readonly inventory: readonly { readonly name: string }[];
  readonly score: number | null;
  readonly maxScore: number | null;
  readonly moves: number | null;
  readonly ended: Ending | null;
  readonly text: string;
}

/** How a turn came to its action; `Decision` has it all. */
interface Choice {
  readonly action: string;
  readonly reasoning: string;
  readonly newObjective: string | null;
  readonly target: number | null;
  /** Every proposal in the order it was made. */
  readonly judged: readonly {
    readonly proposal: { readonly action: string };
    readonly verdict: ReportVerdict;
  }[];
  readonly overridden: boolean;
}

type ReportVerdict =
  | { readonly kind: 'accepted'; readonly score: number; readonly reason: string }
  | {
      readonly kind: 'rejected';
      /** The check that refused it. */
      readonly by: string;
      readonly score: number;
      readonly reason: string;
    };

/** A turn record, without what the page does not show. */
export interface ReportTurn {
  readonly turn: number;
  readonly before: Sight;
  readonly decision: Choice;
  readonly after: Sight;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly costUsd: number | null;
}

interface Asked {
  readonly role: Role;
  /** The turn it was asked for; absent in records of earlier versions. */
  readonly turn?: number | undefined;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** 1 for the first. */
  readonly attempt: number;
  readonly latencyMs: number;
}

/** One recorded question to a model with its reply or its failure. */
export type ReportCall =
  | (Asked & {
      readonly outcome: 'answered';
      readonly text: string;
      readonly reasoning: string;
      readonly usage: TokenUsage;
      readonly finishReason: string;
      readonly model: string;
    })
  | (Asked & {
      readonly outcome: 'failed';
      readonly kind: string;
      readonly message: string;
    });

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
