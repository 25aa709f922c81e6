import { ConfigError, unlessBroken } from '../domain/errors.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { EPISODES_KEPT, type Room } from '../managers/map/map-graph.ts';
import { listEpisodes } from '../records/episodes.ts';
import { type RecipeFiles, visitedRooms, EPISODES_LOOKED_AT, type Ended } from './choose-recipe.ts';

/** Dead ends among the newest episodes of a story in a workdir; see `deadEndsOf`. Throws StorageError. */
export function deadEndsIn(workdir: string, story: string, finders: ReadonlySet<number>) {
  const ended = listEpisodes(workdir)
    .slice(-EPISODES_LOOKED_AT)
    .flatMap(({ number, files, summary }): readonly Ended[] => {
      if (summary?.story !== story) return [];
      // A damaged manifest is reported elsewhere.
      const began = unlessBroken(() => files.facts()?.recipe ?? null, ConfigError);
      return [{ ...summary, number, began }];
    });
  return deadEndsOf(ended, finders);
}

/** The rooms where episodes began in vain, once for each such episode in a row from the newest. Pure. */
export function deadEndsOf(ended: readonly Ended[], finders: ReadonlySet<number>) {
  const inRow = new Map<number, number>();
  let best = -Infinity;
  for (const { number, score, stopReason, began } of ended) {
    const isNew = (score ?? -Infinity) > best || finders.has(number);
    best = Math.max(best, score ?? -Infinity);
    if (began?.room === undefined || (!isNew && isResumable(stopReason))) continue;
    const isWorthIt = isNew && stopReason !== 'death';
    inRow.set(began.room, isWorthIt ? 0 : (inRow.get(began.room) ?? 0) + 1);
  }
  return [...inRow].flatMap(([room, times]) => Array.from({ length: times }, () => room));
}

export function isDeadEndKnown(room: Room, episode: number): boolean {
  const finder = finderOf(room);
  return finder === null || finder < episode;
}

/** The episodes that were the first in a room, as far as the map still knows. */
export function findersOfRooms(map: RecipeFiles['map'], ifid: string): ReadonlySet<number> {
  return new Set(visitedRooms(map, ifid).flatMap((room) => finderOf(room) ?? []));
}

/** The episode that was the first in a room. Null if the map has forgotten it. */
export function finderOf({ visits }: Room): number | null {
  return visits.size < EPISODES_KEPT ? Math.min(...visits.keys()) : null;
}
