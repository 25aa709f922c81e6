import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { missing } from './missing.ts';
import { temporaryFolder } from './workdir.ts';

/** A disk of its own that can be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves about so many bytes free, in whole pages. */
  readonly leave: (bytes: number) => void;
  /** Gives the space back. */
  readonly free: () => void;
}

/** Mounts a file system of so many bytes in memory, until the test ends; null where this user may not. */
export function smallDisk(bytes: number): SmallDisk | null {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    missing('the rights to mount a file system');
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = path.join(folder, 'filler');
  return {
    folder,
    leave(bytes) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    free: () => rmSync(filler),
  };
}
