import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { openTextLog } from '../../src/storage/append-log.ts';
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

test('a folder in the place of the log is refused', () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'log'));
  expect(() => openTextLog(path.join(folder, 'log'))).toThrow(StorageError);
});
