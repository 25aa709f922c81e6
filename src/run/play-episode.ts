import { randomInt } from 'node:crypto';
import type { EpisodeSummary } from '../records/summary.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { conductEpisode } from './conduct-episode.ts';
import type { EpisodeControls } from './episode-controls.ts';
import { writeStart } from '../records/manifest.ts';
import type { RunServices } from './run-services.ts';

const LARGEST_SEED = 2 ** 31 - 1;
const LOOK_MS = 5_000;

/** Plays one episode from a new directory to its summary. Rejects with StorageError and LockedError. */
export async function playEpisode(
  services: RunServices,
  controls: EpisodeControls,
): Promise<EpisodeSummary> {
  const { number, path: directory } = await services.directories.allocate();
  // Somebody may look at this very moment whether it is in use.
  const lock = await acquireRunLock(directory, `pid-${process.pid}`, { waitMs: LOOK_MS });
  try {
    const seed = services.config.seed ?? randomInt(1, LARGEST_SEED);
    const start = writeStart(services, { directory, number, seed });
    return await conductEpisode(services, { directory, number, seed, start }, controls);
  } finally {
    lock.release();
  }
}
