import { LockedError } from '../../../src/domain/errors.ts';
import type { DurableFile } from '../../../src/storage/storage.ts';

/** Files in memory that keep the contract of DurableFile, for tests that are not about disks. */
export class MemoryFiles {
  readonly contents = new Map<string, Uint8Array>();
  writes = 0;
  locked = false;

  open(path: string): DurableFile {
    return {
      path,
      read: () => this.contents.get(path) ?? null,
      version: () => (this.contents.has(path) ? String(this.writes) : null),
      update: async (change) => {
        await Promise.resolve();
        if (this.locked) throw new LockedError(`${path} is locked.`, { path });
        const before = this.contents.get(path) ?? null;
        const after = change(before);
        if (after === null || after === before) return;
        if (before !== null && Buffer.compare(before, after) === 0) return;
        this.writes += 1;
        this.contents.set(path, after);
      },
    };
  }

  text(path: string): string {
    return new TextDecoder().decode(this.contents.get(path));
  }

  put(path: string, text: string): void {
    this.contents.set(path, new TextEncoder().encode(text));
  }
}
