import { closeSync, fstatSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EntryChange, type FileEntry, entryKey, entryKeys } from '../domain/entry-changes.ts';
import { sameBytes } from './bytes.ts';
import { takeSnapshot, type SeenFile, type FileSnapshot } from './snapshot.ts';
import { storageFailure } from './storage.ts';
import type { Replaced } from './write-file-atomic.ts';

/** A replacement that was just made, and how to make another one under the same lock. */
interface JustReplaced {
  readonly target: string;
  readonly replaced: Replaced;
  /** The content of the old file when it was read. Null for no file. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array;
  readonly change: (bytes: Uint8Array | null) => Uint8Array | null;
  /** Puts new bytes in the place of `seen`. Null if the target is another version by now. */
  readonly replace: (seen: FileSnapshot, next: Uint8Array) => Replaced | null;
  /** Whether another process seems to be writing to the old file. It is waited for, but not for ever. */
  readonly isUnfinished?: ((seen: SeenFile) => boolean) | undefined;
}

const SETTLE_MS = 4;
const MOST_LOOKS = 50;
/** Waits for another writer: 10 seconds. */
const LOOK_AGAIN_MS = 25;
const MOST_LOOKS_AT_WRITERS = 400;

/**
 * Finds what others wrote between our last look at the old file and the rename, into that file or a new one in its place,
 * and applies the change to it, too: at once, and again until the old file stops changing. If the target was saved once more
 * meanwhile, that newest save stays. Closes the old file. Throws StorageError: the change itself is stored by then and must
 * not be applied again.
 */
export async function mergeLateEdits(made: JustReplaced): Promise<void> {
  const { old } = made.replaced;
  if (old === null) return;
  try {
    let known = made.before ?? new Uint8Array();
    let { after } = made;
    for (let looks = 0, waits = 0; looks < MOST_LOOKS;) {
      const seen = readFromStart(old);
      const edited = seen.bytes;
      if (sameBytes(edited, known)) return;
      if (waits < MOST_LOOKS_AT_WRITERS && made.isUnfinished?.(seen) === true) {
        waits += 1;
        await sleep(LOOK_AGAIN_MS);
        continue;
      }
      looks += 1;
      // Editors that save in place empty the file first: an empty file is half a save, and the rest follows.
      if (edited.length > 0) {
        const merged = replaceAgain(made, edited, after);
        if (merged === null) return;
        known = edited;
        after = merged;
      }
      await sleep(SETTLE_MS);
    }
  } catch (error) {
    throw storageFailure('merge late edits into', made.target, error);
  } finally {
    closeSync(old);
  }
}

/** Applies the change to late edits. Returns the target's content then, null if another process saved it meanwhile. */
function replaceAgain(made: JustReplaced, edited: Uint8Array, ours: Uint8Array): Uint8Array | null {
  const seen = takeSnapshot(made.target);
  const next = made.change(edited);
  if (seen === null || next === null || !sameBytes(seen.bytes, ours)) return null;
  const replaced = made.replace(seen, next);
  if (replaced === null) return null;
  if (replaced.old !== null) closeSync(replaced.old);
  return next;
}

function readFromStart(fd: number): SeenFile {
  const stats = fstatSync(fd);
  const bytes = Buffer.alloc(stats.isFile() ? stats.size : 0);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(fd, bytes, length, bytes.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return { bytes: bytes.subarray(0, length), modifiedMs: stats.mtimeMs };
}

/** The version that a text was made from, as far as can be told. */
export interface Base {
  readonly entries: readonly FileEntry[];
  /** How many steps ago it was written; 0 for the newest. */
  readonly age: number;
  /** Whether other versions are as near. Then only their common entries count. */
  readonly isUnclear: boolean;
}

/** The written version that a late edit was made from: the one that differs from `found` in the fewest entries. */
export function nearestBase(
  found: readonly FileEntry[],
  newest: readonly FileEntry[],
  changes: readonly EntryChange[],
): Base {
  const here = entryKeys(found);
  const version = new Map(newest.map((entry) => [entryKey(entry), entry]));
  let shared = [...version.keys()].filter((key) => here.has(key)).length;
  const distance = () => here.size + version.size - 2 * shared;
  let nearest = distance();
  let base: Base = { entries: newest, age: 0, isUnclear: false };
  for (const [index, { came, went }] of changes.toReversed().entries()) {
    for (const entry of came) {
      if (version.delete(entryKey(entry)) && here.has(entryKey(entry))) shared -= 1;
    }
    for (const entry of went) {
      if (!version.has(entryKey(entry)) && here.has(entryKey(entry))) shared += 1;
      version.set(entryKey(entry), entry);
    }
    // Nobody can have copied an empty text.
    if (distance() > nearest || version.size === 0) continue;
    const entries = [...version.values()];
    const isNearer = distance() < nearest;
    const common = base.entries.filter((entry) => version.has(entryKey(entry)));
    const isSame = common.length === base.entries.length && common.length === version.size;
    if (isNearer) base = { entries, age: index + 1, isUnclear: false };
    else if (!isSame) base = { ...base, entries: common, isUnclear: true };
    nearest = distance();
  }
  return base;
}
