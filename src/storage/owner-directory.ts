import { randomBytes } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { unlessBroken } from '../domain/errors.ts';
import { fieldOf, parsedJson } from '../domain/json.ts';
import {
  currentIdentity,
  formatIdentity,
  isProvablyDead,
  parseIdentity,
  type ProcessIdentity,
} from './process-identity.ts';
import { attempt, storageErrno } from './storage.ts';
import { temporaryPath } from './temporary-file.ts';
import { removeFile } from './remove-file.ts';
import { writeAll } from './write-new-file.ts';

/** The holder of a lock, according to its owner record. */
export interface LockHolder {
  /** The lock itself. Removing it by hand frees it. */
  readonly lockPath: string;
  readonly pid: number | null;
  /** Whether it is a process of another machine, whose number means nothing here. */
  readonly isElsewhere: boolean;
  readonly run: string | null;
  /** ISO 8601 by the holder's clock; if unknown, when the lock last changed. */
  readonly since: string | null;
}

/** An owner touches its file every minute. */
const LONGEST_SILENCE_MS = 15 * 60_000;

/**
 * A lock that is a folder with one owner file in it, whose name has the owner's identity and a token. The folder is
 * completed under another name and renamed into place, which succeeds only if there is none or an empty one: a held lock
 * always has an owner. A dead owner is removed by unlinking exactly its own file, so that two waiters cannot both take over,
 * and a late one cannot remove its successor.
 */
export class OwnerDirectory {
  readonly #path: string;
  readonly #identity: ProcessIdentity;
  readonly #ownerFile: string;
  readonly #record: string;

  constructor(path: string, identity: ProcessIdentity, run: string) {
    this.#path = path;
    this.#identity = identity;
    this.#ownerFile = `${formatIdentity(identity)}.${randomBytes(8).toString('hex')}`;
    this.#record = JSON.stringify({ run, since: new Date().toISOString() });
  }

  /** Takes the lock. Returns whether a dead owner was removed for it, or null if a living one holds it. */
  claim(): { tookOver: boolean } | null {
    let tookOver = false;
    for (const name of occupants(this.#path)) {
      const owner = parseIdentity(name.split('.', 1)[0] ?? '');
      if (owner === null || !this.#isGone(owner, name)) return null;
      removeFile(join(this.#path, name));
      tookOver = true;
    }
    return this.#moveIntoPlace() ? { tookOver } : null;
  }

  /** Shows that the owner lives. Throws the system's error, also if the lock is another's by now. */
  touch(): void {
    const now = new Date();
    utimesSync(join(this.#path, this.#ownerFile), now, now);
  }

  /** Whether the owner file in place is ours. */
  held(): boolean {
    return lstatSync(join(this.#path, this.#ownerFile), { throwIfNoEntry: false }) !== undefined;
  }

  /** Removes our owner file, and the folder if no other owner has it by now. */
  remove(): void {
    removeFile(join(this.#path, this.#ownerFile));
    try {
      rmdirSync(this.#path);
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(storageErrno(error) ?? ''))
        throw error;
    }
  }

  /** The holder by the owner record in place. */
  holder(): LockHolder {
    const [name] = occupants(this.#path);
    const owner = parseIdentity(name?.split('.', 1)[0] ?? '');
    const isElsewhere = owner !== null && owner.host !== this.#identity.host;
    const record = name === undefined ? null : readRecord(join(this.#path, name));
    const changed = changedAt(this.#path);
    const since = record?.since ?? (changed === null ? null : new Date(changed).toISOString());
    return {
      lockPath: this.#path,
      pid: owner?.pid ?? null,
      isElsewhere,
      run: record?.run ?? null,
      since,
    };
  }

  /** As `holder`, but null if nobody holds it or its owner is provably dead. Changes nothing. */
  livingHolder(): LockHolder | null {
    const alive = occupants(this.#path).some((name) => {
      const owner = parseIdentity(name.split('.', 1)[0] ?? '');
      return owner === null || !this.#isGone(owner, name);
    });
    return alive ? this.holder() : null;
  }

  /**
   * Whether an owner is provably dead, or on another host and silent for too long. Its last sign of life is compared with
   * the clock of the file system, not of this host, and is looked at again after that.
   */
  #isGone(owner: ProcessIdentity, name: string): boolean {
    if (isProvablyDead(owner, this.#identity)) return true;
    if (owner.host === this.#identity.host) return false;
    const file = join(this.#path, name);
    const lastSign = changedAt(file);
    if (lastSign === null) return false;
    const silence = this.#fileSystemNow() - lastSign;
    return silence > LONGEST_SILENCE_MS && changedAt(file) === lastSign;
  }

  /** Milliseconds since 1970 by the clock of the file system; by this host's if nothing can be written. */
  #fileSystemNow(): number {
    const probe = temporaryPath(this.#path, formatIdentity(this.#identity));
    try {
      writeUnflushed(probe, '');
      return changedAt(probe) ?? Date.now();
    } catch {
      return Date.now();
    } finally {
      removeFile(probe);
    }
  }

  #moveIntoPlace(): boolean {
    const made = temporaryPath(this.#path, formatIdentity(this.#identity));
    mkdirSync(made, { mode: 0o700 });
    try {
      writeUnflushed(join(made, this.#ownerFile), this.#record);
      renameSync(made, this.#path);
      return true;
    } catch (error) {
      removeFile(join(made, this.#ownerFile));
      rmdirSync(made);
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(storageErrno(error) ?? '')) return false;
      throw error;
    }
  }
}

/** When a path last changed, in milliseconds since 1970. Null if it is gone. Throws the system's error. */
function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** A lock need not survive a power cut; only its name counts. A flush would cost more than all else. */
function writeUnflushed(path: string, text: string): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeAll(fd, Buffer.from(text));
  } finally {
    closeSync(fd);
  }
}

/** Names inside the lock folder. A path that is no folder counts as held by a stranger. */
function occupants(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (storageErrno(error) === 'ENOENT') return [];
    if (storageErrno(error) === 'ENOTDIR') return ['stranger'];
    throw error;
  }
}

/** Run and start of the holder. Nulls if the record is gone, empty or foreign, which is no reason to stop. */
function readRecord(file: string): { run: string | null; since: string | null } {
  const record = parsedJson(unlessBroken(() => readFileSync(file, 'utf8'), Error) ?? '');
  const textOf = (field: string) => {
    const value = fieldOf(record, field);
    return typeof value === 'string' ? value : null;
  };
  return { run: textOf('run'), since: textOf('since') };
}

/** The present holder of the workdir. Null if there is none. Takes nothing. Throws StorageError. */
export function ownerOfRunLock(workdir: string): LockHolder | null {
  const lock = `${join(workdir, 'run')}.lock`;
  return attempt('look at', lock, () =>
    new OwnerDirectory(lock, currentIdentity(), '').livingHolder(),
  );
}
