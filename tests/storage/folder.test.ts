import path from 'node:path';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  checkWritable,
  copyFolder,
  createFolder,
  ensureWritableDirectory,
  folderBytes,
  freeBytes,
  isFolder,
  makeFleetingFolder,
  makeFolder,
  readFolder,
  writeFolder,
} from '../../src/storage/folder.ts';
import { currentIdentity, formatIdentity } from '../../src/storage/process-identity.ts';
import { temporaryPath } from '../../src/storage/temporary-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { startChild } from './harness/child.ts';

const part = fc.stringMatching(/^[a-z]{1,6}$/);
const names = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 3 }), {
  maxLength: 6,
  // A name is a file's or a folder's.
  comparator: (a, b) =>
    a.every((one, index) => one === b[index]) || b.every((one, index) => one === a[index]),
});

test('a new folder is made in a place that is not there yet, each time another', () => {
  const place = path.join(temporaryFolder(), 'not', 'there');
  const [one, other] = [makeFolder('zork-', place), makeFolder('zork-', place)];
  expect(readdirSync(place).sort()).toEqual(
    [one, other].map((folder) => path.basename(folder)).sort(),
  );
});

describe('a folder made of files', () => {
  it('holds them, in whatever folders', () => {
    const one = fc.tuple(names, fc.uint8Array());
    fc.assert(
      fc.property(one, ([paths, bytes]) => {
        const files = new Map(paths.map((parts) => [parts.join('/'), Buffer.from(bytes)]));
        const folder = path.join(temporaryFolder(), 'new');
        expect(createFolder(folder, files)).toBe(true);
        expect(readFolder(folder)).toEqual(
          new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('does not touch one that is there', () => {
    const place = temporaryFolder();
    const folder = path.join(place, 'one');
    createFolder(folder, new Map([['a', Buffer.from('1')]]));
    expect(createFolder(folder, new Map([['a', Buffer.from('2')]]))).toBe(false);
    expect(readFolder(folder)).toEqual(new Map([['a', Buffer.from('1')]]));
    expect(readdirSync(place)).toEqual(['one']);
  });

  it('leaves what another process makes at the same time, and removes what a dead one left', () => {
    const folder = path.join(temporaryFolder(), 'one');
    const alive = temporaryPath(folder, formatIdentity(currentIdentity()));
    const dead = temporaryPath(folder, formatIdentity({ ...currentIdentity(), start: '1' }));
    const ofAnother = dead.replace(`${path.sep}one.`, `${path.sep}two.`);
    for (const made of [alive, dead, ofAnother]) mkdirSync(made);
    expect(createFolder(folder, new Map([['a', Buffer.from('1')]]))).toBe(true);
    expect(readdirSync(path.dirname(folder))).toEqual([
      'one',
      path.basename(alive),
      path.basename(ofAnother),
    ]);
  });

  it('has no file outside itself, and leaves nothing when one was to be', () => {
    const place = temporaryFolder();
    const files = new Map([
      ['a', Buffer.from('1')],
      ['../b', Buffer.from('1')],
    ]);
    expect(() => createFolder(path.join(place, 'one'), files)).toThrow('outside its folder');
    expect(readdirSync(place)).toEqual([]);
  });
});

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

test(
  'a folder that may not be written is refused with owner and mode, and nothing is half-made',
  { tags: ['slow'] },
  async () => {
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
    expect(child.lines[0]).toContain(
      `belongs to uid ${owner} with mode 0555, and this runs as uid`,
    );
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a folder is copied as files that are whole, over what differs, without locks and halves', () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const half = path.basename(temporaryPath('c', formatIdentity(currentIdentity())));
  const files = new Map(
    ['a', 'sub/b', 'run.lock/owner', half].map((name) => [name, Buffer.from(name)] as const),
  );
  makeFleetingFolder(path.join(from, 'all'), files);
  const target = path.join(to, 'all');
  writeFolder(
    target,
    new Map([
      ['a', Buffer.from('old')],
      ['own', Buffer.from('stays')],
    ]),
  );
  copyFolder(path.join(from, 'all'), target);
  const copied = [...readFolder(target)].map(([name, bytes]) => [name, String(bytes)]);
  expect(copied).toEqual([
    ['a', 'a'],
    ['own', 'stays'],
    ['sub/b', 'sub/b'],
  ]);
  const { ino } = statSync(path.join(target, 'a'));
  copyFolder(path.join(from, 'all'), target);
  expect(statSync(path.join(target, 'a')).ino).toBe(ino);
});

test('the size of a folder is that of its files and of those below it', () => {
  const folder = temporaryFolder();
  expect(folderBytes(path.join(folder, 'none'))).toBe(0);
  writeFolder(
    folder,
    new Map([
      ['a', Buffer.from('123')],
      ['sub/b', Buffer.from('4567')],
    ]),
  );
  expect(folderBytes(folder)).toBe(7);
  expect([folder, path.join(folder, 'a'), path.join(folder, 'c')].map(isFolder)).toEqual([
    true,
    false,
    false,
  ]);
});

test('what may be made below a folder that is there can be written, and nothing is made for asking', () => {
  const folder = temporaryFolder();
  checkWritable(path.join(folder, 'a', 'b'));
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(path.join(folder, 'a'), '');
  expect(() => checkWritable(path.join(folder, 'a'))).toThrow('is not a folder');
});

test('the free space of a folder is counted also before it is made, and nowhere without a disk', () => {
  const folder = temporaryFolder();
  expect(freeBytes(path.join(folder, 'a', 'b'))).toBeGreaterThan(0);
  if (existsSync('/proc/self')) expect(freeBytes('/proc/self')).toBeNull();
});
