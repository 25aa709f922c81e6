import { ConfigError, unlessBroken } from '../domain/errors.ts';
import { isResumable } from '../domain/stop-reason.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { listEpisodes } from './episodes.ts';
import type { EpisodeSummary } from './summary.ts';

/** So many episodes are looked at, the newest. */
export const EPISODES_LOOKED_AT = 100;

/** An episode that is over, with what a way played at its start; null where none did. */
export interface Ended extends Pick<EpisodeSummary, 'score' | 'stopReason'> {
  readonly number: number;
  readonly began: { readonly room?: number | undefined } | null;
}

/** Dead ends among the newest episodes of a story in a workdir; see `deadEndsOf`. Throws StorageError. */
export function deadEndsIn(
  workdir: string,
  story: string,
  finders: ReadonlySet<number>,
): readonly number[] {
  const ended = listEpisodes(workdir)
    .slice(-EPISODES_LOOKED_AT)
    .flatMap(({ number, files, summary }): readonly Ended[] =>
      summary?.story === story ? [{ ...summary, number, began: beginningOf(files) }] : [],
    );
  return deadEndsOf(ended, finders);
}

/**
 * Rooms where the newest episodes that began there found nothing new, no more points than any before them and no room: once
 * for each such episode in a row. One that was cut short says nothing. `ended` is in the order of the numbers; `finders` are
 * the episodes that were the first in a room. Pure.
 */
export function deadEndsOf(
  ended: readonly Ended[],
  finders: ReadonlySet<number>,
): readonly number[] {
  const inRow = new Map<number, number>();
  let best = -Infinity;
  for (const { number, score, stopReason, began } of ended) {
    const isNew = (score ?? -Infinity) > best || finders.has(number);
    best = Math.max(best, score ?? -Infinity);
    if (began?.room === undefined || (!isNew && isResumable(stopReason))) continue;
    inRow.set(began.room, isNew ? 0 : (inRow.get(began.room) ?? 0) + 1);
  }
  return [...inRow].flatMap(([room, times]) => Array.from({ length: times }, () => room));
}

/** Null where none is told, and for a damaged manifest, which is told of elsewhere. */
function beginningOf(files: EpisodeFiles) {
  return unlessBroken(() => files.facts()?.recipe ?? null, ConfigError);
}
