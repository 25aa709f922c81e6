import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureWritableDirectory } from '../../src/storage/writable-directory.ts';
import { startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test('a missing folder is made, private', () => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  ensureWritableDirectory(folder);
  ensureWritableDirectory(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a file in its place is refused', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => ensureWritableDirectory(file)).toThrow(`${file} is not a folder`);
});

test('a folder that may not be written is refused with owner and mode, and nothing is half-made', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  // The superuser may write anywhere, so that the attempt is made as somebody else.
  const child = startChild(
    'unprivileged',
    [folder],
    process.getuid?.() === 0 ? { uid: 65_534 } : {},
  );
  expect(await child.exited, child.errors).toEqual({ code: 0, signal: null });
  const owner = statSync(folder).uid;
  expect(child.lines).toHaveLength(7);
  for (const line of child.lines)
    expect(line).toMatch(new RegExp(`^StorageError: Cannot .*${folder}`));
  expect(child.lines[0]).toContain(`belongs to uid ${owner} with mode 0555, and this runs as uid`);
  expect(readdirSync(folder)).toEqual([]);
});
