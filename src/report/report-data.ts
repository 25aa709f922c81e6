import type { EpisodeFacts } from './episode-view.ts';
import type { EpisodeData } from './load-episode.ts';
import type { Memory } from '../domain/memory.ts';
import type { ItemChange } from '../managers/knowledge/knowledge-versions.ts';
import type { Item } from '../managers/knowledge/knowledge-item.ts';
import type { MapGraph } from '../managers/map/map-graph.ts';
import type { UntriedRoom } from '../run/choose-recipe.ts';

/** Everything the page shows, as plain data. Every text in it is untrusted. */
export interface ReportData {
  readonly story: string;
  readonly generatedAt: string;
  /** The time zone of the page's times, as an IANA name. */
  readonly timeZone: string;
  /** Ascending by number. */
  readonly episodes: readonly EpisodeData[];
  /** Every episode of the story by number, even those that the page only names. */
  readonly history: readonly EpisodeFacts[];
  readonly map: MapData | null;
  /** Rooms with untried exits or things. Empty without a map. */
  readonly untried: readonly Pick<UntriedRoom, 'room' | 'untried'>[];
  readonly memories: readonly FiledMemory[];
  /** The memories at the start of the newest run. Null if they were not kept. */
  readonly memoriesBefore: readonly FiledMemory[] | null;
  readonly knowledge: KnowledgeData;
  /** What could not be read or was left out, in sentences for people. */
  readonly notices: readonly string[];
  /** The turn the page opens at. If null, the last episode's first turn. */
  readonly focus: Focus | null;
}

export type Focus = Readonly<Record<'episode' | 'turn', number>>;

export interface FiledMemory {
  readonly locationId: number;
  readonly locationName: string;
  readonly memory: Memory;
  /** Its evidence in words. Absent if there is none. */
  readonly proof?: string;
}

/** The present knowledge base, and the changes of each episode. */
export interface KnowledgeData {
  readonly sections: readonly { readonly title: string; readonly items: readonly Item[] }[];
  /** Oldest first. Episodes without a version or a change are absent. */
  readonly changes: readonly {
    readonly episode: number;
    readonly items: readonly ItemChange[];
  }[];
}

export interface MapData {
  readonly graph: MapGraph;
  /** Graphviz's picture of `renderDot`, or why there is none. */
  readonly picture:
    | { readonly kind: 'svg'; readonly svg: string }
    | { readonly kind: 'failed'; readonly reason: string };
}
