import { buildPrograms } from './build-programs.ts';

/** Runs once, before the first test file. */
export function setup(): void {
  buildPrograms();
}
