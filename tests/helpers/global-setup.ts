import type { TestProject } from 'vitest/node';
import { buildPrograms } from './build-programs.ts';
import { inMemory, openTemporaryRoot } from './temporary-root.ts';

/** Runs once, before the first test file; what it returns runs after the last one. */
export function setup({ vitest }: TestProject): () => Promise<void> {
  // Who runs the whole program is slow.
  if (vitest.config.tagsFilter?.includes('!slow') !== true) buildPrograms();
  return openTemporaryRoot(inMemory());
}
