/**
 * Loaded with the fault preload. For each action, makes the first, second, third … disk call of one update go wrong,
 * each in a folder of its own below the given one, and prints what came of it as one line of JSON.
 * Arguments: root folder, actions separated by commas.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { openDurableFile } from '../../../src/storage/durable-file.ts';
import { currentIdentity } from '../../../src/storage/process-identity.ts';
import { createProperLock } from '../../../src/storage/lock.ts';
import { addMissingLines } from '../harness/lines.ts';
import { OLD_LINES, type FaultCase, type FaultPlan } from '../harness/fault-case.ts';

declare const diskFaults: {
  arm(plan: FaultPlan): void;
  disarm(): readonly string[];
  freeze(root: string): void;
};

const [root = '', actions = ''] = process.argv.slice(2);
// The identity of a process that has ended: what a frozen case leaves looks like the work of a killed one.
const ended = createProperLock({ ...currentIdentity(), pid: spawnSync('true').pid });
const living = createProperLock();

for (const action of actions.split(',')) {
  for (let at = 1; await runCase(action, at); at += 1);
}
diskFaults.freeze(root);

async function runCase(name: string, at: number): Promise<boolean> {
  const folder = path.join(root, `${name}-${at}`);
  const file = path.join(folder, 'Memories.md');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'older\n');
  await openDurableFile(file).update(() => Buffer.from(OLD_LINES.map((l) => `${l}\n`).join('')));

  const isEdit = name.startsWith('edit-');
  diskFaults.arm({
    root: folder,
    at,
    action: isEdit ? 'hook' : name,
    hook: () => edit(file, name === 'edit-by-rename'),
  });
  const lock = name.startsWith('freeze') ? ended : living;
  const error = await openDurableFile(file, { lock })
    .update((bytes) => addMissingLines(bytes, ['new']))
    .then(() => null)
    .catch((cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))));
  const calls = diskFaults.disarm();
  if (at > calls.length) return false;
  const code = error !== null && 'code' in error ? String(error.code) : null;
  const result: FaultCase = {
    action: name,
    at,
    call: calls[at - 1] ?? '',
    folder,
    acknowledged: error === null,
    error: error === null ? null : { code, message: error.message },
  };
  writeSync(1, `${JSON.stringify(result)}\n`);
  return true;
}

/** A person saves the file with one more line, in one of the two ways that editors have. */
function edit(file: string, byRename: boolean): void {
  if (!byRename) return appendFileSync(file, 'person\n');
  writeFileSync(`${file}~`, `${OLD_LINES.join('\n')}\nperson\n`);
  return renameSync(`${file}~`, file);
}
