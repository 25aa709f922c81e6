import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from './read-file.ts';
import { storageErrno, storageFailure } from './storage.ts';

/** A text that changes when a file directly in `folder` does. Empty without such a folder. Throws StorageError. */
export function readFolderStamp(folder: string): string {
  const stamps = readFolderNames(folder).map((name) => {
    const found = statOf(join(folder, name));
    return [name, found?.size, found?.mtimeMs];
  });
  return JSON.stringify(stamps);
}

/** The names in `folder`, sorted. Empty if there is no such folder. Throws StorageError. */
export function readFolderNames(folder: string): readonly string[] {
  return readFolderEntries(folder)
    .map(({ name }) => name)
    .sort();
}

/** The entries of a folder, and with `recursive` of its subfolders. Empty if there is no folder. Throws StorageError. */
export function readFolderEntries(folder: string, recursive = false): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (storageErrno(error) === 'ENOENT') return [];
    throw storageFailure('read the folder', folder, error);
  }
}
