import { buildPrograms } from './build-programs.ts';
import { inMemory, openTemporaryRoot } from './temporary-root.ts';

/** Runs once, before the first test file; what it returns runs after the last one. */
export function setup(): () => Promise<void> {
  // Where faults are planted, no test runs the whole program.
  if (process.env['STRYKER_MUTATOR_WORKER'] === undefined) buildPrograms();
  return openTemporaryRoot(inMemory());
}
