/**
 * Takes the locks `round-0`, `round-1` … of a folder one after another and says for each whether somebody else was
 * inside at the same time. Arguments: folder, rounds.
 */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitForLock, createProperLock } from '../../../src/storage/lock.ts';

const [folder = '', rounds = '0'] = process.argv.slice(2);
const port = createProperLock();
for (let round = 0; round < Number(rounds); round += 1) {
  const target = path.join(folder, `round-${round}`);
  const { lock } = await waitForLock(port, target, { what: target, run: 'x', waitMs: Infinity });
  const probe = `${target}.inside`;
  try {
    closeSync(openSync(probe, 'wx'));
    await sleep(1);
    unlinkSync(probe);
  } catch {
    writeSync(1, `overlap ${round}\n`);
  }
  if (!lock.held()) writeSync(1, `overlap ${round}\n`);
  lock.release();
  writeSync(1, `held ${round}\n`);
}
