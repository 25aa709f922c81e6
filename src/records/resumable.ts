import { NotFoundError } from '../domain/errors.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { findEpisode, listEpisodes, type StoredEpisode } from './episodes.ts';
import type { Manifest } from './manifest.ts';
import { isPlayedByHand } from './abandon-episode.ts';
import { kindOf } from './standing.ts';

/** An episode that can be played again. */
export interface Started {
  readonly episode: StoredEpisode;
  readonly manifest: Manifest;
}

/** The episode a person named. Throws NotFoundError when there is none, or when it was killed before it began. */
export function findStarted(workdir: string, name: string): Started {
  const episode = findEpisode(workdir, name);
  const manifest = episode.files.manifest();
  if (manifest !== null) return { episode, manifest };
  throw new NotFoundError(
    `Episode ${episode.number} ended before it began, so there is nothing in it; play another with zorkgpt run.`,
  );
}

/**
 * The episode to go on with: the named one, also when it was given up, else the newest that is unfinished. Throws
 * NotFoundError when there is none.
 */
export function findResumable(workdir: string, name: string | null): Started {
  if (name !== null) {
    const started = findStarted(workdir, name);
    const { number, summary } = started.episode;
    if (isPlayedByHand(started.episode)) throw byHand(number);
    if (isUnfinished(started.episode) || summary?.stopReason === 'abandoned') return started;
    throw new NotFoundError(
      `Episode ${number} is finished (${summary?.stopReason}); only an unfinished one can be resumed.`,
    );
  }
  const newest = unfinishedEpisodes(workdir).at(-1);
  if (newest !== undefined) return findStarted(workdir, String(newest.number));
  const played = listEpisodes(workdir).find((episode) => kindOf(episode) === 'running');
  const running = played === undefined ? '' : ` (episode ${played.number} is being played)`;
  throw new NotFoundError(
    `No episode in ${workdir} waits to be gone on with${running}; see zorkgpt episodes list.`,
  );
}

function byHand(number: number): NotFoundError {
  return new NotFoundError(
    `Episode ${number} was played by an assistant, and nobody goes on with it; zorkgpt mcp begins another.`,
  );
}

/**
 * Numbers of the episodes that were killed or cut short and that nobody plays at the moment. An episode played by hand is
 * never among them. A damaged one is a notice.
 */
export function unfinishedEpisodes(
  workdir: string,
  notice: (message: string) => void = () => undefined,
): readonly StoredEpisode[] {
  const episodes = listEpisodes(workdir);
  for (const { damage } of episodes) if (damage !== undefined) notice(damage);
  return episodes.filter((episode) => kindOf(episode) === 'stopped' && !isPlayedByHand(episode));
}

/** Whether an episode was killed or cut short, is being played, or is damaged. */
export function isUnfinished({ summary }: StoredEpisode): boolean {
  return summary === null || isResumable(summary.stopReason);
}
