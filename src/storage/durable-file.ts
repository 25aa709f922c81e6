import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError, ZorkGptError } from '../domain/errors.ts';
import { sameBytes } from './bytes.ts';
import { resolveForWriting } from './durable-folder.ts';
import { mergeLateEdits } from './late-edits.ts';
import { waitForLock, createProperLock, type HeldLock, type LockPort } from './lock.ts';
import { formatIdentity } from './process-identity.ts';
import {
  lookAtSnapshot,
  takeSnapshot,
  versionOf,
  type FileSnapshot,
  type Ownership,
  type SeenFile,
} from './snapshot.ts';
import { attempt, storageErrno, storageFailure, type Change, type DurableFile } from './storage.ts';
import { sweepTemporaries } from './temporary-file.ts';
import { replaceFileAtomically, type Replaced } from './write-file-atomic.ts';

/** `moved`: another process changed the target. `unfinished`: a save seems to be going on. Neither changed anything. */
type Outcome = 'done' | 'moved' | 'unfinished';

export interface DurableFileOptions {
  /** Named in the lock, so that a waiting process can tell who holds it. */
  readonly run?: string;
  /** How long to wait for a busy lock, in monotonic milliseconds. By default 30,000. */
  readonly waitMs?: number;
  /** Whether the old version is kept as `<path>.backup` (default). */
  readonly backup?: boolean;
  readonly lock?: LockPort;
  /** Whether another process seems to be writing the file now. It is waited for, but not for ever. */
  readonly isUnfinished?: (seen: SeenFile | null) => boolean;
  /** Called directly before new bytes replace the old. If it throws, the old ones stay. */
  readonly beforeRename?: () => void;
}

const MOST_MERGES = 20;
const MOST_PAUSES_FOR_EMPTY = 10;
const PAUSE_MS = 20;
/** Waits for another writer: 10 seconds. */
const MOST_PAUSES_FOR_OTHERS = 400;
const PAUSE_FOR_OTHERS_MS = 25;
/** The bit of a file's mode that lets its owner write it. */
const OWNER_WRITES = 0o200;

/** Opens `path`, which need not exist, for whole replacement. Touches nothing until it is used. */
export function openDurableFile(path: string, options: DurableFileOptions = {}): DurableFile {
  return new LockedFile(path, options);
}

