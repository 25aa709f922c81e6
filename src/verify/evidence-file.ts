import { parseEvidence, printEvidence, type Evidence } from '../managers/memory/evidence.ts';
import type { DurableFile } from '../storage/storage.ts';
import { mergeEvidence } from './verify-memories.ts';

/** Writes what was found out beside what was known; see mergeEvidence. Rejects with LockedError and StorageError. */
export async function keepEvidence(
  file: DurableFile,
  found: readonly Evidence[],
  isWhole: boolean,
): Promise<void> {
  if (found.length === 0) return;
  await file.update((bytes) => printEvidence(mergeEvidence(parseEvidence(bytes), found, isWhole)));
}
