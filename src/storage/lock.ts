import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockSync } from 'proper-lockfile';
import { LockedError } from '../domain/errors.ts';
import { resolveForWriting } from './durable-folder.ts';
import { OwnerDirectory, type LockHolder } from './owner-directory.ts';
import { currentIdentity, type ProcessIdentity } from './process-identity.ts';
import { storageErrno, attempt, storageFailure } from './storage.ts';

export interface HeldLock {
  /** Whether the lock on disk is still this one. */
  held(): boolean;
  /** Shows other hosts that the holder lives. Throws the system's error. */
  touch(): void;
  /** Frees the lock. Never touches one that another process holds by now. Throws the system's error. */
  release(): void;
}

type LockAttempt =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly tookOver: boolean }
  | { readonly kind: 'busy'; readonly holder: LockHolder };

/** Mutual exclusion by path. A lock is only taken from a dead owner, or one on another host silent for 15 minutes. */
export interface LockPort {
  /** The process on whose behalf locks are taken. */
  readonly identity: ProcessIdentity;
  /** Tries once, without waiting, to lock `target`, which need not exist. Throws the system's error. */
  tryAcquire(target: string, run: string): LockAttempt;
}

const LONGEST_PAUSE_MS = 40;

/** Tries until the lock is held. After `waitMs` throws LockedError with the holder; throws the reason of `signal`. */
export async function waitForLock(
  port: LockPort,
  target: string,
  options: { what: string; run: string; waitMs: number; signal?: AbortSignal | undefined },
): Promise<{ lock: HeldLock; tookOver: boolean }> {
  const start = performance.now();
  for (let tries = 0; ; tries += 1) {
    options.signal?.throwIfAborted();
    const attempt = port.tryAcquire(target, options.run);
    if (attempt.kind === 'held') return attempt;
    if (performance.now() - start >= options.waitMs)
      throw lockedError(options.what, attempt.holder);
    await sleep(1 + Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries));
  }
}

function lockedError(what: string, holder: LockHolder): LockedError {
  const place = holder.isElsewhere ? ' on another machine' : '';
  const pid = holder.pid === null ? 'another program' : `pid ${holder.pid}${place}`;
  const isNamed = holder.run !== null && holder.run !== `pid-${holder.pid}`;
  const run = isNamed ? `, run ${holder.run}` : '';
  const since =
    holder.since === null ? '' : `, since ${holder.since.slice(0, 16).replace('T', ' ')} UTC`;
  return new LockedError(
    `${what} is in use by ${pid}${run}${since}. Try later; if that no longer runs, remove ${holder.lockPath}.`,
    { path: what, since: holder.since },
  );
}

const HEARTBEAT_MS = 5_000;

/**
 * proper-lockfile for folder, heartbeat and removal at exit. The owner's record decides who holds the lock. Its own rule
 * that an old folder may be stolen is switched off, because it lets two holders in after a kill and after a pause.
 */
export function createProperLock(identity: ProcessIdentity = currentIdentity()): LockPort {
  return {
    identity,
    tryAcquire(target, run) {
      const lockPath = `${target}.lock`;
      const owner = new OwnerDirectory(lockPath, identity, run);
      let tookOver = false;
      // For proper-lockfile, the owner's record stands for its folder.
      const files = {
        statSync,
        utimesSync,
        mkdirSync() {
          const claim = owner.claim();
          if (claim === null) throw Object.assign(new Error('held'), { code: 'EEXIST' });
          tookOver = claim.tookOver;
        },
        rmdirSync: () => owner.remove(),
      };
      try {
        const release = lockSync(target, {
          fs: files,
          realpath: false,
          stale: Number.POSITIVE_INFINITY,
          update: HEARTBEAT_MS,
          lockfilePath: lockPath,
          // The owner's record is asked whether the lock is still ours, before each rename.
          onCompromised: () => undefined,
        });
        return { kind: 'held', lock: heldLock(owner, release), tookOver };
      } catch (error) {
        if (storageErrno(error) !== 'ELOCKED') throw error;
        return { kind: 'busy', holder: owner.holder() } satisfies LockAttempt;
      }
    },
  };
}

function heldLock(owner: OwnerDirectory, release: () => void): HeldLock {
  return {
    held: () => owner.held(),
    touch: () => owner.touch(),
    release() {
      try {
        release();
      } catch (error) {
        // It forgot the lock when it found its folder touched. The record tells what is still ours.
        if (!['ERELEASED', 'ENOTACQUIRED'].includes(storageErrno(error) ?? '')) throw error;
        owner.remove();
      }
    },
  };
}

/** This shows other hosts that the holder lives. */
const TOUCH_MS = 60_000;

/**
 * Takes the workdir for the run named `run`. Waits up to `waitMs` (`Infinity` until it is free) or until `signal`
 * fires, whose reason is then thrown. Throws LockedError that names the holder, and StorageError.
 */
export async function acquireRunLock(
  workdir: string,
  run: string,
  options: {
    waitMs?: number;
    signal?: AbortSignal;
    lock?: LockPort;
    /** Called when the lock is gone: removed by hand, or taken over after a long pause of this host. */
    onLost?: () => void;
    touchMs?: number;
  } = {},
) {
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
      /** False if the lock was removed by hand meanwhile. */
      held: () => !released && lock.held(),
      /** Frees the workdir. A second call does nothing. Throws StorageError. */
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

/** Touches a lock. False if it is no longer ours. A disk that cannot be written for a while takes no lock away. */
function isAlive(lock: HeldLock): boolean {
  try {
    lock.touch();
    return true;
  } catch {
    return lock.held();
  }
}
