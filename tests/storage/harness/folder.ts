import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made: string[] = [];

/** A new folder of its own for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'storage-test-'));
  made.push(folder);
  return folder;
}

/** For the end of a test file. */
export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** What a writer must not leave behind: locks and temporary files. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.lock$|\.tmp$/.test(name));
}
