import type { EpisodeFacts } from './episode-view.ts';
import type { EpisodeData } from './load-episode.ts';
import type { Memory } from '../domain/memory.ts';
import type { ItemChange } from '../managers/knowledge/compare-versions.ts';
import type { Item } from '../managers/knowledge/item.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import type { UntriedRoom } from '../run/choose-recipe.ts';

/** Everything the page shows, as plain data. Every text in it is untrusted. */
export interface ReportData {
  readonly story: string;
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

export type Focus = Readonly<Record<'episode' | 'turn', number>>;

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
