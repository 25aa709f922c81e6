import { ConfigError, NotFoundError, StorageError } from '../domain/errors.ts';
import { isResumable, type StopReason } from '../domain/stop-reason.ts';
import { playsByHand } from '../model/players.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { ownerOfRunLock } from '../storage/owner-directory.ts';
import { EpisodeFiles, readableEpisode } from './episode-files.ts';
import { storyOfEpisode } from './episode-story.ts';
import type { Manifest } from './manifest.ts';
import type { EpisodeSummary } from './summary.ts';

/** An episode on disk. Its summary is null during play, after a kill, and if it is damaged. */
export interface StoredEpisode {
  readonly number: number;
  readonly directory: string;
  readonly files: EpisodeFiles;
  readonly summary: EpisodeSummary | null;
  readonly damage?: string;
}

/** Every episode of a workdir, by number. One with a damaged summary is marked. */
export function listEpisodes(workdir: string): readonly StoredEpisode[] {
  return new EpisodeDirectories(workdir).list().map((one) => storedIn(new EpisodeFiles(one)));
}

/** The episode of these files. One with a damaged summary is marked. */
export function storedIn(files: EpisodeFiles): StoredEpisode {
  try {
    return stored(files);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    const { number, directory } = files;
    return { number, directory, files, summary: null, damage: error.message };
  }
}

/** The episode that a person named (`7`, `0007`, `latest`). Throws NotFoundError if there is none. */
export function findEpisode(workdir: string, name: string): StoredEpisode {
  const directories = new EpisodeDirectories(workdir);
  const found = directories.find(name);
  if (found !== null) return stored(new EpisodeFiles(found));
  const [number, newest = 0] = [Number(name), directories.list().at(-1)?.number];
  if (number > 0 && number < newest) {
    const says = `The records of episode ${number} are no longer in ${workdir}`;
    throw new NotFoundError(`${says}; zorkgpt episodes list has what is left of it.`);
  }
  throw new NotFoundError(
    `There is no episode "${name}" in ${workdir}; see zorkgpt episodes list.`,
  );
}

function stored(files: EpisodeFiles): StoredEpisode {
  const { number, directory } = files;
  return { number, directory, files, summary: files.summary() };
}

interface Reached {
  /** The last recorded turn; 0 before the first. */
  readonly turn: number;
  /** Its limit. Null if its manifest does not tell. */
  readonly maxTurns: number | null;
}

export type Standing =
  | ({
      readonly kind: 'running';
      readonly pid: number | null;
      readonly since: string | null;
    } & Reached)
  /** Cut short for the reason in its summary, or killed, which leaves none. */
  | ({ readonly kind: 'stopped'; readonly reason: StopReason | null } & Reached)
  /** Killed before there was anything to resume. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly says: string }
  | { readonly kind: 'finished'; readonly reason: StopReason };

/** The standing of an episode by its lock and its summary: the only place that decides it. Throws StorageError. */
export function kindOf(episode: StoredEpisode): Standing['kind'] {
  const { summary, damage, files, directory } = episode;
  // An abandoned one can be resumed by its number.
  const mayRun = isUnfinished(episode) || summary?.stopReason === 'abandoned';
  if (mayRun && ownerOfRunLock(directory) !== null) return 'running';
  if (damage !== undefined) return 'damaged';
  if (!isUnfinished(episode)) return 'finished';
  return files.hasBegun() ? 'stopped' : 'empty';
}

/** The standing, with the turns so far. Throws StorageError. */
export function standingOf(episode: StoredEpisode): Standing {
  const { summary, damage = '', files, directory } = episode;
  const kind = kindOf(episode);
  const reason = summary?.stopReason ?? null;
  if (kind === 'running') {
    const { pid = null, since = null } = ownerOfRunLock(directory) ?? {};
    return { kind, pid, since, ...reachedIn(files) };
  }
  if (kind === 'stopped') return { kind, reason, ...reachedIn(files) };
  if (kind === 'damaged') return { kind, says: damage };
  return kind === 'finished' && reason !== null ? { kind, reason } : { kind: 'empty' };
}

export type WorkdirStanding = ReturnType<typeof episodesStanding>;

/** The state of a workdir: its holder, and its open episodes. */
export function episodesStanding(workdir: string) {
  const open = listEpisodes(workdir).filter((one) => !['finished', 'empty'].includes(kindOf(one)));
  const played = open.find((one) => kindOf(one) === 'running');
  return {
    /** The holder of the workdir, or of an episode in it. Null if there is none. */
    holder: ownerOfRunLock(workdir) ?? (played && ownerOfRunLock(played.directory)) ?? null,
    /** The episodes in play, those that can be resumed, and damaged ones, by number. */
    episodes: open.map((one) => {
      return { number: one.number, story: storyOfEpisode(one.files), standing: standingOf(one) };
    }),
  };
}

