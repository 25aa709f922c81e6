import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingLine } from './missing.ts';
import { endServers } from './postgres.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;

/**
 * Puts everything temporary of this process, and of those that it starts, into one folder. Returns what ends that: it
 * tells what was missing and removes the folder.
 */
export function openTemporaryRoot(place = tmpdir()): () => Promise<void> {
  const root = mkdtempSync(path.join(place, 'zorkgpt-tests-'));
  // Some tests run as another user.
  chmodSync(root, 0o755);
  process.env['TMPDIR'] = root;
  return async () => {
    const line = missingLine(root);
    if (line !== null) console.log(line);
    await endServers(root);
    rmSync(root, { recursive: true, force: true });
  };
}

/** A file system in memory with room for the tests, which wait for their disk most of the time; else the usual place. */
export function inMemory(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}
