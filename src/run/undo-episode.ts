import type { EpisodeFiles } from '../records/episode-files.ts';
import type { Manifest } from '../records/manifest.ts';
import { readStart } from '../records/start-files.ts';
import { mapLearnt, putBackLearnt } from '../storage/learnt-folder.ts';
import type { RunServices } from './run-services.ts';

type Place = Pick<RunServices, 'learnt' | 'directories'>;

/**
 * Brings a workdir in which nothing else is played back to before an episode: the learnt files are what it started from,
 * its folder is gone and its number free. Throws StorageError when the copies that it started from are damaged.
 */
export function undoEpisode(
  { learnt, directories }: Place,
  files: EpisodeFiles,
  manifest: Manifest,
): void {
  const start = readStart(files, manifest);
  mapLearnt((_, what) => putBackLearnt(learnt, what, start[what]));
  directories.remove(files.number);
}

/**
 * Takes back what trying things again after an episode may have written before a kill, so that resuming it finds what was
 * there the first time. Nothing else may be played in the workdir. Throws StorageError.
 */
export function undoVerification(
  { learnt }: Pick<Place, 'learnt'>,
  files: EpisodeFiles,
  manifest: Manifest,
): void {
  const start = readStart(files, manifest);
  for (const what of ['evidence', 'recipes'] as const) putBackLearnt(learnt, what, start[what]);
}
