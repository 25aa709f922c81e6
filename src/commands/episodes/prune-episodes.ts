import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError } from '../../domain/errors.ts';
import { listEpisodes } from '../../records/episodes.ts';
import { episodesToPrune, pruneEpisodes } from '../../records/history.ts';
import { counted } from '../../report/wording.ts';
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
    const which = `${counted(doomed.length, 'episode')} (${doomed[0]} to ${doomed.at(-1)})`;
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
      : `Deleted ${counted(deleted.length, 'episode')}.`,
  );
}

/** What a run does at its end when `episodes.keep` is set; while another run goes on it is left to that one. */
export async function pruneEpisodesAsConfigured(
  { world, tell }: Call,
  { workdir, episodes: { keep } }: GameConfiguration,
): Promise<void> {
  if (keep === null) return;
  try {
    const deleted = await pruneEpisodes(workdir, keep);
    // A run from cron that went well says nothing.
    if (deleted.length === 0 || world.stderr.isTTY !== true) return;
    tell(`Deleted ${counted(deleted.length, 'older episode')} (episodes.keep).`);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}
