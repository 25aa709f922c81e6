import { ConfigError, NotFoundError, StorageError } from '../../domain/errors.ts';
import { EpisodeFiles } from '../../records/episode-files.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import type { LearntPlace } from '../learnt-place.ts';

/** A version of knowledgebase.md that an episode kept. */
export interface KnowledgeVersion {
  /** How a person names it: episode and number in it, `7/3`. */
  readonly name: string;
  readonly episode: number;
  /** The turn after which it held; 0 for the start of the episode. */
  readonly turn: number;
  readonly file: string;
}

/** Every version that the episodes of a story kept, oldest first. Throws StorageError. */
export function listVersions({ config, story }: LearntPlace): readonly KnowledgeVersion[] {
  return new EpisodeDirectories(config.workdir).list().flatMap((directory) => {
    const files = new EpisodeFiles(directory);
    const kept = files.knowledge();
    if (kept.length === 0 || storyOf(files) !== story.identity.ifid) return [];
    const { number: episode } = files;
    return kept.map(({ count, turn, file }) => ({
      name: `${episode}/${count}`,
      episode,
      turn,
      file,
    }));
  });
}

/** The version that a person named: `7/3`, or `7` for the last one of episode 7. Throws NotFoundError. */
export function findVersion(
  versions: readonly KnowledgeVersion[],
  named: string,
): KnowledgeVersion {
  const found = /^\d{1,9}$/.test(named)
    ? versions.findLast(({ episode }) => episode === Number(named))
    : versions.find(({ name }) => name === named);
  if (found !== undefined) return found;
  throw new NotFoundError(
    `There is no version "${named}" of this story's knowledge; see zorkgpt knowledge list.`,
  );
}

/** The bytes of a version. Throws StorageError, also when it is gone. */
export function readVersion({ file }: KnowledgeVersion): Uint8Array {
  const bytes = readBytesFile(file);
  if (bytes !== null) return bytes;
  throw new StorageError(`${file} is gone; choose another version.`, { path: file });
}

/** IFID of the story of an episode; null when its manifest does not tell. */
function storyOf(files: EpisodeFiles): string | null {
  try {
    return files.facts()?.story.ifid ?? null;
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
