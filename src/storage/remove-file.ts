import { unlinkSync } from 'node:fs';
import { storageErrno } from './storage.ts';

/** Removes a file or link. A missing one is fine. Throws the system's error. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (storageErrno(error) !== 'ENOENT') throw error;
  }
}
