/** @module-tag slow */
import { expect, test } from 'vitest';
import { readRecords } from './harness/read-records.ts';
import { openRecordLog } from '../../src/storage/record-log.ts';
import { FAULT_PRELOAD, startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

interface LogCase {
  readonly action: string;
  readonly at: number;
  readonly call: string;
  readonly file: string;
  readonly acknowledged: readonly number[];
  /** Right after the append: records in the file, and bytes of a torn one. */
  readonly stored: number;
  readonly torn: number;
}

test('whatever goes wrong in an append, what was acknowledged is there and the log goes on', async () => {
  const actions = ['ENOSPC', 'EIO', 'short', 'freeze-before', 'freeze-after'];
  const child = startChild('log-fault-matrix', [temporaryFolder(), actions.join(',')], {
    preload: FAULT_PRELOAD,
  });
  expect(await child.exited, child.errors).toEqual({ code: 0, signal: null });
  const cases = child.lines.map((line) => JSON.parse(line) as LogCase);

  expect(new Set(cases.map((one) => one.call.split(' ')[0]))).toEqual(
    new Set(['writeSync', 'fdatasyncSync']),
  );
  for (const one of cases) {
    const name = `${one.action} at ${one.call}`;
    if (!one.action.startsWith('freeze')) {
      expect(one.stored, name).toBe(one.acknowledged.includes(1) ? 2 : 1);
      expect(one.torn, name).toBe(0);
    }
    const { log, opened } = openRecordLog(one.file);
    const found = opened.records.map((record) => (record as { i: number }).i);
    expect(
      found.filter((i) => i !== 1),
      name,
    ).toEqual(one.acknowledged.filter((i) => i !== 1));
    if (one.acknowledged.includes(1)) expect(found, name).toContain(1);
    else if (!one.action.startsWith('freeze')) expect(found, name).not.toContain(1);
    expect(opened.cutBytes, name).toBe(0);
    log.append({ i: 3 });
    log.close();
    expect(readRecords(one.file).records.at(-1), name).toEqual({ i: 3 });
  }
});
