import path from 'node:path';
import * as z from 'zod';
import { ConfigError, StorageError } from '../domain/errors.ts';
import type { EpisodeSummary } from './summary.ts';
import { EpisodeDirectories, type EpisodeDirectory } from '../storage/episode-directories.ts';
import { readTextFile } from '../storage/read-file.ts';

/** An episode on disk. Its summary is null while it is being played, after it was killed, and when it is damaged. */
export interface StoredEpisode {
  readonly number: number;
  readonly directory: string;
  readonly summary: EpisodeSummary | null;
  /** What is wrong with the summary; only when something is. */
  readonly damage?: string;
}

const summarySchema = z.looseObject({ schemaVersion: z.literal(1), episode: z.int() });

/** Every episode of a workdir, by number; one with a damaged summary says so. */
export function listEpisodes(workdir: string): readonly StoredEpisode[] {
  return new EpisodeDirectories(workdir).list().map(storedOrDamaged);
}

/** The episode a person named (`7`, `0007`, `latest`). Throws ConfigError when there is none. */
export function findEpisode(workdir: string, name: string): StoredEpisode {
  const found = new EpisodeDirectories(workdir).find(name);
  if (found !== null) return stored(found);
  throw new ConfigError(`There is no episode "${name}" in ${workdir}; see zorkgpt episodes list.`);
}

/** The transcript of an episode; empty when it has none yet. */
export function readTranscript(episode: StoredEpisode): string {
  return readTextFile(path.join(episode.directory, 'transcript.txt')) ?? '';
}

function storedOrDamaged(episode: EpisodeDirectory): StoredEpisode {
  try {
    return stored(episode);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageError)) throw error;
    const { number, path: directory } = episode;
    return { number, directory, summary: null, damage: error.message };
  }
}

function stored({ number, path: directory }: EpisodeDirectory): StoredEpisode {
  const text = readTextFile(path.join(directory, 'summary.json'));
  return { number, directory, summary: text === null ? null : parseSummary(text, directory) };
}

function parseSummary(text: string, directory: string): EpisodeSummary {
  try {
    return summarySchema.parse(JSON.parse(text)) as unknown as EpisodeSummary;
  } catch (cause) {
    throw new ConfigError(`${directory}/summary.json is damaged; restore it or move it away.`, {
      cause,
    });
  }
}
