import { closeSync, openSync } from 'node:fs';
import { StorageError } from '../domain/errors.ts';
import { ownershipOf } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './writable-directory.ts';
import { writeAll } from './write-new-file.ts';

/** A text file for people that only grows: transcripts, recorded commands, logs. */
export interface TextLog {
  readonly path: string;
  /** Handed to the system on return, in order; survives a kill, not a power cut. Throws StorageError. */
  append(text: string): void;
  close(): void;
}

/** Opens `path` for appending; a missing one is created with mode 0600. Throws StorageError. */
export function openTextLog(path: string): TextLog {
  let fd: number | null = openForAppending(path);
  return {
    path,
    append(text) {
      if (fd === null) throw new StorageError(`${path} is closed; open it again.`, { path });
      try {
        writeAll(fd, Buffer.from(text));
      } catch (error) {
        throw storageFailure('append to', path, error);
      }
    },
    close() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

function openForAppending(path: string): number {
  try {
    const target = resolveForWriting(path);
    ownershipOf(target);
    return openSync(target, 'a', 0o600);
  } catch (error) {
    throw storageFailure('open', path, error);
  }
}
