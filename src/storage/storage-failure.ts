import { StorageError } from '../domain/errors.ts';

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
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
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
