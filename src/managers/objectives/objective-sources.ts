import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Location, Observation } from '../../domain/observation.ts';

/** What objectives need of the map. */
export interface ObjectiveMap {
  graph(): {
    /** Known rooms; one without visits was seen through a way out only. */
    readonly rooms: ReadonlyMap<LocationId, { readonly visits: ReadonlyMap<number, number> }>;
  };
  /** On one line; says only that it is new where nobody was. */
  roomName(id: LocationId): string;
  /** Hops along directed ways to every room that can be reached; a room that is absent cannot. */
  distancesFrom(from: LocationId): ReadonlyMap<LocationId, number>;
  waysFrom(from: LocationId): readonly { readonly command: string; readonly to: LocationId }[];
  /** Untried directions that lead to a room that nobody was in, or to nobody knows where. */
  unexploredWays(
    from: LocationId,
  ): readonly { readonly action: string; readonly to: LocationId | null }[];
  mermaid(): string;
  routingSummary(from: LocationId): string;
}

/** Memories by room, of any status and persistence; the objectives choose which to use. */
export type MemoryLookup = () => ReadonlyMap<LocationId, readonly Memory[]>;

/** Sources that objectives are discovered from. The prompt says which source is missing. */
export interface ObjectiveSources {
  readonly map: ObjectiveMap | null;
  readonly memories: MemoryLookup | null;
  /** The whole knowledge base; empty when there is none. */
  readonly knowledge: () => string;
  /** What a checked way to points suggests to the player now; empty where there is none. */
  readonly suggestion: (now: Observation) => string;
}

/** How the prompts name a room: its name once somebody was there. */
export function placeName(map: ObjectiveMap | null, id: LocationId): string {
  return map?.roomName(id) ?? `Location #${id}`;
}

/** All places that are known, by their names. */
export function placesOn(map: ObjectiveMap | null): readonly Location[] {
  return [...(map?.graph().rooms.keys() ?? [])].map((id) => ({ id, name: placeName(map, id) }));
}
