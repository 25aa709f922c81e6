import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError } from '../../domain/errors.ts';
import { isUnfinished, listEpisodes } from '../../records/episodes.ts';
import { tidyIntoHistory } from '../../records/history.ts';
import { countedWords } from '../../report/wording.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { acquireRunLock } from '../../storage/lock.ts';
import type { Call } from '../command.ts';
import { renderRows, answerWidth } from '../layout.ts';
import { EPISODE_COLUMNS } from './show-episodes.ts';

export async function pruneOldEpisodes(call: Call<{ readonly keep?: number }>): Promise<void> {
  const { workdir, episodes } = (await call.settings()).config;
  const keep = call.options.keep ?? episodes.keep ?? Infinity;
  if (keep === Infinity && episodesToPrune(workdir, 1).length > 0) {
    call.refuse("required option '--keep <n>' not specified, and episodes.keep is not set");
  }
  const doomed = episodesToPrune(workdir, keep);
  if (doomed.length > 0) {
    const which = `${countedWords(doomed.length, 'episode')} (${doomed[0]} to ${doomed.at(-1)})`;
    const rows = listEpisodes(workdir).filter(({ number }) => doomed.includes(number));
    if (call.options.yes !== true)
      call.tell(renderRows(EPISODE_COLUMNS, rows, answerWidth(call.world)));
    await call.confirm(`Delete ${which} of ${workdir}?`);
  }
  const deleted = doomed.length > 0 ? await pruneEpisodes(workdir, keep) : [];
  const kept = keep === Infinity ? '' : `: the newest ${keep} are kept`;
  call.answer({ workdir, deleted }, () =>
    deleted.length === 0
      ? `There is nothing to delete${kept}.`
      : `Deleted ${countedWords(deleted.length, 'episode')}.`,
  );
}

/** Prunes at the end of a run if `episodes.keep` is set. If another run goes on, that run prunes later. */
export async function pruneEpisodesAsConfigured(
  { world, tell }: Call,
  { workdir, episodes: { keep } }: GameConfiguration,
): Promise<void> {
  if (keep === null) return;
  try {
    const deleted = await pruneEpisodes(workdir, keep);
    // A successful run from cron says nothing.
    if (deleted.length === 0 || world.stderr.isTTY !== true) return;
    tell(`Deleted ${countedWords(deleted.length, 'older episode')} (episodes.keep).`);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}

/** Numbers of the finished episodes that are older than the newest `keep`. */
export function episodesToPrune(workdir: string, keep: number): readonly number[] {
  const all = listEpisodes(workdir);
  return all
    .slice(0, Math.max(0, all.length - keep))
    .filter((episode) => !isUnfinished(episode))
    .map(({ number }) => number);
}

/** Deletes the episodes that `episodesToPrune` names, and returns them. Rejects with LockedError while a run holds the workdir. */
export async function pruneEpisodes(workdir: string, keep: number): Promise<readonly number[]> {
  if (episodesToPrune(workdir, keep).length === 0) return [];
  const lock = await acquireRunLock(workdir, `prune, pid ${process.pid}`);
  try {
    await tidyIntoHistory(workdir);
    const numbers = episodesToPrune(workdir, keep);
    const directories = new EpisodeDirectories(workdir);
    for (const number of numbers) directories.remove(number);
    return numbers;
  } finally {
    lock.release();
  }
}
