import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppendLog } from './append-log.ts';
import { sameBytes } from './late-edits.ts';
import { readBytesFile } from './read-file.ts';
import { storageFailure } from './storage-failure.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/** A text file for people that only grows: transcripts, recorded commands, logs. */
export type TextLog = AppendLog<string>;

/** Opens `path` for appending; a missing one is created with mode 0600. Throws StorageError. */
export function openTextLog(path: string): TextLog {
  return new AppendLog(path, (text) => text);
}

/** A text log that is told again what it may have already. */
export interface RepairedTextLog {
  readonly path: string;
  readonly append: (text: string) => void;
  /** Ends the repetition: the file now holds exactly what was appended so far, and what follows is written at once. */
  readonly goOn: () => void;
  readonly close: () => void;
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

/**
 * Appends a text to a log that is kept for ever and so must not grow for ever: beyond `mostBytes` it becomes `<path>.1`, in
 * place of an earlier one, and a new one begins. False where its folder does not exist. Throws StorageError.
 */
export function appendLimited(file: string, text: string, mostBytes: number): boolean {
  if (!existsSync(path.dirname(file))) return false;
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + Buffer.byteLength(text) > mostBytes) renameSync(file, `${file}.1`);
  } catch (error) {
    throw storageFailure('append to', file, error);
  }
  const log = openTextLog(file);
  try {
    log.append(text);
  } finally {
    log.close();
  }
  return true;
}
