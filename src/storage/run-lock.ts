import { join } from 'node:path';
import { LockedError } from '../domain/errors.ts';
import { waitForLock, type LockHolder, type LockPort } from './lock.ts';
import { OwnerDirectory } from './owner-directory.ts';
import { currentIdentity } from './process-identity.ts';
import { createProperLock } from './proper-lock.ts';
import { storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './writable-directory.ts';

/** A whole workdir, held by one run. */
export interface HeldRunLock {
  /** False when the lock was removed by hand meanwhile. */
  held(): boolean;
  /** Frees the workdir; a second call does nothing. Throws StorageError. */
  release(): void;
}

/**
 * Takes the workdir for the run named `run`, at once when the process that held it is dead. Waits up to `waitMs`
 * (default 0; `Infinity` waits until it is free) or until `signal` fires, whose reason is then thrown. Throws
 * LockedError that names the holder's pid, run and start, and StorageError when the workdir cannot be written.
 */
export async function acquireRunLock(
  workdir: string,
  run: string,
  options: { waitMs?: number; signal?: AbortSignal; lock?: LockPort } = {},
): Promise<HeldRunLock> {
  const { waitMs = 0, signal, lock: port = createProperLock() } = options;
  const path = join(workdir, 'run');
  try {
    const { lock } = await waitForLock(port, resolveForWriting(path), {
      what: workdir,
      run,
      waitMs,
      signal,
    });
    let released = false;
    return {
      held: () => !released && lock.held(),
      release() {
        if (released) return;
        released = true;
        try {
          lock.release();
        } catch (error) {
          throw storageFailure('unlock', workdir, error);
        }
      },
    };
  } catch (error) {
    if (error instanceof LockedError || signal?.aborted === true) throw error;
    throw storageFailure('lock', workdir, error);
  }
}

/** Who holds the workdir now; null when nobody does. Takes nothing. Throws StorageError. */
export function runLockHolder(workdir: string): LockHolder | null {
  const lock = `${join(workdir, 'run')}.lock`;
  try {
    return new OwnerDirectory(lock, currentIdentity(), '').livingHolder();
  } catch (error) {
    throw storageFailure('look at', lock, error);
  }
}
