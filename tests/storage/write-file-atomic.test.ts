import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import { takeSnapshot } from '../../src/storage/snapshot.ts';
import { replaceFileAtomically, writeFileAtomic } from '../../src/storage/write-file-atomic.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test('a whole file is replaced, with its mode and its links kept', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'out', 'current_state.json');
  writeFileAtomic(file, '{"turn":1}');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  const link = path.join(folder, 'link');
  symlinkSync(file, link);
  writeFileAtomic(link, Buffer.from('{"turn":2}'));
  expect(readFileSync(file, 'utf8')).toBe('{"turn":2}');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(readdirSync(path.dirname(file))).toEqual(['current_state.json']);
});

test(
  'a file that is replaced keeps its owner and its group',
  { skip: process.getuid?.() !== 0 },
  () => {
    const file = path.join(temporaryFolder(), 'file');
    const owner = () => [statSync(file).uid, statSync(file).gid];
    for (const [uid, gid] of [
      [0, 65_534],
      [65_534, 0],
    ] as const) {
      writeFileAtomic(file, 'old');
      chownSync(file, uid, gid);
      writeFileAtomic(file, 'new');
      expect(owner()).toEqual([uid, gid]);
    }
  },
);

test('what a rename needs first is done only while nothing prevents it', () => {
  const target = path.join(temporaryFolder(), 'Memories.md');
  writeFileSync(target, 'old');
  const made: string[] = [];
  const replace = (held: boolean) =>
    replaceFileAtomically({
      target,
      seen: takeSnapshot(target),
      next: Buffer.from('new'),
      owner: 'me',
      backup: null,
      stillHeld: () => held,
      beforeRename: () => made.push(`held: ${held}`),
    });
  expect(replace(false)).toBeNull();
  expect([readFileSync(target, 'utf8'), made]).toEqual(['old', []]);
  const old = replace(true)?.old ?? null;
  expect([readFileSync(target, 'utf8'), made]).toEqual(['new', ['held: true']]);
  if (old !== null) closeSync(old);
});

test('a reader sees the old or the new file, never a part', () => {
  const file = path.join(temporaryFolder(), 'state.json');
  writeFileAtomic(file, 'a'.repeat(100_000));
  const inode = statSync(file).ino;
  writeFileAtomic(file, 'b'.repeat(100_000));
  expect(statSync(file).ino).not.toBe(inode);
});

test('a folder in its place and a path through a file are refused', () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'taken'));
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => writeFileAtomic(path.join(folder, 'taken'), 'x')).toThrow(/not a regular file/);
  expect(() => writeFileAtomic(path.join(folder, 'file', 'below'), 'x')).toThrow(StorageError);
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
});
