import { join } from 'node:path';
import { LockedError } from '../domain/errors.ts';
import { waitForLock, type HeldLock, type LockPort, createProperLock } from './lock.ts';
import { type LockHolder, OwnerDirectory } from './owner-directory.ts';
import { currentIdentity } from './process-identity.ts';
import { attempt, storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './write-new-file.ts';

/** Other hosts see by it that the holder lives. */
const TOUCH_MS = 60_000;

interface HeldRunLock {
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
  options: {
    waitMs?: number;
    signal?: AbortSignal;
    lock?: LockPort;
    /** Called when the lock turns out to be gone: removed by hand, or taken over after a long pause of this host. */
    onLost?: () => void;
    touchMs?: number;
  } = {},
): Promise<HeldRunLock> {
  const { waitMs = 0, signal, lock: port = createProperLock(), touchMs = TOUCH_MS } = options;
  const path = join(workdir, 'run');
  try {
    const { lock } = await waitForLock(port, resolveForWriting(path), {
      what: workdir,
      run,
      waitMs,
      signal,
    });
    let released = false;
    const heartbeat = setInterval(() => {
      if (isAlive(lock)) return;
      clearInterval(heartbeat);
      options.onLost?.();
    }, touchMs).unref();
    return {
      held: () => !released && lock.held(),
      release() {
        if (released) return;
        released = true;
        clearInterval(heartbeat);
        attempt('unlock', workdir, () => lock.release());
      },
    };
  } catch (error) {
    if (error instanceof LockedError || signal?.aborted === true) throw error;
    throw storageFailure('lock', workdir, error);
  }
}

/** Touches a lock; false when it is no longer ours. A disk that cannot be written for a while takes no lock away. */
function isAlive(lock: HeldLock): boolean {
  try {
    lock.touch();
    return true;
  } catch {
    return lock.held();
  }
}

/** Who holds the workdir now; null when nobody does. Takes nothing. Throws StorageError. */
export function runLockHolder(workdir: string): LockHolder | null {
  const lock = `${join(workdir, 'run')}.lock`;
  return attempt('look at', lock, () =>
    new OwnerDirectory(lock, currentIdentity(), '').livingHolder(),
  );
}

/** For `catch`: null where somebody else holds the lock. */
export function nullIfHeld(error: unknown): null {
  if (error instanceof LockedError) return null;
  throw error;
}
