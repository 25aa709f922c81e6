import path from 'node:path';
import { ConfigError, StorageError, StoryError, unlessBroken } from '../domain/errors.ts';
import { readStoryFile } from '../interpreter/story-header.ts';
import { EpisodeFiles, readableEpisode } from '../records/episode-files.ts';
import type { Manifest } from '../records/manifest.ts';
import { sha256 } from '../storage/bytes.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { storyOfLearntFolder } from '../storage/learnt-folder.ts';
import { installedFile, readBytesFile, readFolderNames } from '../storage/read-file.ts';

export const SHIPPED_STORY = installedFile('game_files', 'story', 'saltmere.z5');

export function storiesFolder(workdir: string): string {
  return path.join(workdir, 'stories');
}

/** The file of the story that a workdir belongs to. Null if it belongs to none, or the file is not on this machine. */
export function findStoryOf(workdir: string): string | null {
  const find = () => {
    const ifid = storyOfLearntFolder(workdir);
    return ifid === null ? null : findStoryFile(workdir, ifid);
  };
  // Whoever opens the workdir reports what is wrong with it.
  return unlessBroken(find, StorageError);
}

/** The file of a story that was played in a workdir, or fetched there. Null if it is not on this machine. */
export function findStoryFile(workdir: string, ifid: string): string | null {
  const ifidIn = (file: string) =>
    unlessBroken(() => openStoryFile(file), ConfigError, StoryError)?.identity.ifid;
  return candidates(workdir).find((file) => ifidIn(file) === ifid) ?? null;
}

/** Files that may hold the story, the likeliest first: as last played, as fetched, the shipped one. */
function candidates(workdir: string): readonly string[] {
  const played = new EpisodeDirectories(workdir)
    .list()
    .slice(-10)
    .toReversed()
    .flatMap((one) => readableEpisode(() => new EpisodeFiles(one).facts()?.story.file) ?? []);
  const folder = storiesFolder(workdir);
  const fetched = readFolderNames(folder).map((name) => path.join(folder, name));
  return [...new Set([...played, ...fetched, SHIPPED_STORY])];
}

/** No story is larger than 512 KiB (Z-Machine Standard 1.1 §1.1.4), but a Blorb around it may carry pictures. */
export const MOST_STORY_BYTES = 64 * 1024 * 1024;

/** The bytes of a story file. Throws ConfigError if none is named, or it does not exist or cannot be read. */
export function readStory(file: string | null): Uint8Array {
  if (file === null) {
    throw new ConfigError(
      'No story is named; pass --story FILE, or set "story" in zorkgpt.config.json.',
    );
  }
  let bytes: Uint8Array | null;
  try {
    bytes = readBytesFile(file, MOST_STORY_BYTES);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    throw new ConfigError(`${file} cannot be read as a file; check --story.`, { cause });
  }
  if (bytes !== null) return bytes;
  throw new ConfigError(
    `There is no story file ${file}; check --story, or see zorkgpt story list.`,
  );
}

export type StoryBytes = Readonly<ReturnType<typeof openStoryFile>>;

/** Opens the story in a file without starting it. Its SHA-256 is hexadecimal. Throws as readStory does, and StoryError. */
export function openStoryFile(file: string | null) {
  const bytes = readStory(file);
  return { bytes, sha256: sha256(bytes), identity: readStoryFile(bytes).identity };
}

/** Throws ConfigError if a story file is not the one that an episode was played with. */
export function checkStoryFile({ story, episode }: Manifest, sha256: string): void {
  if (story.sha256 === sha256) return;
  throw new ConfigError(
    `The story file is not the one that episode ${episode} was played with (${story.ifid}); name that one with --story.`,
  );
}
