import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Observation } from '../../domain/observation.ts';

/** What objectives need of the map. */
export interface ObjectiveMap {
  graph(): {
    /** Known rooms. One without visits was only seen through an exit. */
    readonly rooms: ReadonlyMap<LocationId, { readonly visits: ReadonlyMap<number, number> }>;
  };
  /** On one line. For an unvisited room it only says that it is new. */
  roomName(id: LocationId): string;
  /** Hops along directed exits to every room that can be reached. Others are absent. */
  distancesFrom(from: LocationId): ReadonlyMap<LocationId, number>;
  /** The way that the player would take now. Null if none is known. */
  routeTo(
    from: LocationId,
    to: LocationId,
  ): { readonly commands: readonly string[]; readonly isShut: boolean } | null;
  waysFrom(from: LocationId): readonly { readonly command: string; readonly to: LocationId }[];
  /** Untried directions to an unvisited room, or to an unknown one. */
  unexploredWays(
    from: LocationId,
  ): readonly { readonly action: string; readonly to: LocationId | null }[];
  mermaid(): string;
  routingSummary(from: LocationId): string;
}

/** Memories by room, of any status and persistence. The objectives choose which to use. */
type MemoryLookup = () => ReadonlyMap<LocationId, readonly Memory[]>;

/** The sources of discovery. The prompt says which source is missing. */
export interface ObjectiveSources {
  readonly map: ObjectiveMap | null;
  readonly memories: MemoryLookup | null;
  /** The whole knowledge base. Empty if there is none. */
  readonly knowledge: () => string;
  /** Whether this episode did what a memory says to work. */
  readonly isWon: (room: LocationId, memory: Memory, state: GameState) => boolean;
  /** The present suggestion of a checked way. Empty if there is none. */
  readonly suggestion: (now: Observation) => string;
}
