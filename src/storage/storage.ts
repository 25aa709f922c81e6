import { createHash } from 'node:crypto';
import { codeOf, StorageError } from '../domain/errors.ts';

/**
 * A file that only changes as a whole. `update` is the only way to change one:
 * lock, re-read, `change`, temporary file, flush, re-check, backup, rename, flush the directory, unlock.
 */
export interface DurableFile {
  readonly path: string;
  /** The bytes now, or null when the file does not exist. Never waits for a lock. Throws StorageError. */
  read(): Uint8Array | null;
  /** Identity of the version on disk (inode, modification time, size); null when the file does not exist. */
  version(): string | null;
  /**
   * Replaces the content by `change(bytes now)`, in the order of the calls; null or equal bytes write nothing. `change`
   * is pure and may be called again with newer bytes. Resolves when the content is durable. Rejects with StorageError,
   * the old or the new content whole in place, with LockedError, and with what `change` throws.
   */
  update(change: Change): Promise<void>;
}

/** What becomes of the bytes of a file; null stands for no file. */
export type Change = (bytes: Uint8Array | null) => Uint8Array | null;

/** A file that exists in memory alone: nothing on disk is read or changed. */
export function createScratchFile(path: string, content: Uint8Array | null): DurableFile {
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

/** Whether two byte strings are equal; null, which stands for no file, equals only itself. */
export function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
}

/** Hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What turns one byte string into another: from `at`, `cut` bytes are replaced by `insert` (base64). */
interface ByteDelta {
  readonly at: number;
  readonly cut: number;
  readonly insert: string;
}

/** The one stretch in which two byte strings differ; of equal ones an empty stretch. Pure. */
export function byteDelta(before: Uint8Array, after: Uint8Array): ByteDelta {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (
    tail < shorter - at &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const insert = Buffer.from(after.subarray(at, after.length - tail)).toString('base64');
  return { at, cut: before.length - tail - at, insert };
}

/** The inverse of byteDelta: what `before` becomes. Pure. */
export function applyByteDelta(before: Uint8Array, { at, cut, insert }: ByteDelta): Uint8Array {
  return Buffer.concat([
    before.subarray(0, at),
    Buffer.from(insert, 'base64'),
    before.subarray(at + cut),
  ]);
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

/** The operating system's error code (`ENOSPC`), or null when `error` did not come from it. */
export function errnoOf(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

/** What an error of the operating system about a file means, for errors that nobody foresaw; null for any other. */
export function systemFailure(error: unknown): StorageError | null {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  const code = errnoOf(error);
  if (typeof path !== 'string' || code === null || REMEDIES[code] === undefined) return null;
  return storageFailure('use', path, error);
}

/** A StorageError that says what could not be done to `path` and how to help; a StorageError is passed through. */
export function storageFailure(action: string, path: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  const code = errnoOf(cause);
  const remedy = code === null ? undefined : REMEDIES[code];
  const reason = remedy ?? (cause instanceof Error ? cause.message : String(cause));
  const suffix = remedy === undefined || code === null ? '' : ` (${code})`;
  return new StorageError(`Cannot ${action} ${path}: ${reason}${suffix}.`, { path, cause });
}

/** Does `work`; whatever it throws becomes the StorageError of `storageFailure`. */
export function attempt<T>(action: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageFailure(action, path, error);
  }
}
