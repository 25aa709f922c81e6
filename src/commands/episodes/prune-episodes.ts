import { episodesToPrune, pruneEpisodes } from '../../records/history.ts';
import type { Call } from '../call.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError } from '../../domain/errors.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { widthOf } from '../output.ts';
import { renderRows } from '../render-table.ts';
import { EPISODE_COLUMNS, type EpisodeRow } from './episode-columns.ts';
import { counted } from '../../report/wording.ts';

/** Deletes older finished episodes, after asking. */
export async function prune(call: Call<{ readonly keep?: number }>): Promise<void> {
  const { workdir, episodes } = (await call.settings()).config;
  const keep = call.options.keep ?? episodes.keep ?? Infinity;
  if (keep === Infinity && episodesToPrune(workdir, 1).length > 0) {
    call.refuse("required option '--keep <n>' not specified, and episodes.keep is not set");
  }
  const doomed = episodesToPrune(workdir, keep);
  if (doomed.length > 0) {
    const which = `${counted(doomed.length, 'episode')} (${doomed[0]} to ${doomed.at(-1)})`;
    if (call.options.yes !== true)
      call.tell(renderRows(EPISODE_COLUMNS, rowsOf(workdir, doomed), widthOf(call.world)));
    await call.confirm(`Delete ${which} of ${workdir}?`);
  }
  const deleted = doomed.length > 0 ? await pruneEpisodes(workdir, keep) : [];
  call.answer({ workdir, deleted }, () => `Deleted ${counted(deleted.length, 'episode')}.`);
}

/** The episodes that would go, for a table. */
function rowsOf(workdir: string, numbers: readonly number[]): readonly EpisodeRow[] {
  return listEpisodes(workdir)
    .filter(({ number }) => numbers.includes(number))
    .map((one) => ({ ...one, startedAt: one.summary?.startedAt ?? null }));
}

/** What a run does at its end when `episodes.keep` is set; while another run goes on it is left to that one. */
export async function pruneAsConfigured(
  { world, tell }: Call,
  config: GameConfiguration,
): Promise<void> {
  const { keep } = config.episodes;
  if (keep === null) return;
  try {
    const deleted = await pruneEpisodes(config.workdir, keep);
    // A run from cron that went well says nothing.
    if (deleted.length === 0 || world.stderr.isTTY !== true) return;
    tell(`Deleted ${counted(deleted.length, 'older episode')} (episodes.keep).`);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}
