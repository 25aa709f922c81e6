import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path, { dirname, join, resolve } from 'node:path';
import { StorageError, unlessBroken } from '../domain/errors.ts';
import { sameBytes } from './bytes.ts';
import { flushFolder, flushFolderOf, makeDurableFolder } from './durable-folder.ts';
import { currentIdentity, formatIdentity } from './process-identity.ts';
import { readBytesFile, readFolderEntries } from './read-file.ts';
import { attempt, storageErrno, storageFailure } from './storage.ts';
import { isTemporary, sweepTemporaries, temporaryPath } from './temporary-file.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
import { writeNewFile } from './write-new-file.ts';

/** The files of a folder and its subfolders, by their relative path with `/` between the parts. */
type FolderFiles = ReadonlyMap<string, Uint8Array>;

export function isFolder(place: string): boolean {
  const stats = attempt('read', place, () => statSync(place, { throwIfNoEntry: false }));
  return stats?.isDirectory() ?? false;
}

/** Reads every regular file. A missing folder has none. Throws StorageError. */
export function readFolder(folder: string): FolderFiles {
  const files = new Map<string, Uint8Array>();
  for (const name of filesBelow(folder)) {
    const bytes = readBytesFile(join(folder, name));
    if (bytes !== null) files.set(name.split(path.sep).join('/'), bytes);
  }
  return files;
}

/** Writes files into a folder, which is made. A path that leads out of it is refused. Throws StorageError. */
export function writeFolder(folder: string, files: FolderFiles): void {
  for (const [name, bytes] of files) writeFileAtomic(pathBelow(folder, name), bytes);
}

/** Makes a new folder with these files, which a power cut may leave incomplete. Refuses and throws as `writeFolder`. */
export function makeFleetingFolder(folder: string, files: FolderFiles): void {
  fillNewFolder(folder, files, false);
}

/** Makes a folder with these files appear at once or not at all. False if it exists already. Throws StorageError. */
export function createFolder(folder: string, files: FolderFiles): boolean {
  const identity = currentIdentity();
  const incoming = temporaryPath(folder, formatIdentity(identity));
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    sweepTemporaries(folder, identity);
    fillNewFolder(incoming, files, true);
    renameSync(incoming, folder);
    flushFolderOf(folder);
    return true;
  } catch (error) {
    removeFolder(incoming);
    if (['ENOTEMPTY', 'EEXIST'].includes(storageErrno(error) ?? '')) return false;
    throw storageFailure('create', folder, error);
  }
}

/** Removes a folder with all its content. A missing one is fine. Throws StorageError. */
export function removeFolder(folder: string): void {
  attempt('remove', folder, () => rmSync(folder, { recursive: true, force: true }));
}

/** Makes a new folder in `place`, by default the system's temporary folder. Throws StorageError. */
export function makeFolder(prefix: string, place = tmpdir()): string {
  return attempt('make a folder in', place, () => {
    mkdirSync(place, { recursive: true });
    return mkdtempSync(join(place, prefix));
  });
}

/** No other process looks into a new folder: each file is written once, and each folder is flushed once. */
function fillNewFolder(folder: string, files: FolderFiles, flush: boolean): void {
  const below = new Map([...files].map(([name, bytes]) => [pathBelow(folder, name), bytes]));
  const folders = new Set([resolve(folder)]);
  for (const file of below.keys()) {
    for (let one = dirname(file); !folders.has(one); one = dirname(one)) folders.add(one);
  }
  attempt('write into', folder, () => {
    for (const one of folders) mkdirSync(one, { recursive: true, mode: 0o700 });
    for (const [file, bytes] of below) writeNewFile(file, [bytes], { flush });
    if (flush) for (const one of folders) flushFolder(one);
  });
}

/** The total size of the files in a folder and its subfolders. 0 for none. Throws StorageError. */
export function folderBytes(folder: string): number {
  return filesBelow(folder)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((all, size) => all + size, 0);
}

function filesBelow(folder: string): readonly string[] {
  return readFolderEntries(folder, true)
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function pathBelow(folder: string, name: string): string {
  const file = resolve(folder, name);
  if (file.startsWith(`${resolve(folder)}${path.sep}`)) return file;
  throw storageFailure('write', name, new Error('it would lie outside its folder'));
}

/** Copies the files of a folder over differing ones, each as a whole, without locks and half files. Throws StorageError. */
export function copyFolder(from: string, to: string): void {
  for (const entry of readFolderEntries(from)) {
    if (entry.name.endsWith('.lock') || isTemporary(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    const bytes = entry.isFile() ? readBytesFile(source) : null;
    if (bytes !== null && !sameBytes(bytes, readBytesFile(target))) writeFileAtomic(target, bytes);
  }
}

/** Makes the folder `path` if it is missing, and checks it as `checkWritable` does. */
export function ensureWritableDirectory(path: string): void {
  const folder = resolve(path);
  checkAccess(folder, folder, () => makeDurableFolder(folder));
}

/** Throws StorageError with the reason if this process cannot create files in `path`, which need not exist yet. */
export function checkWritable(path: string): void {
  checkAccess(nearestExisting(resolve(path)), resolve(path));
}

/** Throws StorageError about `wanted` unless `folder`, once it is made, is a writable folder. */
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
    if (!['EACCES', 'EPERM'].includes(storageErrno(error) ?? '')) {
      throw storageFailure('use the folder', folder, error);
    }
    throw notWritable(wanted, error);
  }
}

/** The free bytes for this user on the disk of `path`. Null if the file system counts none. Throws StorageError. */
export function freeBytes(path: string): number | null {
  const existing = nearestExisting(resolve(path));
  const disk = attempt('ask for the free space of', existing, () => statfsSync(existing));
  return disk.blocks === 0 ? null : disk.bavail * disk.bsize;
}

function notWritable(folder: string, cause: unknown): StorageError {
  const existing = nearestExisting(folder);
  const stats = statSync(existing);
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
  const user = process.getuid?.();
  const runningAs = user === undefined ? '' : `, and this runs as uid ${user}`;
  return new StorageError(
    `Cannot write to ${folder}: ${existing} belongs to uid ${stats.uid} with mode ${mode}${runningAs}; ` +
      `make it writable or choose another folder (${storageErrno(cause) ?? 'refused'}).`,
    { path: folder, cause },
  );
}

function nearestExisting(folder: string): string {
  let existing = folder;
  while (!isVisible(existing) && dirname(existing) !== existing) existing = dirname(existing);
  return existing;
}

/** Whether `path` can be seen. A folder without search permission hides its content. */
function isVisible(path: string): boolean {
  return (unlessBroken(() => lstatSync(path, { throwIfNoEntry: false }), Error) ?? null) !== null;
}
