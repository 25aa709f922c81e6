import path from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../domain/errors.ts';
import type { EpisodeSummary } from '../episode/summary.ts';
import { EpisodeDirectories, type EpisodeDirectory } from '../storage/episode-directories.ts';
import { readTextFile } from '../storage/read-file.ts';

/** An episode on disk. Its summary is null while it is being played and after it was killed. */
export interface StoredEpisode {
  readonly number: number;
  readonly directory: string;
  readonly summary: EpisodeSummary | null;
}

const summarySchema = z.looseObject({ schemaVersion: z.literal(1), episode: z.int() });

export function listEpisodes(workdir: string): readonly StoredEpisode[] {
  return new EpisodeDirectories(workdir).list().map(stored);
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
