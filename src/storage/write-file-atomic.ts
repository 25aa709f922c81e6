import { renameSync, closeSync, constants, copyFileSync, linkSync } from 'node:fs';
import { flushFolderOf, resolveForWriting } from './durable-folder.ts';
import { currentIdentity, formatIdentity } from './process-identity.ts';
import { snapshotOwnership, openSnapshot, versionOf, type FileSnapshot } from './snapshot.ts';
import { attempt, storageErrno, storageFailure } from './storage.ts';
import { sweepTemporaries, temporaryPath } from './temporary-file.ts';
import { removeFile } from './remove-file.ts';
import { writeNewFile } from './write-new-file.ts';

/**
 * Replaces the whole file at `path` and returns its size: a reader sees the old or the new content, never a part.
 * Durable on return unless `flush` is false. The last writer wins; links are followed, the mode is kept, a new file
 * gets 0600. Throws StorageError with the old or the new content in place.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  { flush = true }: { readonly flush?: boolean } = {},
): number {
  return attempt('write', path, () => {
    const identity = currentIdentity();
    const target = resolveForWriting(path);
    sweepTemporaries(target, identity);
    const keep = snapshotOwnership(target);
    const made = temporaryPath(target, formatIdentity(identity));
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    let size = 0;
    try {
      size = writeNewFile(made, isWhole ? [Buffer.from(content)] : content, { keep, flush });
      renameSync(made, target);
    } catch (error) {
      removeFile(made);
      throw error;
    }
    if (flush) flushFolderOf(target);
    return size;
  });
}

/** One try to put new bytes in the place of the version that was read. */
interface Replacement {
  readonly target: string;
  /** The file when it was read. Null for no file. */
  readonly seen: FileSnapshot | null;
  readonly next: Uint8Array;
  /** Identity of this process, for temporary names. */
  readonly owner: string;
  /** Where the old version is kept. Null to keep none. */
  readonly backup: string | null;
  /** Asked last before the rename. */
  readonly stillHeld: () => boolean;
  /** Called when nothing prevents the rename any more. Others may interfere while it runs. */
  readonly beforeRename?: (() => void) | undefined;
}

/** The old file, still open for reading; the receiver closes it. Null if there was none. */
export interface Replaced {
  readonly old: number | null;
}

/**
 * Temporary file, backup, flush, re-check, rename, flush the folder. Null, with the old file untouched, if target or lock
 * have changed. Throws the system's error until the rename, StorageError after it.
 */
export function replaceFileAtomically(replacement: Replacement): Replaced | null {
  const { target, seen, next, owner, backup } = replacement;
  const made = temporaryPath(target, owner);
  let old: number | null = null;
  try {
    writeNewFile(made, [next], {
      keep: seen?.ownership,
      // Before the flush, because it takes time: a rename by others that waited for the folder is then done and seen below,
      // instead of coming between the last look and our rename.
      beforeFlush: () => {
        if (seen !== null && seen.bytes.length > 0 && backup !== null) {
          keepOldVersion(target, backup, owner);
        }
      },
    });
    const isSeen = () => replacement.stillHeld() && versionOf(target) === (seen?.version ?? null);
    if (isSeen()) replacement.beforeRename?.();
    // Again, because the steps before a rename take time, too: a process that has begun to save in place by now would
    // continue in the file that the rename puts there.
    if (!isSeen()) {
      removeFile(made);
      return null;
    }
    // Opened directly before the rename: the file that the rename replaces can still be read afterwards.
    old = openSnapshot(target);
    renameSync(made, target);
  } catch (error) {
    if (old !== null) closeSync(old);
    removeFile(made);
    throw error;
  }
  flushRename(target, old);
  return { old };
}

/** Gives the file at `target` a second name, `backup`, in place of an earlier backup. */
function keepOldVersion(target: string, backup: string, owner: string): void {
  const kept = temporaryPath(target, owner);
  try {
    linkSync(target, kept);
  } catch (error) {
    if (storageErrno(error) === 'ENOENT') return;
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV'].includes(storageErrno(error) ?? '')
    ) {
      throw error;
    }
    copyFileSync(target, kept, constants.COPYFILE_EXCL);
  }
  try {
    renameSync(kept, backup);
  } finally {
    // A rename between two names of one file does nothing and leaves both.
    removeFile(kept);
  }
}

/** After the rename a second flush is safe: it is another descriptor, and the folder has no unwritten content. */
function flushRename(target: string, old: number | null): void {
  try {
    flushFolderOf(target);
  } catch {
    try {
      flushFolderOf(target);
    } catch (error) {
      if (old !== null) closeSync(old);
      throw storageFailure('flush the folder after replacing', target, error);
    }
  }
}
