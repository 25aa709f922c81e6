import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTemporaryRoot } from '../helpers/temporary-root.ts';

/** Runs every long fault test, one after the other; arguments (a seed, a count) are handed on. */
const removeTemporaryRoot = openTemporaryRoot();
const folder = import.meta.dirname;
const soaks = readdirSync(folder).filter((name) => name.endsWith('.soak.ts'));
const failed = soaks.filter((name) => {
  console.log(`\n== ${name}`);
  const args = ['--import', 'tsx', path.join(folder, name), ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
});
if (failed.length === 0) await removeTemporaryRoot();
else console.log(`\nWhat the failed ones wrote is kept in ${tmpdir()}.`);
console.log(failed.length === 0 ? '\nevery soak passed' : `\nfailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
