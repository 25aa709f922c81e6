import { ConfigError } from '../domain/errors.ts';
import type { StopReason } from '../domain/stop-reason.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { listEpisodes } from './episodes.ts';

/** An episode that ends the story within so many turns after the place where it began ended soon. */
const FEW_TURNS = 10;

/** So many episodes are looked at, the newest. */
const EPISODES_LOOKED_AT = 100;

const STORY_ENDS: ReadonlySet<StopReason> = new Set<StopReason>(['victory', 'death', 'quit']);

/**
 * Rooms where the newest episodes that began there ended the story soon, with no more points than any before them and no new
 * room: once for each such episode in a row. `finders` are the episodes that were the first in a room. Throws StorageError.
 */
export function deadEndsIn(
  workdir: string,
  story: string,
  finders: ReadonlySet<number>,
): readonly number[] {
  const inRow = new Map<number, number>();
  let best = -Infinity;
  for (const { number, files, summary } of listEpisodes(workdir).slice(-EPISODES_LOOKED_AT)) {
    if (summary?.story !== story) continue;
    const { score, stopReason, turns } = summary;
    const isNew = (score ?? -Infinity) > best || finders.has(number);
    best = Math.max(best, score ?? -Infinity);
    const began = beginningOf(files);
    if (began?.room === undefined) continue;
    const isDeadEnd = !isNew && STORY_ENDS.has(stopReason) && turns - began.turns <= FEW_TURNS;
    inRow.set(began.room, isDeadEnd ? (inRow.get(began.room) ?? 0) + 1 : 0);
  }
  return [...inRow].flatMap(([room, times]) => Array.from({ length: times }, () => room));
}

/** Null where none is told, and for a damaged manifest, which is told of elsewhere. */
function beginningOf(files: EpisodeFiles) {
  try {
    return files.facts()?.recipe ?? null;
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
