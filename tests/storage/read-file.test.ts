import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { whyNoText } from '../../src/storage/bytes.ts';
import {
  modifiedAt,
  readBytesFile,
  readChunks,
  readLinesFile,
  readTextFile,
  readTextFolder,
  readFolderEntries,
  readFolderStamp,
  readFolderNames,
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
  expect(() => readTextFile(file)).toThrow(
    expect.objectContaining({ path: file, message: expect.stringContaining('is not UTF-8') }),
  );
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
  const stamps = [readFolderStamp(folder)];
  const stamped = (change: () => void) => {
    change();
    stamps.push(readFolderStamp(folder));
    expect(readFolderStamp(folder)).toBe(stamps.at(-1));
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

test.each([
  ['plain', 'is fine', null],
  ['', '', null],
  ['one\r\ntwo\r\n', '', null],
  ['one\r', 'which ends in CR', null],
  ['one\rtwo', '', 'has lines that end in CR alone; save it with LF or CRLF'],
  ['a\0b\0c', 'with a zero far in', 'is UTF-16; save it as UTF-8'],
  ['\0a\0b', '', 'is UTF-16; save it as UTF-8'],
  ['abcd\0', '', 'is no text; put back its .backup, or move it away'],
  ['ab\0\0', '', 'is no text; put back its .backup, or move it away'],
])('the text %j %s is no lines of text for this reason: %s', (text, _, reason) => {
  expect(whyNoText(Buffer.from(text))).toBe(reason);
});

test.each([
  [[0xff, 0xfe, 0x61], true],
  [[0xfe, 0xff, 0x61], true],
  [[0xff, 0xff, 0x61], false],
  [[0xfe, 0xfe, 0x61], false],
])('bytes that begin with %j have the mark of UTF-16: %s', (bytes, isMarked) => {
  expect(whyNoText(Uint8Array.from(bytes))).toBe(isMarked ? 'is UTF-16; save it as UTF-8' : null);
});

test('a file of lines is read as it is, or refused with its path and the reason', () => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  expect(readLinesFile(file)).toBeNull();
  writeFileSync(file, 'one\n');
  expect(String(readLinesFile(file))).toBe('one\n');
  writeFileSync(file, Buffer.from('one\n', 'utf16le'));
  expect(() => readLinesFile(file)).toThrow(`${file} is UTF-16; save it as UTF-8.`);
});

test('a folder that is not there holds nothing; what cannot be one is refused', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'b');
  expect([readFolderNames(path.join(folder, 'none')), modifiedAt(file)]).toEqual([[], null]);
  writeFileSync(file, 'text');
  mkdirSync(path.join(folder, 'a'));
  writeFileSync(path.join(folder, 'a', 'c'), '');
  expect(readFolderNames(folder)).toEqual(['a', 'b']);
  expect(
    readFolderEntries(folder, true)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['a', 'b', 'c']);
  expect(modifiedAt(file)).toBeGreaterThan(0);
  expect(() => readFolderNames(file)).toThrow(StorageError);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(file)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('text');
  const missing = readChunks(path.join(folder, 'none'));
  await expect(missing.next()).rejects.toThrow(StorageError);
});
