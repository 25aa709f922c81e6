import path from 'node:path';
import { ConfigError, StorageError, StoryError } from '../domain/errors.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { installedFile, namesIn } from '../storage/read-file.ts';
import { storyOfWorkdir } from '../storage/learnt-folder.ts';
import { openStoryFile } from './read-story.ts';

/** The story that is installed with this program. */
export const SHIPPED_STORY = installedFile('game_files', 'story', 'saltmere.z5');

/** Where fetched stories are kept. */
export function storiesFolder(workdir: string): string {
  return path.join(workdir, 'stories');
}

/** The file of the story that a workdir belongs to; null when it belongs to none, or to one that is not on this machine. */
export function findStoryOf(workdir: string): string | null {
  try {
    const ifid = storyOfWorkdir(workdir);
    return ifid === null ? null : (candidates(workdir).find((file) => isStory(file, ifid)) ?? null);
  } catch (error) {
    // Whoever opens the workdir says what is wrong with it.
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** Files that may hold the story, the likeliest first: as it was last played, as it was fetched, the shipped one. */
function candidates(workdir: string): readonly string[] {
  const played = new EpisodeDirectories(workdir)
    .list()
    .slice(-10)
    .toReversed()
    .flatMap((directory) => playedFile(new EpisodeFiles(directory)) ?? []);
  const folder = storiesFolder(workdir);
  const fetched = namesIn(folder).map((name) => path.join(folder, name));
  return [...new Set([...played, ...fetched, SHIPPED_STORY])];
}

function playedFile(files: EpisodeFiles): string | null {
  try {
    return files.facts()?.story.file ?? null;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StorageError) return null;
    throw error;
  }
}

function isStory(file: string, ifid: string): boolean {
  try {
    return openStoryFile(file).identity.ifid === ifid;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StoryError) return false;
    throw error;
  }
}
