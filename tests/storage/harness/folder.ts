import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder of its own for one test; removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'storage-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a writer must not leave behind: locks and temporary files. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.lock$|\.tmp$/.test(name));
}
