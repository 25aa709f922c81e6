import path from 'node:path';
import { ConfigError, LockedError, StorageError } from '../../domain/errors.ts';
import { removeFolder } from '../../storage/folder.ts';
import { namesIn } from '../../storage/read-file.ts';
import { acquireRunLock } from '../../storage/run-lock.ts';
import { adopt, type Holder } from '../claim.ts';
import type { Fleet } from '../fleet.ts';
import { storeEpisode, type EpisodeToStore } from '../store-episode.ts';
import { collectPlayed, readJob, type JobFile } from './job-folder.ts';

/**
 * Stores what an earlier worker in this folder played and could not store, unless somebody else has played it since, and
 * clears away what was not played to its end. Rejects as `Database.transaction` and with StorageError.
 */
export async function deliverKept(
  fleet: Fleet,
  holder: Holder & { readonly folder: string; readonly tell: (message: string) => void },
): Promise<void> {
  for (const name of namesIn(holder.folder)) {
    if (!name.startsWith('episode-')) continue;
    const folder = path.join(holder.folder, name);
    const lock = await acquireRunLock(folder, `pid-${process.pid}`).catch(passIfBusy);
    // Another worker plays in it.
    if (lock === null) continue;
    try {
      const job = readJob(folder);
      const played = job === null ? null : finishedIn(folder, job);
      if (job !== null && played !== null) await deliver(fleet, holder, job, played);
    } finally {
      lock.release();
    }
    removeFolder(folder);
  }
}

async function deliver(
  fleet: Fleet,
  holder: Holder & { readonly tell: (message: string) => void },
  { claim }: JobFile,
  played: EpisodeToStore,
): Promise<void> {
  const isOurs = await adopt(fleet, holder, claim);
  const outcome = isOurs ? await storeEpisode(fleet, claim, played) : 'late';
  const what = `Episode ${claim.number} of ${claim.place}, played before the database went away,`;
  holder.tell(
    outcome === 'stored'
      ? `${what} is stored now.`
      : `${what} was meanwhile given to another worker; what was played here is dropped.`,
  );
}

function finishedIn(folder: string, job: JobFile): EpisodeToStore | null {
  try {
    return collectPlayed(folder, job);
  } catch (error) {
    if (error instanceof StorageError || error instanceof ConfigError) return null;
    throw error;
  }
}

function passIfBusy(error: unknown): null {
  if (error instanceof LockedError) return null;
  throw error;
}
