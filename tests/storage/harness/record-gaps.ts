import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * From now on prints to standard error, for each replacement of a file, the monotonic nanoseconds between which a rename
 * by others cannot be noticed: from the last look at the target to the end of our rename.
 */
export function recordGaps(): void {
  const { openSync, renameSync } = fs;
  const looks = new Map<string, bigint>();
  fs.openSync = (...args) => {
    looks.set(String(args[0]), process.hrtime.bigint());
    return openSync(...args);
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    const look = looks.get(String(to));
    if (look !== undefined) fs.writeSync(2, `gap ${look} ${process.hrtime.bigint()}\n`);
  };
  syncBuiltinESMExports();
}
