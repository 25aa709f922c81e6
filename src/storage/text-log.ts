import { closeSync, openSync } from 'node:fs';
import { StorageError } from '../domain/errors.ts';
import { sameBytes } from './late-edits.ts';
import { readBytesFile } from './read-file.ts';
import { ownershipOf } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './writable-directory.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
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

/** A text log that is told again what it may have already. */
export interface RepairedTextLog extends TextLog {
  /** Ends the repetition: the file now holds exactly what was appended so far, and what follows is written at once. */
  goOn(): void;
}

/** Opens a text log whose end may be torn; until `goOn` the file is left as it is. Throws StorageError. */
export function openRepairedTextLog(path: string): RepairedTextLog {
  let repeated = '';
  let log: TextLog | null = null;
  return {
    path,
    append(text) {
      if (log === null) repeated += text;
      else log.append(text);
    },
    goOn() {
      const bytes = readBytesFile(path) ?? new Uint8Array();
      if (!sameBytes(bytes, Buffer.from(repeated))) writeFileAtomic(path, repeated);
      log = openTextLog(path);
    },
    close: () => log?.close(),
  };
}
