import { accessSync, constants, lstatSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { resolveTarget } from './snapshot.ts';
import { attempt, errnoOf, storageFailure } from './storage-failure.ts';
import { flushFolderOf } from './write-new-file.ts';

/**
 * Makes sure that the folder `path` exists (new ones get mode 0700) and that this process may create files in it.
 * Throws StorageError that names the path, its owner and its mode.
 */
export function ensureWritableDirectory(path: string): void {
  const folder = resolve(path);
  checkAccess(folder, folder, () => makeFolder(folder));
}

/**
 * Whether this process could create files in the folder `path`, or make the folder where it is missing; nothing is
 * touched. Throws StorageError that says why not.
 */
export function checkWritable(path: string): void {
  checkAccess(nearestExisting(resolve(path)), resolve(path));
}

/** Throws StorageError about `wanted` unless `folder`, once it is made, is a folder that can be written to. */
function checkAccess(folder: string, wanted: string, make?: () => void): void {
  try {
    make?.();
    if (!statSync(folder).isDirectory()) {
      throw new StorageError(`${folder} is not a folder; move it away or choose another one.`, {
        path: folder,
      });
    }
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errnoOf(error) ?? '')) {
      throw storageFailure('use the folder', folder, error);
    }
    throw notWritable(wanted, error);
  }
}

/**
 * Bytes that are free for this user on the disk of `path`, which need not exist yet; null where the file system counts
 * none. Throws StorageError.
 */
export function freeBytes(path: string): number | null {
  const existing = nearestExisting(resolve(path));
  const disk = attempt('ask for the free space of', existing, () => statfsSync(existing));
  return disk.blocks === 0 ? null : disk.bavail * disk.bsize;
}

/** `resolveTarget`, with the folder of `path` created when it is missing. Throws the system's error. */
export function resolveForWriting(path: string): string {
  try {
    return resolveTarget(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makeFolder(dirname(resolve(path)));
    return resolveTarget(path);
  }
}

/** One level at a time: where a file system refuses a new folder as missing, `recursive` would try for ever. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return;
    throw error;
  }
  flushFolderOf(folder);
}

function notWritable(folder: string, cause: unknown): StorageError {
  const existing = nearestExisting(folder);
  const stats = statSync(existing);
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
  const user = process.getuid?.();
  const runningAs = user === undefined ? '' : `, and this runs as uid ${user}`;
  return new StorageError(
    `Cannot write to ${folder}: ${existing} belongs to uid ${stats.uid} with mode ${mode}${runningAs}; ` +
      `make it writable or choose another folder (${errnoOf(cause) ?? 'refused'}).`,
    { path: folder, cause },
  );
}

function nearestExisting(folder: string): string {
  let existing = folder;
  while (!isVisible(existing) && dirname(existing) !== existing) existing = dirname(existing);
  return existing;
}

/** Whether `path` can be seen; a folder that must not be searched hides what is in it. */
function isVisible(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
