import { unlinkSync } from 'node:fs';
import { errnoOf } from './storage-failure.ts';

/** Removes a file or link; one that is gone already is fine. Throws the system's error. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
