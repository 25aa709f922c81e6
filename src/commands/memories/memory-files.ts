import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, NotFoundError, StoryError } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import { parseEvidence, type EvidenceBook } from '../../managers/memory/evidence.ts';
import { MEMORIES } from '../../managers/memory/memory-changes.ts';
import {
  parseDocument,
  roomsOf,
  type RoomMemories,
} from '../../managers/memory/memory-document.ts';
import { journalFile } from '../../storage/entry-journal.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import { readBytesFile, readLinesFile } from '../../storage/read-file.ts';
import type { DurableFile } from '../../storage/storage.ts';
import type { Call } from '../call.ts';
import { learntPlace } from '../learnt-place.ts';

/**
 * Marks the believed memory of exactly this title as wrong. Rejects with NotFoundError when there is none, with
 * LockedError and StorageError when the file cannot be written.
 */
export async function invalidateMemory(
  file: string,
  { id, title, reason }: { id: LocationId; title: string; reason: string },
  tell: (message: string) => void,
): Promise<void> {
  // Commands that only look start faster without the locks.
  const { openMemories } = await import('../../run/open-learnt.ts');
  const memories = new MergedFile(openMemories(file, tell, 'person'), MEMORIES);
  const change = { kind: 'invalidate', locationId: id, title, reason, turn: null } as const;
  const { results, waiting } = await memories.change([change]);
  if (waiting !== null) throw waiting;
  if (results.some(({ outcome }) => outcome === 'applied')) return;
  throw new NotFoundError(
    `No memory titled "${title}" is believed at location ${id}; see zorkgpt memories show --location ${id}.`,
  );
}

/**
 * Replaces a file by what `merge` makes of it, as a whole; what it held before is its backup. Returns the memories it
 * holds then. Rejects with StorageError and LockedError.
 */
export async function writeMerged(
  target: DurableFile,
  merge: (bytes: Uint8Array | null) => Uint8Array,
): Promise<number> {
  let merged: Uint8Array = new Uint8Array();
  await target.update((bytes) => {
    merged = merge(bytes);
    return merged;
  });
  return countMemories(merged);
}

function countMemories(bytes: Uint8Array): number {
  return [...roomsOf(parseDocument(bytes)).values()].flatMap(({ memories }) => memories).length;
}

/**
 * The Memories.md that a reading command means: that of the configured story, or, where no story can be opened and none
 * was asked for, the one in the workdir itself. Rejects with ConfigError, StoryError and StorageError.
 */
export async function memoriesToRead(call: Call): Promise<string> {
  try {
    return (await learntPlace(call)).memories;
  } catch (error) {
    const isAboutStory = error instanceof ConfigError || error instanceof StoryError;
    if (!isAboutStory || call.options.story !== undefined) throw error;
    const file = learntFile((await call.settings()).config.workdir, 'memories');
    if (readBytesFile(file) === null) throw error;
    return file;
  }
}

/** Every room of a Memories.md in file order; a missing file has none. Never waits for a lock. Throws StorageError. */
export function readRooms(file: string): readonly RoomMemories[] {
  return [...roomsOf(parseDocument(readLinesFile(file))).values()];
}

/** What was found out about the memories of a Memories.md. Throws StorageError. */
export function readEvidence(memories: string): EvidenceBook {
  return parseEvidence(readBytesFile(learntFile(path.dirname(memories), 'evidence')));
}

/** Whether a file is one that runs write, so that people's edits of it are merged. */
export function isJournalled(file: string): boolean {
  return readBytesFile(journalFile(file)) !== null;
}

/** The same as `readNamedFile`; a file that an editor has moved away to save it anew is waited for. */
export async function readSavedFile(file: string): Promise<Uint8Array> {
  for (let looks = 0; looks < MOST_LOOKS && isJournalled(file); looks += 1) {
    const bytes = readLinesFile(file);
    if (bytes !== null) return bytes;
    await sleep(LOOK_AGAIN_MS);
  }
  return readNamedFile(file);
}

/** For a second. */
const MOST_LOOKS = 40;
const LOOK_AGAIN_MS = 25;

/** The bytes of a file that a person named. Throws ConfigError when there is none, StorageError. */
export function readNamedFile(file: string): Uint8Array {
  const bytes = readLinesFile(file);
  if (bytes !== null) return bytes;
  throw new ConfigError(`There is no file ${file}; check its name.`);
}
