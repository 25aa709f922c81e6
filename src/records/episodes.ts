import { ConfigError, NotFoundError, StorageError, unlessBroken } from '../domain/errors.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { EpisodeFiles } from './episode-files.ts';
import type { EpisodeSummary } from './summary.ts';

/** An episode on disk. Its summary is null while it is being played, after it was killed, and when it is damaged. */
export interface StoredEpisode {
  readonly number: number;
  readonly directory: string;
  readonly files: EpisodeFiles;
  readonly summary: EpisodeSummary | null;
  readonly damage?: string;
}

/** Every episode of a workdir, by number; one with a damaged summary says so. */
export function listEpisodes(workdir: string): readonly StoredEpisode[] {
  return new EpisodeDirectories(workdir).list().map((one) => storedIn(new EpisodeFiles(one)));
}

/** The episode of these files; one with a damaged summary says so. */
export function storedIn(files: EpisodeFiles): StoredEpisode {
  try {
    return stored(files);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    const { number, directory } = files;
    return { number, directory, files, summary: null, damage: error.message };
  }
}

/** What is read of an episode; null where it is damaged, which is told of where it matters. */
export function readable<T>(read: () => T): T | null {
  return unlessBroken(read, ConfigError, StorageError);
}

/** The episode a person named (`7`, `0007`, `latest`). Throws NotFoundError when there is none. */
export function findEpisode(workdir: string, name: string): StoredEpisode {
  const found = new EpisodeDirectories(workdir).find(name);
  if (found !== null) return stored(new EpisodeFiles(found));
  throw new NotFoundError(
    `There is no episode "${name}" in ${workdir}; see zorkgpt episodes list.`,
  );
}

function stored(files: EpisodeFiles): StoredEpisode {
  const { number, directory } = files;
  return { number, directory, files, summary: files.summary() };
}