class LockedFile implements DurableFile {
  readonly path: string;
  readonly #lock: LockPort;
  readonly #run: string;
  readonly #waitMs: number;
  readonly #backup: boolean;
  readonly #watching: Pick<DurableFileOptions, 'isUnfinished' | 'beforeRename'>;
  #swept = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, options: DurableFileOptions) {
    this.path = path;
    this.#lock = options.lock ?? createProperLock();
    this.#run = options.run ?? `pid ${process.pid}`;
    this.#waitMs = options.waitMs ?? 30_000;
    this.#backup = options.backup ?? true;
    this.#watching = options;
  }

  read(): Uint8Array | null {
    return lookAtSnapshot(this.path, (target) => takeSnapshot(target)?.bytes ?? null);
  }

  version(): string | null {
    return lookAtSnapshot(this.path, versionOf);
  }

  update(change: Change): Promise<void> {
    const turn = this.#last.then(() => this.#updateNow(change));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #updateNow(change: Change): Promise<void> {
    const budget = new RetryBudget();
    let moved = 0;
    for (let pauses = 0; ;) {
      const outcome = await this.#attempt(change, pauses).catch(async (error: unknown) => {
        if (error instanceof ZorkGptError || storageErrno(error) === null) throw error;
        if (!(await budget.waitAfter(error))) throw storageFailure('write', this.path, error);
        return 'failed' as const;
      });
      if (outcome === 'done') return;
      if (outcome === 'unfinished') pauses += 1;
      if (outcome === 'moved') moved += 1;
      if (moved >= MOST_MERGES) throw this.#keepsChanging();
      if (outcome === 'unfinished' && this.#watching.isUnfinished !== undefined) {
        await sleep(PAUSE_FOR_OTHERS_MS);
      } else if (outcome !== 'failed') await sleep(PAUSE_MS * Math.random());
    }
  }

  async #attempt(change: Change, pauses: number): Promise<Outcome> {
    const target = resolveForWriting(this.path);
    const { lock, tookOver } = await waitForLock(this.#lock, target, {
      what: this.path,
      run: this.#run,
      waitMs: this.#waitMs,
    });
    try {
      if (!this.#swept || tookOver) sweepTemporaries(target, this.#lock.identity);
      this.#swept = true;
      return await this.#merge({ target, lock, pauses }, change);
    } finally {
      this.#release(lock);
    }
  }

  async #merge(
    { target, lock, pauses }: { target: string; lock: HeldLock; pauses: number },
    change: Change,
  ): Promise<Outcome> {
    const backup = this.#backup ? `${target}.backup` : null;
    const seen = takeSnapshot(target);
    if (this.#isUnfinished(seen, backup, pauses)) return 'unfinished';
    const replace = (seen: FileSnapshot | null, next: Uint8Array): Replaced | null =>
      replaceFileAtomically({
        target,
        seen,
        next,
        backup,
        owner: formatIdentity(this.#lock.identity),
        stillHeld: () => lock.held(),
        beforeRename: this.#watching.beforeRename,
      });
    const before = seen?.bytes ?? null;
    const after = change(before);
    if (after === null || sameBytes(after, before)) return 'done';
    if (seen !== null) this.#refuseReadOnly(seen.ownership);
    const replaced = replace(seen, after);
    if (replaced === null) return 'moved';
    const { isUnfinished } = this.#watching;
    await mergeLateEdits({ target, replaced, before, after, change, replace, isUnfinished });
    return 'done';
  }

  /** A file that its owner may not write is protected on purpose, though replacing it needs only the folder. */
  #refuseReadOnly({ mode }: Ownership): void {
    if ((mode & OWNER_WRITES) !== 0) return;
    throw new StorageError(
      `${this.path} is read-only (mode ${mode.toString(8).padStart(4, '0')}); allow writing with chmod u+w to keep what is new.`,
      { path: this.path },
    );
  }

  #isUnfinished(seen: FileSnapshot | null, backup: string | null, pauses: number): boolean {
    const { isUnfinished } = this.#watching;
    if (isUnfinished !== undefined) return pauses < MOST_PAUSES_FOR_OTHERS && isUnfinished(seen);
    return pauses < MOST_PAUSES_FOR_EMPTY && mayBeHalfSaved(seen, backup);
  }

  /** A failed release is never a reason to apply the change again. */
  #release(lock: HeldLock): void {
    attempt('unlock', this.path, () => lock.release());
  }

  #keepsChanging(): StorageError {
    return new StorageError(
      `Another program keeps changing ${this.path}: ${MOST_MERGES} attempts met a new version; close it and try again.`,
      { path: this.path },
    );
  }
}

/** Editors that save in place empty the file first: an empty file that once had content may be half a save. */
function mayBeHalfSaved(seen: FileSnapshot | null, backup: string | null): boolean {
  return seen?.bytes.length === 0 && backup !== null && versionOf(backup) !== null;
}

const OPEN_FILES_PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 500;

/** How often one write may fail before it is given up: once for a disk error, for 5 s with too many open files. */
export class RetryBudget {
  readonly #now: () => number;
  readonly #start: number;
  #diskErrors = 0;
  #pauses = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Waits and returns true if trying again may help after `error`. False at once if not. */
  async waitAfter(error: unknown): Promise<boolean> {
    const code = storageErrno(error);
    if (code === 'EIO') {
      this.#diskErrors += 1;
      return this.#diskErrors <= 1;
    }
    if (code !== 'EMFILE' && code !== 'ENFILE') return false;
    if (this.#now() - this.#start > OPEN_FILES_PATIENCE_MS) return false;
    this.#pauses += 1;
    await sleep(Math.min(LONGEST_PAUSE_MS, 5 * 2 ** this.#pauses) * (0.5 + Math.random() / 2));
    return true;
  }
}
