import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { StorageError } from '../domain/errors.ts';
import { parseRecords } from './record-file.ts';
import { encodeRecord } from './record-line.ts';
import { takeSnapshot } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import type { OpenedRecords, RecordLog } from './storage.ts';
import { resolveForWriting } from './writable-directory.ts';
import { flushFolderOf, writeAll } from './write-new-file.ts';

/**
 * Opens the record file at `path` for appending; a missing one is created with mode 0600. A torn last record is cut, so
 * that the next one starts on its own line. One process per file. Throws StorageError, also for a damaged record.
 */
export function openRecordLog(path: string): { log: RecordLog; opened: OpenedRecords } {
  try {
    const target = resolveForWriting(path);
    const found = takeSnapshot(target);
    const bytes = found?.bytes ?? new Uint8Array();
    const opened = parseRecords(bytes, path);
    const log = new FlushedRecordLog(path, target, bytes.length - opened.cutBytes);
    log.open(opened.cutBytes > 0);
    if (found === null) flushFolderOf(target);
    return { log, opened };
  } catch (error) {
    throw storageFailure('open', path, error);
  }
}

class FlushedRecordLog implements RecordLog {
  readonly path: string;
  readonly #target: string;
  /** Bytes of whole records. */
  #size: number;
  #fd: number | null = null;
  #closed = false;

  constructor(path: string, target: string, size: number) {
    this.path = path;
    this.#target = target;
    this.#size = size;
  }

  append(record: object): void {
    if (this.#closed) {
      throw new StorageError(`${this.path} is closed; open it again.`, { path: this.path });
    }
    const line = Buffer.from(encodeRecord(record));
    if (this.#fd !== null) this.#refuseSecondWriter(this.#fd);
    try {
      const fd = this.#fd ?? this.open(true);
      writeAll(fd, line);
      fdatasyncSync(fd);
      this.#size += line.length;
    } catch (error) {
      this.#abandon();
      throw storageFailure('append to', this.path, error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#closeFile();
  }

  /** With `cut`, bytes after the last whole record are removed first. */
  open(cut: boolean): number {
    const fd = openSync(this.#target, 'a', 0o600);
    this.#fd = fd;
    if (cut) {
      ftruncateSync(fd, this.#size);
      fdatasyncSync(fd);
    }
    return fd;
  }

  /** Half a record must not stay; and after a failed flush a second one on the same descriptor would lie. */
  #abandon(): void {
    try {
      if (this.#fd !== null && fstatSync(this.#fd).size > this.#size) {
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

  #refuseSecondWriter(fd: number): void {
    const { size } = fstatSync(fd);
    if (size === this.#size) return;
    throw new StorageError(
      `${this.path} has ${size} bytes and not ${this.#size}: another program writes to it; stop that one.`,
      { path: this.path },
    );
  }
}
