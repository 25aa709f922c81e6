/**
 * Loaded with the fault preload. Makes the first, second … disk call of one append go wrong, then appends once more to
 * the same log, and prints which records were acknowledged. Arguments: root folder, actions separated by commas.
 */
import { mkdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { readRecords } from '../harness/read-records.ts';
import { openRecordLog } from '../../../src/storage/record-log.ts';
import type { FaultPlan } from '../harness/fault-case.ts';

declare const diskFaults: { arm(plan: FaultPlan): void; disarm(): readonly string[] };

const [root = '', actions = ''] = process.argv.slice(2);
for (const action of actions.split(',')) {
  for (let at = 1; runCase(action, at); at += 1);
}

function runCase(action: string, at: number): boolean {
  const folder = path.join(root, `${action}-${at}`);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'trajectory.jsonl');
  // Armed for the opening as well, because only descriptors that are opened then are watched.
  diskFaults.arm({ root: folder, at: Number.MAX_SAFE_INTEGER, action });
  const { log } = openRecordLog(file);
  log.append({ i: 0 });
  diskFaults.arm({ root: folder, at, action });
  const acknowledged = [0];
  try {
    log.append({ i: 1, text: 'x'.repeat(500) });
    acknowledged.push(1);
  } catch {
    // Not acknowledged: it must not be there, or be there whole.
  }
  const calls = diskFaults.disarm();
  const found = { stored: readRecords(file).records.length, torn: readRecords(file).cutBytes };
  if (!action.startsWith('freeze')) {
    log.append({ i: 2 });
    acknowledged.push(2);
  }
  if (at > calls.length) return false;
  writeSync(
    1,
    `${JSON.stringify({ ...found, action, at, call: calls[at - 1], file, acknowledged })}\n`,
  );
  return true;
}
