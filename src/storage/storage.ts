import { codeOf, messageOf, StorageError } from '../domain/errors.ts';
import { sameBytes } from './bytes.ts';

/** A file that only changes as a whole, by `update`: lock, re-read, change, temporary file, flush, backup, rename. */
export interface DurableFile {
  readonly path: string;
  /** The present bytes. Null if the file does not exist. Never waits for a lock. Throws StorageError. */
  read(): Uint8Array | null;
  /** The identity of the version on disk (inode, modification time, size). Null if the file does not exist. */
  version(): string | null;
  /**
   * Replaces the content by `change(present bytes)`, in the order of the calls. Null or equal bytes write nothing. `change`
   * is pure and may be called again with newer bytes. Resolves when the content is durable. Rejects with StorageError, with
   * the old or the new content whole in place; with LockedError; and with what `change` throws.
   */
  update(change: Change): Promise<void>;
}

/** Changes the bytes of a file. Null stands for no file. */
export type Change = (bytes: Uint8Array | null) => Uint8Array | null;

/** A file that exists in memory alone: nothing on disk is read or changed. */
export function createScratchStorage(path: string, content: Uint8Array | null): DurableFile {
  let bytes = content;
  let revision = 0;
  return {
    path,
    read: () => bytes,
    version: () => (bytes === null ? null : String(revision)),
    async update(change) {
      const after = change(bytes);
      if (after === null || sameBytes(after, bytes)) return;
      bytes = after;
      revision += 1;
    },
  };
}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and run again',
  EDQUOT: 'the disk quota is used up; free some space and run again',
  EACCES: 'permission is denied; make it accessible or choose another place',
  EPERM: 'permission is denied; make it accessible or choose another place',
  EROFS: 'the file system is read-only; choose another place',
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'a part of its path is no folder; check the path',
  EIO: 'the disk reports an input/output error; check the disk',
  EMFILE: 'too many files are open; raise the limit with ulimit -n',
  ENFILE: 'too many files are open on this machine; close some programs',
  ELOOP: 'its symbolic links go round in a circle; check the links',
};

/** The operating system's error code (`ENOSPC`). Null for other errors. */
export function storageErrno(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

/** The meaning of an unforeseen error of the operating system about a file. Null for any other error. */
export function storageFailureOfSystem(error: unknown): StorageError | null {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  const code = storageErrno(error);
  if (typeof path !== 'string' || code === null || REMEDIES[code] === undefined) return null;
  return storageFailure('use', path, error);
}

/** A StorageError that says what could not be done to `path` and how to help. A StorageError is passed through. */
export function storageFailure(action: string, path: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  const code = storageErrno(cause);
  const remedy = code === null ? undefined : REMEDIES[code];
  const reason = remedy ?? messageOf(cause);
  const suffix = remedy === undefined || code === null ? '' : ` (${code})`;
  return new StorageError(`Cannot ${action} ${path}: ${reason}${suffix}.`, { path, cause });
}

/** Does `work`. Whatever it throws becomes the StorageError of `storageFailure`. */
export function attempt<T>(action: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageFailure(action, path, error);
  }
}
