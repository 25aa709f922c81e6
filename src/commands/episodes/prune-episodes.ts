import { episodesToPrune, pruneEpisodes } from '../../records/prune-episodes.ts';
import type { Call } from '../call.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError } from '../../domain/errors.ts';
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
    await call.confirm(`Delete ${which} of ${workdir}?`);
  }
  const deleted = doomed.length > 0 ? await pruneEpisodes(workdir, keep) : [];
  call.answer({ workdir, deleted }, () => `Deleted ${counted(deleted.length, 'episode')}.`);
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
