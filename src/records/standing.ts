import { ConfigError, StorageError } from '../domain/errors.ts';
import { isResumable, type StopReason } from '../domain/stop-reason.ts';
import type { LockHolder } from '../storage/owner-directory.ts';
import { runLockHolder } from '../storage/run-lock.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { listEpisodes, type StoredEpisode } from './episodes.ts';

/** How far an episode came. */
interface Reached {
  /** The last turn that is recorded; 0 before the first. */
  readonly turn: number;
  /** Its limit; null where its manifest does not say. */
  readonly maxTurns: number | null;
}

/** How an episode stands. */
export type Standing =
  /** A living process holds it. */
  | ({
      readonly kind: 'running';
      readonly pid: number | null;
      readonly since: string | null;
    } & Reached)
  /** It was cut short, for the reason in its summary, or killed, which leaves none. */
  | ({ readonly kind: 'stopped'; readonly reason: StopReason | null } & Reached)
  /** It was killed before there was anything to go on with. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly says: string }
  | { readonly kind: 'finished'; readonly reason: StopReason };

/** How an episode stands now, by its lock and its summary: the only place that decides it. Throws StorageError. */
export function kindOf(episode: StoredEpisode): Standing['kind'] {
  const { summary, damage, files, directory } = episode;
  // One that was given up can be gone on with by its number.
  const mayRun = isOpen(summary?.stopReason) || summary?.stopReason === 'abandoned';
  if (mayRun && runLockHolder(directory) !== null) return 'running';
  if (damage !== undefined) return 'damaged';
  if (!isOpen(summary?.stopReason)) return 'finished';
  return files.hasBegun() ? 'stopped' : 'empty';
}

function isOpen(reason: StopReason | undefined): boolean {
  return reason === undefined || isResumable(reason);
}

/** The same, and how far it came. Throws StorageError. */
export function standingOf(episode: StoredEpisode): Standing {
  const { summary, damage = '', files, directory } = episode;
  const kind = kindOf(episode);
  const reason = summary?.stopReason ?? null;
  if (kind === 'running') {
    const { pid = null, since = null } = runLockHolder(directory) ?? {};
    return { kind, pid, since, ...reachedIn(files) };
  }
  if (kind === 'stopped') return { kind, reason, ...reachedIn(files) };
  if (kind === 'damaged') return { kind, says: damage };
  return kind === 'finished' && reason !== null ? { kind, reason } : { kind: 'empty' };
}

/** How a workdir stands. */
export interface WorkdirStanding {
  /** Who holds it, or an episode in it; null when nobody does. */
  readonly holder: LockHolder | null;
  /** The episodes that are being played or wait to be gone on with, and those that are damaged, by number. */
  readonly episodes: readonly { readonly number: number; readonly standing: Standing }[];
}

/** How a workdir stands now. Throws StorageError. */
export function workdirStanding(workdir: string): WorkdirStanding {
  const open = listEpisodes(workdir).filter((one) => !['finished', 'empty'].includes(kindOf(one)));
  const played = open.find((one) => kindOf(one) === 'running');
  return {
    holder: runLockHolder(workdir) ?? (played && runLockHolder(played.directory)) ?? null,
    episodes: open.map((one) => ({ number: one.number, standing: standingOf(one) })),
  };
}

/** In a few words, to be read behind the episode: `running, turn 12 of 300`. */
export function standingWords(standing: Standing): string {
  switch (standing.kind) {
    case 'running':
      return `running, ${turnWords(standing)}`;
    case 'stopped': {
      const why = standing.reason === null ? 'killed' : standing.reason;
      return `${why} at ${turnWords(standing)}`;
    }
    case 'empty':
      return 'killed before it began';
    case 'damaged':
      return 'damaged';
    case 'finished':
      return standing.reason;
  }
}

function turnWords({ turn, maxTurns }: Reached): string {
  return `turn ${turn}${maxTurns === null ? '' : ` of ${maxTurns}`}`;
}

function reachedIn(files: EpisodeFiles): Reached {
  return {
    turn: readable(() => files.turns().records.at(-1)?.turn) ?? 0,
    maxTurns: readable(() => files.manifest()?.config.episode.maxTurns) ?? null,
  };
}

/** Null for a file that is damaged, which is told of where it matters. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StorageError) return null;
    throw error;
  }
}
