import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { readRecords } from './harness/read-records.ts';
import { openRecordLog } from '../../src/storage/record-log.ts';
import { startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const RECORDS = [{ turn: 1, text: 'naïve\n"quoted"' }, {}, { turn: 3, text: '🗝️ '.repeat(20) }];

function logWith(records: readonly object[]): string {
  const file = path.join(temporaryFolder(), 'trajectory.jsonl');
  const { log } = openRecordLog(file);
  for (const record of records) log.append(record);
  log.close();
  return file;
}

test('records read back in order, by the writer and by a reader', () => {
  const file = logWith(RECORDS);
  expect(readRecords(file)).toEqual({ records: RECORDS, cutBytes: 0 });
  const { log, opened } = openRecordLog(file);
  log.close();
  expect(opened).toEqual({ records: RECORDS, cutBytes: 0 });
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(RECORDS.length + 1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a record file torn at any byte of its last record loses that one only, and goes on on its own line', () => {
  const file = logWith(RECORDS);
  const whole = readFileSync(file);
  const lastStart = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
  for (let length = lastStart; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    const expected = { records: RECORDS.slice(0, 2), cutBytes: length - lastStart };
    expect(readRecords(file)).toEqual(expected);
    expect(statSync(file).size).toBe(length);

    const { log, opened } = openRecordLog(file);
    expect(opened).toEqual(expected);
    log.append({ turn: 4 });
    log.close();
    expect(readRecords(file)).toEqual({
      records: [...RECORDS.slice(0, 2), { turn: 4 }],
      cutBytes: 0,
    });
  }
});

test('blocks that a power cut left empty at the end are torn, too', () => {
  const file = logWith(RECORDS);
  const size = statSync(file).size;
  appendFileSync(file, Buffer.concat([Buffer.alloc(50), Buffer.from('"}\n')]));
  const { log, opened } = openRecordLog(file);
  log.close();
  expect(opened).toEqual({ records: RECORDS, cutBytes: 53 });
  expect(statSync(file).size).toBe(size);
});

test('NUL bytes before the last record are damage: nothing is cut, and no later record is lost', () => {
  const file = logWith(RECORDS);
  const whole = readFileSync(file);
  const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a);
  const [first = 0, second = 0] = ends;
  const holes = [
    { from: 0, to: first, record: 1 },
    { from: first + 1, to: second, record: 2 },
    // With its line end: what is left of it is one line with the next record, and that is the last.
    { from: first - 3, to: first + 1, record: 1 },
  ];
  for (const { from, to, record } of holes) {
    const damaged = Buffer.from(whole).fill(0, from, to);
    writeFileSync(file, damaged);
    const said = new RegExp(`^Record ${record} of ${file} is damaged`);
    expect(() => openRecordLog(file)).toThrow(said);
    expect(() => readRecords(file)).toThrow(said);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  }
});

test('NUL bytes in the last line are a torn end only from its first byte on, or up to the end of the file', () => {
  const file = logWith(RECORDS);
  const whole = readFileSync(file);
  const last = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
  const opening = (from: number, to: number) => {
    writeFileSync(file, Buffer.from(whole).fill(0, from, to));
    return () => readRecords(file);
  };
  const torn = { records: RECORDS.slice(0, 2), cutBytes: whole.length - last };
  // The line end before it was stored with the record that it ends.
  expect(opening(last - 1, last + 5)).toThrow(`Record 2 of ${file} is damaged`);
  expect(opening(last, last + 5)()).toEqual(torn);
  expect(opening(last + 1, last + 5)).toThrow(`Record 3 of ${file} is damaged`);
  expect(opening(last + 1, whole.length - 1)).toThrow(`Record 3 of ${file} is damaged`);
  expect(opening(last + 1, whole.length)()).toEqual(torn);
});

test('damage at any byte stops with the number of the record and changes nothing', () => {
  const file = logWith(RECORDS);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length - 1; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (whole[at] ?? 0) ^ 0x01;
    writeFileSync(file, damaged);
    const number = whole.subarray(0, at).toString('latin1').split('\n').length;
    expect(() => openRecordLog(file)).toThrow(
      new RegExp(`^Record ${number} of ${file} is damaged`),
    );
    expect(() => readRecords(file)).toThrow(StorageError);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  }
});

test('a second writer on one record file is noticed and its records stay', () => {
  const file = logWith(RECORDS);
  const first = openRecordLog(file).log;
  const second = openRecordLog(file).log;
  second.append({ by: 'second' });
  expect(() => first.append({ by: 'first' })).toThrow(/another program writes to it/);
  expect(readRecords(file).records.at(-1)).toEqual({ by: 'second' });
  first.close();
  second.close();
});

test('a closed log and a value that is no record are refused', () => {
  const { log } = openRecordLog(logWith([]));
  expect(() => log.append(['no'])).toThrow(TypeError);
  log.close();
  log.close();
  expect(() => log.append({})).toThrow(StorageError);
});

test('a missing record file is made, with its folders', () => {
  const file = path.join(temporaryFolder(), 'deep', 'down', 'model-calls.jsonl');
  openRecordLog(file).log.close();
  expect(readRecords(file)).toEqual({ records: [], cutBytes: 0 });
});

test.skipIf(process.platform !== 'linux')('descriptors do not pile up', () => {
  const file = logWith(RECORDS);
  const before = readdirSync('/proc/self/fd').length;
  for (let i = 0; i < 20; i += 1) openRecordLog(file).log.close();
  expect(readdirSync('/proc/self/fd').length).toBe(before);
});

test(
  'every record that was acknowledged before a kill is there, and an append that fails leaves no half',
  { tags: ['slow'] },
  async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'trajectory.jsonl');
    const child = startChild('appender', [file]);
    await child.printed(40);
    child.process.kill('SIGKILL');
    await child.exited;
    const { log, opened } = openRecordLog(file);
    log.append({ restarted: true });
    log.close();
    const numbers = opened.records.map((record) => (record as { i: number }).i);
    expect(numbers).toEqual(numbers.map((_, i) => i));
    expect(numbers.length).toBeGreaterThanOrEqual(child.lines.length);
    expect(readRecords(file).records).toHaveLength(numbers.length + 1);
  },
);
