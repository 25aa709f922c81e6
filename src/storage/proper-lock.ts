import { statSync, utimesSync } from 'node:fs';
import { lockSync } from 'proper-lockfile';
import type { HeldLock, LockAttempt, LockPort } from './lock.ts';
import { OwnerDirectory } from './owner-directory.ts';
import { currentIdentity, type ProcessIdentity } from './process-identity.ts';
import { errnoOf } from './storage-failure.ts';

/** The file system as proper-lockfile sees it: making and removing its folder go through the owner's record. */
interface LockFileSystem {
  mkdirSync(path: string): void;
  rmdirSync(path: string): void;
  statSync: typeof statSync;
  utimesSync: typeof utimesSync;
}

const HEARTBEAT_MS = 5_000;

/**
 * proper-lockfile for the folder, heartbeat and removal at exit; the owner's record decides who holds it. Its own rule,
 * that an old folder may be stolen, is switched off: it lets two holders in after a kill and after a pause.
 */
export function createProperLock(identity: ProcessIdentity = currentIdentity()): LockPort {
  return {
    identity,
    tryAcquire(target, run) {
      const lockPath = `${target}.lock`;
      const owner = new OwnerDirectory(lockPath, identity, run);
      const files = new OwnedLockFileSystem(owner);
      try {
        const release = lockSync(target, {
          fs: files,
          realpath: false,
          stale: Number.POSITIVE_INFINITY,
          update: HEARTBEAT_MS,
          lockfilePath: lockPath,
          // Whether the lock still is ours is asked of the owner's record, where it matters: before each rename.
          onCompromised: () => undefined,
        });
        return { kind: 'held', lock: heldLock(owner, release), tookOver: files.tookOver };
      } catch (error) {
        if (errnoOf(error) !== 'ELOCKED') throw error;
        return { kind: 'busy', holder: owner.holder() } satisfies LockAttempt;
      }
    },
  };
}

class OwnedLockFileSystem implements LockFileSystem {
  readonly statSync = statSync;
  readonly utimesSync = utimesSync;
  readonly mkdirSync: (path: string) => void;
  readonly rmdirSync: (path: string) => void;
  tookOver = false;

  constructor(owner: OwnerDirectory) {
    this.mkdirSync = () => {
      const claim = owner.claim();
      if (claim === null) throw Object.assign(new Error('held'), { code: 'EEXIST' });
      this.tookOver = claim.tookOver;
    };
    this.rmdirSync = () => owner.remove();
  }
}

function heldLock(owner: OwnerDirectory, release: () => void): HeldLock {
  return {
    held: () => owner.held(),
    touch: () => owner.touch(),
    release() {
      try {
        release();
      } catch (error) {
        // It forgot the lock when it found its folder touched; the record tells what is still ours.
        if (!['ERELEASED', 'ENOTACQUIRED'].includes(errnoOf(error) ?? '')) throw error;
        owner.remove();
      }
    },
  };
}
