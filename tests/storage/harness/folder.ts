import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder of its own for one test; removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'storage-test-'));
  made.push(folder);
  return folder;
}

/** What a writer must not leave behind: locks and temporary files. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.lock$|\.tmp$/.test(name));
}
