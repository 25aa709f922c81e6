import { setTimeout as sleep } from 'node:timers/promises';
import { LockedError } from '../domain/errors.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Who holds a lock, as far as its owner record tells. */
export interface LockHolder {
  /** The lock itself; removing it by hand frees it. */
  readonly lockPath: string;
  readonly pid: number | null;
  readonly run: string | null;
  /** ISO 8601 by the holder's clock; where it does not tell, when the lock last changed. */
  readonly since: string | null;
}

/** A lock that is held until `release`. */
export interface HeldLock {
  /** Whether the lock on disk is still this one. */
  held(): boolean;
  /** Shows other hosts that the holder lives. Throws the system's error. */
  touch(): void;
  /** Frees the lock; never touches one that somebody else holds by now. Throws the system's error. */
  release(): void;
}

/** What one try to take a lock came to. */
export type LockAttempt =
  | { readonly kind: 'held'; readonly lock: HeldLock; readonly tookOver: boolean }
  | { readonly kind: 'busy'; readonly holder: LockHolder };

/**
 * Mutual exclusion among processes by path. A lock is only ever taken from an owner that is provably dead, or that is on
 * another host and showed no sign of life for 15 minutes.
 */
export interface LockPort {
  /** The process on whose behalf locks are taken. */
  readonly identity: ProcessIdentity;
  /** Tries once, without waiting, to lock `target`, which need not exist. Throws the system's error. */
  tryAcquire(target: string, run: string): LockAttempt;
}

const LONGEST_PAUSE_MS = 40;

/**
 * Tries until the lock is held, with random pauses between 1 and 40 ms. Throws LockedError that names the holder when
 * it was busy for `waitMs` (monotonic; `what` is what the message calls it), and the reason of `signal` when that fires first.
 */
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
  const pid = holder.pid === null ? 'another program' : `pid ${holder.pid}`;
  const run = holder.run === null ? '' : `, run ${holder.run}`;
  const since = holder.since === null ? '' : `, since ${holder.since}`;
  return new LockedError(
    `${what} is in use by ${pid}${run}${since}; try later, or if that no longer runs remove ${holder.lockPath}.`,
    { path: what, since: holder.since },
  );
}
