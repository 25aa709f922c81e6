import { ConfigError } from '../../domain/errors.ts';
import {
  parseDocument,
  roomsOf,
  type RoomMemories,
} from '../../managers/memory/memory-document.ts';
import { readBytesFile } from '../../storage/read-file.ts';

/** Every room of a Memories.md in file order; a missing file has none. Never waits for a lock. Throws StorageError. */
export function readRooms(file: string): readonly RoomMemories[] {
  return [...roomsOf(parseDocument(readBytesFile(file))).values()];
}

/** The bytes of a file that a person named. Throws ConfigError when there is none, StorageError. */
export function readNamedFile(file: string): Uint8Array {
  const bytes = readBytesFile(file);
  if (bytes !== null) return bytes;
  throw new ConfigError(`There is no file ${file}; check its name.`);
}
