/** Holds the workdir that is its argument and says so; ends when told to, and says whether it still held it. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { acquireRunLock } from '../../../src/storage/lock.ts';

const [workdir = ''] = process.argv.slice(2);
const lock = await acquireRunLock(workdir, 'night-run');
writeSync(1, 'held\n');
await once(process.stdin, 'data');
writeSync(1, `still ${lock.held()}\n`);
lock.release();
process.stdin.destroy();
