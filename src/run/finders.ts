import { EPISODES_KEPT, type Room } from '../managers/map/map-graph.ts';
import { type RecipeFiles, visitedRooms } from './choose-recipe.ts';

/** The episodes that were the first in a room, as far as the map still knows. */
export function findersOfRooms(map: RecipeFiles['map'], ifid: string): ReadonlySet<number> {
  return new Set(visitedRooms(map, ifid).flatMap((room) => finderOf(room) ?? []));
}

/** The episode that was the first in a room. Null if the map has forgotten it. */
export function finderOf({ visits }: Room): number | null {
  return visits.size < EPISODES_KEPT ? Math.min(...visits.keys()) : null;
}
