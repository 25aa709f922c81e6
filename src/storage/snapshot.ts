import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { storageErrno, storageFailure } from './storage.ts';

export interface Ownership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface FileSnapshot {
  readonly bytes: Uint8Array;
  readonly version: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly ownership: Ownership;
}

/** A file that may be being written at this moment. */
export type SeenFile = Pick<FileSnapshot, 'bytes' | 'modifiedMs'>;

const MOST_LINKS = 40;

/** The target of `path` with links followed, whether it exists or not. Throws the system's error. */
export function resolveTarget(path: string): string {
  let candidate = resolve(path);
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const target = join(realpathSync.native(dirname(candidate)), basename(candidate));
    const stats = lstatSync(target, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return target;
    candidate = resolve(dirname(target), readlinkSync(target));
  }
  throw Object.assign(new Error(`${path} is a circle of links`), { code: 'ELOOP' });
}

/** The result of `read` on the target of `path`. Null if a part of the path is missing. Throws StorageError. */
export function lookAtSnapshot<T>(path: string, read: (target: string) => T | null): T | null {
  try {
    return read(resolveTarget(path));
  } catch (error) {
    if (storageErrno(error) === 'ENOENT') return null;
    throw storageFailure('read', path, error);
  }
}

/** The identity of the file at `target` (inode, modification time in ns, size). Null if there is none. */
export function versionOf(target: string): string | null {
  const stats = lstatSync(target, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : versionText(stats);
}

/** Owner, group and mode of the regular file at `target`. Undefined for none. Throws StorageError for anything else. */
export function snapshotOwnership(target: string): Ownership | undefined {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw notAFile(target);
  return { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
}

/** The file at `target`. Null for none. Throws StorageError, without waiting, for a non-file or one that is too large. */
export function takeSnapshot(
  target: string,
  mostBytes = Number.POSITIVE_INFINITY,
): FileSnapshot | null {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw notAFile(target);
  const fd = openSnapshot(target);
  if (fd === null) return null;
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) throw notAFile(target);
    if (stats.size > mostBytes) {
      const says = `${target} has more than ${mostBytes} bytes; choose a smaller file.`;
      throw new StorageError(says, { path: target });
    }
    // The version is taken before the bytes: an edit in between shows as another version, never as an old one.
    return {
      bytes: readFileSync(fd),
      version: versionText(stats),
      modifiedMs: Number(stats.mtimeMs),
      ownership: {
        mode: Number(stats.mode & 0o7777n),
        uid: Number(stats.uid),
        gid: Number(stats.gid),
      },
    };
  } finally {
    closeSync(fd);
  }
}

/** A descriptor of the file at `target`. Null if there is none. Does not wait for a pipe. Throws the system's error. */
export function openSnapshot(target: string): number | null {
  try {
    return openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (storageErrno(error) === 'ENOENT') return null;
    throw error;
  }
}

function versionText(stats: BigIntStats): string {
  return `${stats.ino}:${stats.mtimeNs}:${stats.size}`;
}

function notAFile(target: string): StorageError {
  return new StorageError(`${target} is not a regular file; move it away and run again.`, {
    path: target,
  });
}
