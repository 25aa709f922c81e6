import { createReadStream, type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { whyNoText } from './bytes.ts';
import { lookAtSnapshot, takeSnapshot } from './snapshot.ts';
import { attempt, storageErrno, storageFailure } from './storage.ts';

const MOST_BYTES = 256 * 1024 * 1024;

/** The bytes at `path`, links followed. Null for none. Throws StorageError for no regular file or more than `mostBytes`. */
export function readBytesFile(path: string, mostBytes = MOST_BYTES): Uint8Array | null {
  return lookAtSnapshot(path, (target) => takeSnapshot(target, mostBytes)?.bytes ?? null);
}

/** The bytes of a text file that people edit. Null for none. Throws StorageError, also if they are no lines of text. */
export function readLinesFile(path: string): Uint8Array | null {
  const bytes = readBytesFile(path);
  const reason = bytes === null ? null : whyNoText(bytes);
  if (reason !== null) throw new StorageError(`${path} ${reason}.`, { path });
  return bytes;
}

/** When a file was last written, in milliseconds since 1970. Null if there is none. Throws StorageError. */
export function modifiedAt(path: string): number | null {
  return statOf(path)?.mtimeMs ?? null;
}

export function statOf(path: string) {
  return attempt('read', path, () => statSync(path, { throwIfNoEntry: false }));
}

/** The text of a UTF-8 file without its byte order mark. Null for none. Throws StorageError, also if it is not UTF-8. */
export function readTextFile(path: string, mostBytes = MOST_BYTES): string | null {
  const bytes = readBytesFile(path, mostBytes);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new StorageError(`${path} is not UTF-8 text; save it as UTF-8.`, { path, cause });
  }
}

/** The texts of the files in `folder` with this extension, by name without it, in order. Throws StorageError. */
export function readTextFolder(folder: string, extension: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const names = attempt('read the folder', folder, () => readdirSync(folder));
  for (const name of names.sort()) {
    if (!name.endsWith(extension)) continue;
    const text = readTextFile(join(folder, name));
    if (text !== null) texts.set(name.slice(0, -extension.length), text);
  }
  return texts;
}

/** The bytes of a file or pipe as they come. A pipe is waited for. Rejects with StorageError if it cannot be read. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw storageFailure('read', path, error);
  }
}

/** The folder of this program's package.json, whether it runs from source or as built. */
const INSTALLATION = folderOfPackage(import.meta.dirname);

/** The absolute path of a file that is installed with this program, from its path in the package. */
export function installedFile(...parts: readonly string[]): string {
  return join(INSTALLATION, ...parts);
}

/** The text of a file of the program. Throws StorageError if the installation lacks it. */
export function readInstalled(...parts: readonly string[]): string {
  const file = installedFile(...parts);
  const text = readTextFile(file);
  if (text !== null) return text;
  throw new StorageError(`${file} is missing; install zorkgpt again.`, { path: file });
}

function folderOfPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('There is no package.json above this program.');
  return folderOfPackage(parent);
}

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
