/**
 * A file that only changes as a whole. `update` is the only way to change one:
 * lock, re-read, `change`, temporary file, flush, re-check, backup, rename, flush the directory, unlock.
 */
export interface DurableFile {
  readonly path: string;
  /** The bytes now, or null when the file does not exist. Never waits for a lock. Throws StorageError. */
  read(): Uint8Array | null;
  /** Identity of the version on disk (inode, modification time, size); null when the file does not exist. */
  version(): string | null;
  /**
   * Replaces the content by `change(bytes now)`; returning the same bytes, or null, writes nothing.
   * `change` is pure and synchronous and may be called again with newer bytes: what it adds must be added only where it
   * is missing. Calls are carried out one after another. Resolves when the new content is durable. Rejects with
   * StorageError, the old or the new content whole in its place, with LockedError when another holder kept the lock for
   * the whole wait, and with whatever `change` throws.
   */
  update(change: (bytes: Uint8Array | null) => Uint8Array | null): Promise<void>;
}
