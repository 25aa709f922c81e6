import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  writeSync,
} from 'node:fs';
import type { Ownership } from './snapshot.ts';
import { storageErrno } from './storage.ts';

const NEW_FILE_MODE = 0o600;

/**
 * Creates `path` with all `parts`, flushes it after `beforeFlush` unless `flush` is false, and returns its size, which
 * is checked. Mode 0600 unless `keep` names another. Throws the system's error.
 */
export function writeNewFile(
  path: string,
  parts: Iterable<Uint8Array>,
  options: { keep?: Ownership | undefined; beforeFlush?: () => void; flush?: boolean } = {},
): number {
  const fd = openSync(path, 'wx', NEW_FILE_MODE);
  try {
    let length = 0;
    for (const bytes of parts) {
      writeAll(fd, bytes);
      length += bytes.length;
    }
    if (options.keep !== undefined) keepOwnership(fd, options.keep);
    const { size } = fstatSync(fd);
    if (size !== length) throw diskError(`${path} has ${size} of ${length} bytes`);
    options.beforeFlush?.();
    if (options.flush !== false) fsyncSync(fd);
    return size;
  } finally {
    closeSync(fd);
  }
}

/** Writes all of `bytes` at the file's position, because the system may write fewer at a time. Throws its error. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(fd, bytes, written, bytes.length - written);
    if (count === 0) throw diskError('nothing was written');
    written += count;
  }
}

function keepOwnership(fd: number, keep: Ownership): void {
  const made = fstatSync(fd);
  if (made.uid !== keep.uid || made.gid !== keep.gid) {
    try {
      fchownSync(fd, keep.uid, keep.gid);
    } catch (error) {
      // Only root may give files away. The content matters more than the owner.
      if (storageErrno(error) !== 'EPERM') throw error;
    }
  }
  fchmodSync(fd, keep.mode);
}

function diskError(message: string): Error {
  return Object.assign(new Error(message), { code: 'EIO' });
}
