import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StorageError } from '../domain/errors.ts';
import { sameBytes } from './bytes.ts';
import { resolveForWriting } from './durable-folder.ts';
import { readBytesFile } from './read-file.ts';
import { snapshotOwnership } from './snapshot.ts';
import { attempt, storageFailure } from './storage.ts';
import { writeFileAtomic } from './write-file-atomic.ts';
import { writeAll } from './write-new-file.ts';

interface Whole {
  /** The bytes of whole entries. */
  readonly size: number;
  /** Whether a torn entry follows. It is cut. */
  readonly isTorn: boolean;
}

/**
 * A file that only grows. With `whole` this is its only writer: an appended entry is durable on return, and half an entry
 * never stays. Without, it survives a kill, not a power cut. All methods throw StorageError.
 */
export class AppendLog<T> {
  readonly path: string;
  readonly #encode: (entry: T) => string;
  readonly #target: string;
  #size: number | null;
  #fd: number | null = null;
  #isClosed = false;

  /** Opens the file at `path`; a missing one is created with mode 0600. */
  constructor(path: string, encode: (entry: T) => string, whole: Whole | null = null) {
    this.path = path;
    this.#encode = encode;
    this.#size = whole?.size ?? null;
    this.#target = attempt('open', path, () => resolveForWriting(path));
    attempt('open', path, () => {
      snapshotOwnership(this.#target);
      this.#open(whole?.isTorn ?? false);
    });
  }

  /** The bytes of whole entries. Null if others may write, too. */
  get size(): number | null {
    return this.#size;
  }

  /** Several entries are written and flushed at once. */
  append(...entries: readonly T[]): void {
    if (this.#isClosed) {
      throw new StorageError(`${this.path} is closed; open it again.`, { path: this.path });
    }
    const bytes = Buffer.from(entries.map(this.#encode).join(''));
    this.#refuseSecondWriter();
    try {
      const fd = this.#fd ?? this.#open(true);
      writeAll(fd, bytes);
      if (this.#size === null) return;
      fdatasyncSync(fd);
      this.#size += bytes.length;
    } catch (error) {
      this.#abandon();
      throw storageFailure('append to', this.path, error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeFile();
  }

  #open(cut: boolean): number {
    const fd = openSync(this.#target, 'a', 0o600);
    this.#fd = fd;
    if (cut && this.#size !== null) {
      ftruncateSync(fd, this.#size);
      fdatasyncSync(fd);
    }
    return fd;
  }

  /** Half an entry must not stay, and after a failed flush a second one on the same descriptor would falsely succeed. */
  #abandon(): void {
    try {
      if (this.#fd !== null && this.#size !== null && fstatSync(this.#fd).size > this.#size) {
        ftruncateSync(this.#fd, this.#size);
      }
    } catch {
      // The next append opens the file again and cuts it there, or fails in the same way.
    }
    this.#closeFile();
  }

  #closeFile(): void {
    const fd = this.#fd;
    this.#fd = null;
    if (fd !== null) closeSync(fd);
  }

  #refuseSecondWriter(): void {
    if (this.#fd === null || this.#size === null) return;
    const { size } = fstatSync(this.#fd);
    if (size === this.#size) return;
    throw new StorageError(
      `${this.path} has ${size} bytes and not ${this.#size}: another program writes to it; stop that one.`,
      { path: this.path },
    );
  }
}

/** A text file for people that only grows: transcripts, recorded commands, logs. */
export type TextLog = AppendLog<string>;

/** Opens `path` for appending; a missing one is created with mode 0600. Throws StorageError. */
export function openTextLog(path: string): TextLog {
  return new AppendLog(path, (text) => text);
}

export type RepairedTextLog = ReturnType<typeof openRepairedTextLog>;

/** Opens a text log whose end may be torn. Repeated appends are compared; `goOn` repairs it. Throws StorageError. */
export function openRepairedTextLog(path: string) {
  let repeated = '';
  let log: TextLog | null = null;
  return {
    path,
    append(text: string) {
      if (log === null) repeated += text;
      else log.append(text);
    },
    /** Ends the repetition: the file now holds exactly what was appended so far, and further text is written at once. */
    goOn() {
      const bytes = readBytesFile(path) ?? new Uint8Array();
      if (!sameBytes(bytes, Buffer.from(repeated))) writeFileAtomic(path, repeated);
      log = openTextLog(path);
    },
    close: () => log?.close(),
  };
}

/** Appends to a log that becomes `<path>.1` beyond `mostBytes`. False where its folder does not exist. Throws StorageError. */
export function appendLimited(file: string, text: string, mostBytes: number): boolean {
  if (!existsSync(dirname(file))) return false;
  attempt('append to', file, () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + Buffer.byteLength(text) > mostBytes) renameSync(file, `${file}.1`);
  });
  const log = openTextLog(file);
  try {
    log.append(text);
  } finally {
    log.close();
  }
  return true;
}
