import { once, setMaxListeners } from 'node:events';
import path from 'node:path';
import {
  ConfigError,
  obstacleInErrors,
  StorageError,
  UnreachableError,
  nullForLockedError,
} from '../../domain/errors.ts';
import { readableEpisode } from '../../records/episode-files.ts';
import { makeFolder, removeFolder } from '../../storage/folder.ts';
import { acquireRunLock } from '../../storage/lock.ts';
import { readFolderNames } from '../../storage/read-file.ts';
import {
  adoptClaim,
  failClaim,
  giveBackClaim,
  type Claim,
  type Holder,
} from '../episode-claims.ts';
import type { Fleet } from '../fleet.ts';
import { storeEpisode, type EpisodeToStore } from '../store-episode.ts';
import { collectPlayed, readJob, type JobFile } from './job-folder.ts';
import type { Leases } from './leases.ts';
import type { PlayerProcess, PlayOutcome } from './player-process.ts';
import { prepareFolder } from './prepare-folder.ts';

export interface WorkerPlan extends Holder {
  readonly parallel: number;
  readonly folder: string;
  /** The command line that plays for it, and its folder. */
  readonly player: { readonly args: readonly string[]; readonly cwd: string };
  readonly tell: (message: string) => void;
  /** Ends the worker, which returns its episodes. */
  readonly stop: AbortSignal;
}

export interface Workbench {
  readonly fleet: Fleet;
  readonly plan: WorkerPlan;
  readonly leases: Leases;
  readonly player: PlayerProcess;
  readonly stop: AbortSignal;
}

/** `not-here`: this machine cannot play it now; another may. */
type ClaimEnd = 'over' | 'not-here';

const LOST = Symbol('lost');

/** Plays a claimed episode and stores it; failures are noted in the fleet. UnreachableError: the episode stays there. */
export async function playClaim(bench: Workbench, claim: Claim): Promise<ClaimEnd> {
  const { fleet, plan, leases } = bench;
  let folder: string | null = null;
  let keep = false;
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  leases.hold(claim, () => gone.abort());
  try {
    folder = makeFolder(`episode-${claim.episode}-`, plan.folder);
    const lock = await acquireRunLock(folder, `pid-${process.pid}`);
    try {
      return await playIn(bench, claim, { folder, gone: gone.signal });
    } finally {
      lock.release();
    }
  } catch (error) {
    keep = error instanceof UnreachableError;
    if (error instanceof ConfigError) {
      // The files of the work are no records.
      await failClaim(fleet, claim, error.message);
      return 'over';
    }
    if (!(error instanceof StorageError)) throw error;
    // The disk of this machine failed, not the episode.
    plan.tell(`Episode ${claim.number} of ${claim.place} is given back: ${error.message}`);
    await giveBackClaim(fleet, claim, 1);
    return 'not-here';
  } finally {
    if (!keep && !bench.stop.aborted) leases.release(claim);
    const left = keep ? null : folder;
    // What cannot be removed now is found at the next start.
    if (left !== null) readableEpisode(() => removeFolder(left));
  }
}

async function playIn(
  bench: Workbench,
  claim: Claim,
  { folder, gone }: { readonly folder: string; readonly gone: AbortSignal },
): Promise<ClaimEnd> {
  const { fleet, plan, player, stop } = bench;
  await prepareFolder(fleet, claim, folder);
  if (stop.aborted) return 'over';
  const outcome = await Promise.race([player.play(folder), whenLost(gone)]);
  if (stop.aborted) return 'over';
  if (outcome === LOST) {
    player.end();
    tellLate(plan, claim);
    return 'over';
  }
  if (outcome.kind === 'failed') return noteFailure(bench, claim, outcome);
  const job = readJob(folder);
  if (job === null) throw new StorageError(`${folder} lost its work.`, { path: folder });
  const played = collectPlayed(folder, job);
  const { modelError, stopDetail } = played.summary;
  if (modelError !== undefined && obstacleInErrors(modelError) !== null) {
    plan.tell(`Episode ${claim.number} of ${claim.place} cannot be played here: ${stopDetail}`);
    await failClaim(fleet, claim, stopDetail);
    return 'not-here';
  }
  await store(bench, claim, played);
  return 'over';
}

async function store({ fleet, plan, leases }: Workbench, claim: Claim, played: EpisodeToStore) {
  const outcome = await storeEpisode(fleet, claim, played);
  if (outcome === 'stored') return;
  if (await leases.regain(claim)) {
    if ((await storeEpisode(fleet, claim, played)) === 'stored') return;
  }
  tellLate(plan, claim);
}

async function noteFailure(
  { fleet, plan }: Workbench,
  claim: Claim,
  { code, message }: PlayOutcome & { readonly kind: 'failed' },
): Promise<ClaimEnd> {
  plan.tell(`Episode ${claim.number} of ${claim.place} could not be played: ${message}`);
  if (code === 'storage-failed' || code === 'locked') {
    await giveBackClaim(fleet, claim, 1);
    return 'not-here';
  }
  await failClaim(fleet, claim, message);
  return code === 'bad-config' ? 'not-here' : 'over';
}

function tellLate(plan: WorkerPlan, { number, place }: Claim): void {
  plan.tell(
    `Episode ${number} of ${place} was played for longer than its lease, or was cancelled; nothing of it is stored.`,
  );
}

async function whenLost(gone: AbortSignal): Promise<typeof LOST> {
  if (!gone.aborted) await once(gone, 'abort');
  return LOST;
}

/** Stores what an earlier worker left played in this folder, unless another has played it since, and removes the rest. */
export async function deliverKept(
  fleet: Fleet,
  holder: Pick<WorkerPlan, 'worker' | 'leaseMs' | 'folder' | 'tell'>,
): Promise<void> {
  for (const name of readFolderNames(holder.folder)) {
    if (!name.startsWith('episode-')) continue;
    const folder = path.join(holder.folder, name);
    const lock = await acquireRunLock(folder, `pid-${process.pid}`).catch(nullForLockedError);
    // Another worker plays in it.
    if (lock === null) continue;
    try {
      const job = readJob(folder);
      const played = job === null ? null : readableEpisode(() => collectPlayed(folder, job));
      if (job !== null && played !== null) await deliver(fleet, holder, job, played);
    } finally {
      lock.release();
    }
    removeFolder(folder);
  }
}

async function deliver(
  fleet: Fleet,
  holder: Pick<WorkerPlan, 'worker' | 'leaseMs' | 'tell'>,
  { claim }: JobFile,
  played: EpisodeToStore,
): Promise<void> {
  const isOurs = await adoptClaim(fleet, holder, claim);
  const outcome = isOurs ? await storeEpisode(fleet, claim, played) : 'late';
  const what = `Episode ${claim.number} of ${claim.place}, played before the database went away,`;
  holder.tell(
    outcome === 'stored'
      ? `${what} is stored now.`
      : `${what} was meanwhile given to another worker; what was played here is dropped.`,
  );
}