/** In a few words, to follow the episode: `running, turn 12 of 300`. */
export function episodeStandingWords(standing: Standing): string {
  switch (standing.kind) {
    case 'running':
      return `running, ${turnWords(standing)}`;
    case 'stopped':
      return `${standing.reason ?? 'killed'} at ${turnWords(standing)}`;
    case 'empty':
      return 'killed before it began';
    case 'damaged':
      return 'damaged';
    case 'finished':
      return standing.reason;
  }
}

/** What the next run does with an episode, in a sentence without its end. Empty for nothing. */
export function nextEpisodeWords(standing: Standing): string {
  if (standing.kind !== 'stopped') return '';
  return `the next zorkgpt run ${standing.turn === 0 ? 'closes it, as nothing was played' : 'resumes it'}`;
}

function turnWords({ turn, maxTurns }: Reached): string {
  return `turn ${turn}${maxTurns === null ? '' : ` of ${maxTurns}`}`;
}

function reachedIn(files: EpisodeFiles): Reached {
  return {
    turn: readableEpisode(() => files.turns().records.at(-1)?.turn) ?? 0,
    maxTurns: readableEpisode(() => files.manifest()?.config.episode.maxTurns) ?? null,
  };
}

export interface Started {
  readonly episode: StoredEpisode;
  readonly manifest: Manifest;
}

/** The episode that a person named. Throws NotFoundError if there is none, or if it was killed before it began. */
export function findStarted(workdir: string, name: string): Started {
  const episode = findEpisode(workdir, name);
  const manifest = episode.files.manifest();
  if (manifest !== null) return { episode, manifest };
  throw new NotFoundError(
    `Episode ${episode.number} ended before it began, so there is nothing in it; play another with zorkgpt run.`,
  );
}

/** The episode to resume: the named one, else the newest unfinished one. Throws NotFoundError if there is none. */
export function findResumable(workdir: string, name: string | null): Started {
  if (name !== null) {
    const started = findStarted(workdir, name);
    const { number, summary } = started.episode;
    if (isEpisodeByHand(started.episode)) {
      throw new NotFoundError(
        `Episode ${number} was played by an assistant, so no run resumes it; zorkgpt mcp begins another.`,
      );
    }
    if (isUnfinished(started.episode) || summary?.stopReason === 'abandoned') return started;
    throw new NotFoundError(
      `Episode ${number} is finished (${summary?.stopReason}); only an unfinished one can be resumed.`,
    );
  }
  const newest = nextEpisodeToResume(unfinishedEpisodes(workdir));
  if (newest !== undefined) return findStarted(workdir, String(newest.number));
  const played = listEpisodes(workdir).find((episode) => kindOf(episode) === 'running');
  const running = played === undefined ? '' : ` (episode ${played.number} is being played)`;
  throw new NotFoundError(
    `No episode in ${workdir} waits to be resumed${running}; see zorkgpt episodes list.`,
  );
}

/** The killed or cut short episodes that nobody plays now, without those by hand. A damaged one is a notice. */
export function unfinishedEpisodes(
  workdir: string,
  notice: (message: string) => void = () => undefined,
): readonly StoredEpisode[] {
  const episodes = listEpisodes(workdir);
  for (const { damage } of episodes) if (damage !== undefined) notice(damage);
  return episodes.filter((episode) => kindOf(episode) === 'stopped' && !isEpisodeByHand(episode));
}

/** Whether an episode was killed or cut short, is in play, or is damaged. */
export function isUnfinished({ summary }: StoredEpisode): boolean {
  return summary === null || isResumable(summary.stopReason);
}

/** Whether an unfinished episode has no recorded turn, so that there is nothing to resume. */
export function hasNoTurn({ files }: StoredEpisode): boolean {
  return readableEpisode(() => files.turns().records.length) === 0;
}

/** The newest of these with a turn, else the newest. */
export function nextEpisodeToResume(
  unfinished: readonly StoredEpisode[],
): StoredEpisode | undefined {
  return unfinished.findLast((episode) => !hasNoTurn(episode)) ?? unfinished.at(-1);
}

/** Whether an episode was played by hand, so that only its player can resume it. */
export function isEpisodeByHand({ files }: StoredEpisode): boolean {
  return playsByHand(readableEpisode(() => files.facts()?.player) ?? null);
}
