/** Plants faults in one folder of `src`, in another one each day. Ends with 1 when a fifth of them is noticed by no test. */
import { spawnSync } from 'node:child_process';

const FOLDERS = [
  'managers/memory',
  'turn',
  'records',
  'episode',
  'model',
  'verify',
  'storage',
] as const;

const day = Math.floor(Date.now() / 86_400_000);
const folder = FOLDERS[day % FOLDERS.length] ?? FOLDERS[0];
const { status } = spawnSync(process.execPath, ['bin/mutate.js', folder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
