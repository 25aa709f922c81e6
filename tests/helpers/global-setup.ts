import { buildPrograms } from './build-programs.ts';
import { inMemory, openTemporaryRoot } from './temporary-root.ts';

/** Runs once, before the first test file; what it returns runs after the last one. */
export function setup(): () => Promise<void> {
  buildPrograms();
  return openTemporaryRoot(inMemory());
}
