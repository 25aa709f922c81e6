import { LockedError, StorageError } from '../../src/domain/errors.ts';
import type { DurableFile } from '../../src/storage/storage.ts';

/** A durable file in memory, with the contract of the port: whole replacements, versions, refusals on demand. */
export class FakeDurableFile implements DurableFile {
  readonly path = 'Memories.md';
  /** Bytes before every replacement, oldest first. */
  readonly backups: Uint8Array[] = [];
  replacements = 0;
  /** How often somebody asked which version it is. */
  looks = 0;
  /** What the next updates do instead of writing. */
  fails: 'locked' | 'storage' | null = null;
  /** Runs once, inside the next update, after the first reading and before the re-check. */
  meanwhile: (() => void) | null = null;
  #bytes: Uint8Array | null;
  #version = 0;

  constructor(text: string | null = null) {
    this.#bytes = text === null ? null : Buffer.from(text);
  }

  get text(): string | null {
    return this.#bytes === null ? null : Buffer.from(this.#bytes).toString('utf8');
  }

  /** A save by somebody else. */
  save(text: string | null): void {
    this.#bytes = text === null ? null : Buffer.from(text);
    this.#version += 1;
  }

  read(): Uint8Array | null {
    return this.#bytes;
  }

  version(): string | null {
    this.looks += 1;
    return this.#bytes === null ? null : String(this.#version);
  }

  async update(change: (bytes: Uint8Array | null) => Uint8Array | null): Promise<void> {
    await Promise.resolve();
    if (this.fails === 'locked') {
      throw new LockedError('Memories.md is held by another run.', { path: this.path });
    }
    if (this.fails === 'storage') {
      throw new StorageError('No space is left for Memories.md.', { path: this.path });
    }
    let before = this.#bytes;
    let after = change(before);
    if (this.meanwhile !== null) {
      this.meanwhile();
      this.meanwhile = null;
      before = this.#bytes;
      after = change(before);
    }
    if (after === before) return;
    if (before !== null) this.backups.push(before);
    this.#bytes = after;
    this.#version += 1;
    this.replacements += 1;
  }
}
