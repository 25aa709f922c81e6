import { learntFile, mapLearnt, type LearntName } from './learnt-folder.ts';
import type { DurableFile } from './storage.ts';
import { journalFile } from './entry-journal.ts';
import { removeFile } from './write-new-file.ts';
import { storageFailure } from './storage-failure.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
import { sameBytes } from './late-edits.ts';

/** What was learnt, as the episode sees it. */
export interface LearntFiles extends Readonly<Record<LearntName, DurableFile>> {
  /** Opens another file beside them. */
  readonly open: (path: string) => DurableFile;
}

/** The learnt files, each passed through `watch`, which is told the file's name. */
export function watchLearnt(
  files: LearntFiles,
  watch: (what: LearntName, file: DurableFile, name: string) => DurableFile,
): LearntFiles {
  const watched = mapLearnt((name, what) => watch(what, files[what], name));
  return { ...watched, open: files.open };
}

/** Learnt files that are only in memory, as an episode found them. */
export function scratchFiles(start: Readonly<Record<LearntName, Uint8Array | null>>): LearntFiles {
  const files = mapLearnt((name, what) => createScratchFile(name, start[what]));
  return { ...files, open: (file) => createScratchFile(file, null) };
}

/**
 * Makes a learnt file what it was before, whatever became of it, and begins its history by entries anew; null for one
 * that was not there. For a folder that nobody else plays in: nothing is merged. Throws StorageError.
 */
export function putBackLearnt(folder: string, what: LearntName, bytes: Uint8Array | null): void {
  const file = learntFile(folder, what);
  try {
    // With its history the older text would be taken for a copy that somebody saved, and merged.
    removeFile(journalFile(file));
    if (bytes === null) removeFile(file);
  } catch (error) {
    throw storageFailure('remove', file, error);
  }
  if (bytes !== null) writeFileAtomic(file, bytes);
}

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
