import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { StorageError } from '../domain/errors.ts';
import { ownershipOf } from './snapshot.ts';
import { storageFailure } from './storage-failure.ts';
import { resolveForWriting } from './writable-directory.ts';
import { writeAll } from './write-new-file.ts';

/** What an own log holds when it is opened. */
interface Whole {
  /** Bytes of whole entries. */
  readonly size: number;
  /** Whether bytes of a torn entry follow, which are cut. */
  readonly isTorn: boolean;
}

/**
 * A file that only grows, by entries. Of one whose size is known, this is the only writer: what is appended is durable on
 * return, and half an entry never stays. Any other is in the hands of the system on return, in order: it survives a kill, not
 * a power cut. Everything throws StorageError.
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
    try {
      this.#target = resolveForWriting(path);
      ownershipOf(this.#target);
      this.#open(whole?.isTorn ?? false);
    } catch (error) {
      throw storageFailure('open', path, error);
    }
  }

  /** Bytes of whole entries; null where others may write, too. */
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

  /** Half an entry must not stay; and after a failed flush a second one on the same descriptor would lie. */
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
