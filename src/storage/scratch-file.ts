import { sameBytes } from './late-edits.ts';
import type { DurableFile } from './storage.ts';

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
