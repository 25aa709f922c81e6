import path from 'node:path';
import { ConfigError, NotFoundError, StoryError } from '../../domain/errors.ts';
import { parseEvidence, type EvidenceBook } from '../../managers/memory/evidence.ts';
import {
  parseDocument,
  roomsOf,
  type RoomMemories,
} from '../../managers/memory/memory-document.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { readBytesFile, readLinesFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import { learntPlace } from '../learnt-place.ts';

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

/** The bytes of a file that a person named. Throws NotFoundError when there is none, StorageError. */
export function readNamedFile(file: string): Uint8Array {
  const bytes = readLinesFile(file);
  if (bytes !== null) return bytes;
  throw new NotFoundError(`There is no file ${file}; check its name.`);
}
