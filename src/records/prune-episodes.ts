import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { listEpisodes } from './episodes.ts';
import { tidyEpisodes } from './history.ts';
import { isUnfinished } from './resumable.ts';

/**
 * Numbers of the finished episodes that are older than the newest `keep`; episodes that can be resumed or are
 * damaged never are.
 */
export function episodesToPrune(workdir: string, keep: number): readonly number[] {
  const all = listEpisodes(workdir);
  return all
    .slice(0, Math.max(0, all.length - keep))
    .filter((episode) => !isUnfinished(episode))
    .map(({ number }) => number);
}

/**
 * Deletes what `episodesToPrune` names while no run holds the workdir, and returns what was deleted. What was learnt
 * and the history stay, and no number is ever given again. Rejects with LockedError and StorageError.
 */
export async function pruneEpisodes(workdir: string, keep: number): Promise<readonly number[]> {
  if (episodesToPrune(workdir, keep).length === 0) return [];
  const lock = await acquireRunLock(workdir, `prune, pid ${process.pid}`);
  try {
    await tidyEpisodes(workdir);
    const numbers = episodesToPrune(workdir, keep);
    const directories = new EpisodeDirectories(workdir);
    for (const number of numbers) directories.remove(number);
    return numbers;
  } finally {
    lock.release();
  }
}
