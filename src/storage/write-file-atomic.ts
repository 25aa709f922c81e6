import { renameSync } from 'node:fs';
import { currentIdentity, formatIdentity } from './process-identity.ts';
import { removeFile, flushFolderOf, writeNewFile } from './write-new-file.ts';
import { ownershipOf } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import { sweepTemporaries, temporaryPath } from './temporary-path.ts';
import { resolveForWriting } from './writable-directory.ts';

/**
 * Replaces the whole file at `path`, whatever it held: a reader sees the old or the new content, never a part. Durable on
 * return unless `flush` is false; then a power cut may lose it, a kill not. For exports that nobody edits: the last writer
 * wins. Links are followed, the mode is kept, a new file gets 0600, a missing folder 0700. Throws StorageError with the
 * old or the new content in place.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { flush = true }: { readonly flush?: boolean } = {},
): void {
  try {
    const identity = currentIdentity();
    const target = resolveForWriting(path);
    sweepTemporaries(target, identity);
    const keep = ownershipOf(target);
    const made = temporaryPath(target, formatIdentity(identity));
    try {
      writeNewFile(made, Buffer.from(content), { keep, flush });
      renameSync(made, target);
    } catch (error) {
      removeFile(made);
      throw error;
    }
    if (flush) flushFolderOf(target);
  } catch (error) {
    throw storageFailure('write', path, error);
  }
}
