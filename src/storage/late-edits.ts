import { setTimeout as sleep } from 'node:timers/promises';
import { takeSnapshot, type Snapshot } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';

/** A replacement that was just made, and how to make another one under the same lock. */
export interface JustReplaced {
  readonly target: string;
  /** Second name of the file that was replaced. */
  readonly backup: string;
  /** What that file held when it was read. */
  readonly replaced: Uint8Array;
  readonly change: (bytes: Uint8Array | null) => Uint8Array | null;
  /** Puts new bytes in the place of `seen`; false when the target is another version by now. */
  readonly replace: (seen: Snapshot | null, next: Uint8Array) => boolean;
}

const SETTLE_MS = 20;
const MOST_LOOKS = 50;

/**
 * Finds edits that were written into the old file between reading and replacing it, and applies the change to them too.
 * When the target was saved by somebody else meanwhile, that newer save stays. Throws StorageError: the change itself is
 * stored by then and must not be applied a second time.
 */
export async function mergeLateEdits(made: JustReplaced): Promise<void> {
  try {
    let expected = made.replaced;
    for (;;) {
      const edited = await editedCopy(made.backup, expected);
      if (edited === null) return;
      const seen = takeSnapshot(made.target);
      const next = made.change(edited);
      if (seen === null || next === null || !made.replace(seen, next)) return;
      expected = seen.bytes;
    }
  } catch (error) {
    throw storageFailure('merge late edits into', made.target, error);
  }
}

/** Whether two byte strings are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The old file's bytes when they are not the expected ones, once they do not change any more. */
async function editedCopy(backup: string, expected: Uint8Array): Promise<Uint8Array | null> {
  // Of an empty file no backup is made: the one that is there is older.
  if (expected.length === 0) return null;
  let bytes = takeSnapshot(backup)?.bytes;
  if (bytes === undefined || sameBytes(bytes, expected)) return null;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await sleep(SETTLE_MS);
    const again = takeSnapshot(backup)?.bytes;
    if (again === undefined || sameBytes(again, bytes)) break;
    bytes = again;
  }
  return bytes;
}
