import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { missing } from './missing.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Folder of story files that are not part of the project. */
const STORIES = process.env['ZORKGPT_TEST_STORIES'] ?? path.join(ROOT, '..', 'shared', 'stories');

/** Path of a story for tests, or null when this machine does not have it, which is told of at the end. */
export function testStory(name: string): string | null {
  const file = path.join(STORIES, name);
  if (existsSync(file)) return file;
  missing(existsSync(STORIES) ? name : 'stories (ZORKGPT_TEST_STORIES)');
  return null;
}

export function readTestStory(name: string): Uint8Array | null {
  const file = testStory(name);
  return file === null ? null : readFileSync(file);
}
