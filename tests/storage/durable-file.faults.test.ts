/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from './harness/lines.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { aftermath, OLD_LINES, runFaults, type FaultCase } from './harness/fault-case.ts';

const ERRORS = [
  'ENOSPC',
  'EIO',
  'EACCES',
  'EMFILE',
  'short',
  'short-from',
  'ENOSPC-from',
  'EIO-from',
];
const KILLS = ['freeze-before', 'freeze-after'];
/** What a file system answers that knows no second name for a file. */
const NO_LINKS = ['EPERM'];
const EDITS = ['edit-in-place', 'edit-by-rename'];

describe('each disk call of an update goes wrong in turn', () => {
  let cases: FaultCase[] = [];
  beforeAll(async () => {
    cases = await runFaults(temporaryFolder(), [...ERRORS, ...NO_LINKS, ...KILLS, ...EDITS]);
  });

  const of = (actions: readonly string[]) => cases.filter((one) => actions.includes(one.action));

  test('every action is tried at every call', () => {
    for (const action of [...ERRORS, ...KILLS, ...EDITS]) {
      expect(of([action]).length, action).toBeGreaterThan(15);
    }
    expect(cases.map((one) => one.call)).toContain('renameSync Memories.md');
  });

  test('the order of the disk calls is the one that survives a power cut', () => {
    const calls = of(['freeze-before'])
      .map((one) => one.call.replace(/\d+-\d+-\w+-\w+-\d+\.[0-9a-f]{16}/, '<own>'))
      .map((call) => call.replace(/freeze-before-\d+$/, '<folder>'));
    const unlocked = calls.slice(calls.indexOf('renameSync Memories.md.lock') + 1);
    expect(unlocked.filter((call) => !/^(closeSync|utimesSync|fchmodSync)/.test(call))).toEqual([
      'openSync Memories.md.<own>.tmp',
      'writeSync Memories.md.<own>.tmp',
      'linkSync Memories.md.<own>.tmp',
      'renameSync Memories.md.backup',
      'unlinkSync Memories.md.<own>.tmp',
      'fsyncSync Memories.md.<own>.tmp',
      'renameSync Memories.md',
      'fsyncSync <folder>',
      'unlinkSync <own>',
      'rmdirSync Memories.md.lock',
    ]);
  });

  test('the file is the old one or the new one, and what was acknowledged is in it after a restart', async () => {
    for (const one of of([...ERRORS, ...KILLS])) {
      const found = await aftermath(one);
      const name = `${one.action} at ${one.at}, ${one.call}`;
      expect(found.before, name).not.toBe('damaged');
      if (one.acknowledged) expect(found.before, name).toBe('new');
      const added = found.before === 'new' ? ['new', 'after'] : ['after'];
      expect(found.afterRestart, name).toEqual([...OLD_LINES, ...added]);
      expect(found.leftAfter, name).toEqual([]);
    }
  });

  test('an error is told as a StorageError that names the file', () => {
    const failed = of(ERRORS).filter((one) => !one.acknowledged);
    expect(failed.length).toBeGreaterThan(20);
    for (const one of failed) {
      expect(one.error?.code, `${one.action} ${one.call}`).toBe('storage-failed');
      expect(one.error?.message).toContain('Memories.md');
    }
  });

  test('short writes, one disk error and a moment of too many open files are got over', () => {
    const failed = of(['short', 'short-from', 'EMFILE', 'EIO']).filter((one) => !one.acknowledged);
    // Only a lock that could not be given back, and a folder that could not be flushed twice, are told.
    expect(failed.filter((one) => !/^(unlink|rmdir)Sync/.test(one.call))).toEqual([]);
  });

  test('a file system without second names for files gets its backup all the same', async () => {
    const unlinked = of(NO_LINKS).filter(({ call }) => call.startsWith('linkSync'));
    expect(unlinked.length).toBeGreaterThan(0);
    for (const one of unlinked) {
      expect(one.acknowledged, one.error?.message).toBe(true);
      expect(linesOf(readFileSync(path.join(one.folder, 'Memories.md.backup')))).toEqual(OLD_LINES);
      expect((await aftermath(one)).before).toBe('new');
    }
  });

  test('what a person saves at any moment of the update is kept', async () => {
    const lost: string[] = [];
    for (const one of of(EDITS)) {
      expect(one.acknowledged).toBe(true);
      const { afterRestart } = await aftermath(one);
      if (!afterRestart.includes('person')) lost.push(`${one.action} at ${one.call}`);
      if (one.action === 'edit-in-place') expect(afterRestart).toContain('new');
      expect(afterRestart.filter((line) => line.startsWith('old line'))).toEqual(OLD_LINES);
    }
    // Node cannot exchange two names: another rename between our last look and our rename cannot be noticed.
    expect(lost).toEqual(['edit-by-rename at renameSync Memories.md']);
  });
});
