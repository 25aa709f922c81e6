import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** The shipped story; it is part of the project, so every test may use it. */
export const SHIPPED_STORY = path.resolve(
  import.meta.dirname,
  '../../game_files/story/saltmere.z5',
);

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zorkgpt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
