import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folder of story files that are not part of the project. */
const STORIES = process.env['ZORKGPT_TEST_STORIES'] ?? path.join(ROOT, '..', 'shared', 'stories');

/** Path of a story for tests, or null with a plain message when this machine does not have it. */
export function testStory(name: string): string | null {
  const file = path.join(STORIES, name);
  if (existsSync(file)) return file;
  console.log(`skipped: no ${name} (set ZORKGPT_TEST_STORIES to a folder that has it)`);
  return null;
}

export function readTestStory(name: string): Uint8Array | null {
  const file = testStory(name);
  return file === null ? null : readFileSync(file);
}
