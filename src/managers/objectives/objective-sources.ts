import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location, Observation } from '../../domain/observation.ts';
import { plural } from '../../domain/text.ts';

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

/** The name of a room in prompts, once somebody was there. */
export function objectivePlaceName(map: ObjectiveMap | null, id: LocationId): string {
  return map?.roomName(id) ?? `Location #${id}`;
}

export function objectivePlaces(map: ObjectiveMap | null): readonly Location[] {
  return [...(map?.graph().rooms.keys() ?? [])].map((id) => ({
    id,
    name: objectivePlaceName(map, id),
  }));
}

/** A distance in words: the commands of the way there. */
export function stepsWords(steps: number): string {
  if (!Number.isFinite(steps)) return 'unreachable by any known way';
  return `${plural(steps, 'step')} away`;
}
