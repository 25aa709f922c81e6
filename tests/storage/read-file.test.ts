import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import {
  folderStamp,
  readBytesFile,
  readTextFile,
  readTextFolder,
} from '../../src/storage/read-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test('text is UTF-8 without its byte order mark; a missing file is null', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'config.json');
  expect(readTextFile(file)).toBeNull();
  expect(readBytesFile(path.join(folder, 'no', 'where'))).toBeNull();
  writeFileSync(file, '\uFEFF{"ä": "🗝️"}\r\n');
  symlinkSync(file, path.join(folder, 'link'));
  expect(readTextFile(path.join(folder, 'link'))).toBe('{"ä": "🗝️"}\r\n');
  expect(readBytesFile(file)?.slice(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});

test('what is not UTF-8, too large, a folder or a pipe is refused with its path', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'file');
  writeFileSync(file, Buffer.from([0x61, 0xff, 0x62]));
  expect(() => readTextFile(file)).toThrow(new RegExp(`${file} is not UTF-8`));
  expect(readBytesFile(file, 3)).toEqual(Buffer.from([0x61, 0xff, 0x62]));
  expect(() => readBytesFile(file, 2)).toThrow(`${file} has more than 2 bytes`);
  expect(() => readBytesFile(folder)).toThrow(StorageError);
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => readBytesFile(pipe)).toThrow(/not a regular file/);
});

test('a folder of texts reads by name, in order, with the wanted ending only', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'critic.system.md'), 'B');
  writeFileSync(path.join(folder, 'agent.system.md'), 'A');
  writeFileSync(path.join(folder, 'notes.txt'), 'no');
  expect([...readTextFolder(folder, '.md')]).toEqual([
    ['agent.system', 'A'],
    ['critic.system', 'B'],
  ]);
  expect(() => readTextFolder(path.join(folder, 'none'), '.md')).toThrow(StorageError);
  mkdirSync(path.join(folder, 'sub.md'));
  expect(() => readTextFolder(folder, '.md')).toThrow(StorageError);
});

test('the stamp of a folder is another one when a file came, grew or went, and only then', () => {
  const folder = path.join(temporaryFolder(), 'episode');
  const file = path.join(folder, 'log.jsonl');
  const stamps = [folderStamp(folder)];
  const stamped = (change: () => void) => {
    change();
    stamps.push(folderStamp(folder));
    expect(folderStamp(folder)).toBe(stamps.at(-1));
  };
  stamped(() => {
    mkdirSync(folder);
    writeFileSync(file, 'one\n');
  });
  stamped(() => appendFileSync(file, 'two\n'));
  stamped(() => rmSync(file));
  expect(new Set(stamps).size).toBe(3);
  expect(stamps[3]).toBe(stamps[0]);
});
