import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compressFile, expandFile, readCompressedFile } from '../../src/storage/compressed-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

it('a file that was put away is read, and taken out again, as it was', () => {
  const file = path.join(temporaryFolder(), 'calls');
  writeFileSync(file, 'one\ntwo\n');
  compressFile(file);
  expect(existsSync(file)).toBe(false);
  expect(Buffer.from(readCompressedFile(file) ?? []).toString()).toBe('one\ntwo\n');
  expandFile(file);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(existsSync(`${file}.br`)).toBe(false);
});
