import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressFile, expandFile, readBytesOf } from '../../src/storage/compressed-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

it.each([
  ['.br', compressFile],
  [
    '.gz, as earlier versions did it,',
    (file: string) => {
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
      unlinkSync(file);
    },
  ],
])('a file that was put away as %s is read, and taken out again, as it was', (_, putAway) => {
  const file = path.join(temporaryFolder(), 'calls');
  writeFileSync(file, 'one\ntwo\n');
  putAway(file);
  expect(Buffer.from(readBytesOf(file) ?? []).toString()).toBe('one\ntwo\n');
  expandFile(file);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect([existsSync(`${file}.br`), existsSync(`${file}.gz`)]).toEqual([false, false]);
});
