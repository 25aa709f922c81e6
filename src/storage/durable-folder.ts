import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { resolveTarget } from './snapshot.ts';
import { storageErrno } from './storage.ts';

export function flushFolderOf(path: string): void {
  flushFolder(dirname(path));
}

/** Makes created, renamed or removed names in a folder durable. Throws the system's error. */
export function flushFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some file systems cannot flush a folder. There, a rename is as durable as possible.
    if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(storageErrno(error) ?? '')) throw error;
  } finally {
    closeSync(fd);
  }
}

/** As `resolveTarget`, but makes the folder of `path` if it is missing. Throws the system's error. */
export function resolveForWriting(path: string): string {
  try {
    return resolveTarget(path);
  } catch (error) {
    if (storageErrno(error) !== 'ENOENT') throw error;
    makeDurableFolder(dirname(resolve(path)));
    return resolveTarget(path);
  }
}

/** Makes a folder, one level at a time: if a file system refuses a new folder as missing, `recursive` would try for ever. */
export function makeDurableFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(folder);
  if (parent !== folder) makeDurableFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (storageErrno(error) === 'EEXIST') return;
    throw error;
  }
  flushFolderOf(folder);
}
