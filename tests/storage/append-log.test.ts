import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import {
  AppendLog,
  appendLimited,
  openRepairedTextLog,
  openTextLog,
} from '../../src/storage/append-log.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test('text is in the file as soon as it is appended, and stays when the log is opened again', () => {
  const file = path.join(temporaryFolder(), 'transcript.txt');
  const log = openTextLog(file);
  log.append('West of House\n');
  expect(readFileSync(file, 'utf8')).toBe('West of House\n');
  log.close();
  log.close();
  expect(() => log.append('x')).toThrow(/is closed/);
  const again = openTextLog(file);
  again.append('>öffne\n');
  again.close();
  expect(readFileSync(file, 'utf8')).toBe('West of House\n>öffne\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test(
  'a log holds one file open, however often it is appended to',
  { skip: !existsSync('/proc/self/fd') },
  () => {
    const log = openTextLog(path.join(temporaryFolder(), 'transcript.txt'));
    const open = () => readdirSync('/proc/self/fd').length;
    log.append('x');
    const before = open();
    for (let line = 0; line < 20; line += 1) log.append('x');
    expect(open()).toBeLessThan(before + 20);
    log.close();
  },
);

test('a folder in the place of the log is refused', () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'log'));
  expect(() => openTextLog(path.join(folder, 'log'))).toThrow(StorageError);
});

test('a log grows beyond its bound into another file, which holds the older lines', () => {
  const file = path.join(temporaryFolder(), 'log');
  const read = (name: string) => (existsSync(name) ? readFileSync(name, 'utf8') : null);
  const after = (text: string) => {
    expect(appendLimited(file, text, 10)).toBe(true);
    return [read(file), read(`${file}.1`)];
  };
  expect(after('12345\n')).toEqual(['12345\n', null]);
  expect(after('789\n')).toEqual(['12345\n789\n', null]);
  expect(after('x')).toEqual(['x', '12345\n789\n']);
  rmSync(file);
  expect(after('longer than ten\n')).toEqual(['longer than ten\n', '12345\n789\n']);
  expect(appendLimited(path.join(file, 'no', 'where'), 'x', 10)).toBe(false);
});

test('a log that is told again what it may have holds exactly that, and then grows', () => {
  const file = path.join(temporaryFolder(), 'transcript.txt');
  const told = (...texts: readonly string[]) => {
    const log = openRepairedTextLog(file);
    for (const text of texts) log.append(text);
    log.goOn();
    log.append('next\n');
    log.close();
    return readFileSync(file, 'utf8');
  };
  expect(told()).toBe('next\n');
  expect(told('one\n', 'two\n')).toBe('one\ntwo\nnext\n');
  writeFileSync(file, 'one\ntw');
  expect(told('one\n', 'two\n')).toBe('one\ntwo\nnext\n');
  const { ino } = statSync(file);
  expect(told('one\n', 'two\n', 'next\n')).toBe('one\ntwo\nnext\nnext\n');
  expect(statSync(file).ino).toBe(ino);
});

describe('a log whose size is known', () => {
  const opened = (text: string, size = text.length) => {
    const file = path.join(temporaryFolder(), 'log.jsonl');
    writeFileSync(file, text);
    return {
      file,
      log: new AppendLog<string>(file, (one) => one, { size, isTorn: size < text.length }),
    };
  };

  test('counts what it appends, several entries at once', () => {
    const { file, log } = opened('one\n');
    log.append('2\n', '3\n');
    expect(log.size).toBe(8);
    expect(readFileSync(file, 'utf8')).toBe('one\n2\n3\n');
  });

  test('cuts a torn end before the next entry', () => {
    const { file, log } = opened('one\ntw', 4);
    log.append('two\n');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    log.close();
  });

  test('refuses to write beside another program, and says so', () => {
    const { file, log } = opened('one\n');
    log.append('two\n');
    appendFileSync(file, 'x');
    expect(() => log.append('three\n')).toThrow(
      'has 9 bytes and not 8: another program writes to it',
    );
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nx');
  });
});
