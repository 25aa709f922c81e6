import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { LockedError, StorageError } from '../../src/domain/errors.ts';
import { openDurableFile, RetryBudget } from '../../src/storage/durable-file.ts';
import { currentIdentity, formatIdentity } from '../../src/storage/process-identity.ts';
import { createProperLock } from '../../src/storage/lock.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { leftovers } from './harness/leftovers.ts';
import { addMissingLines, linesOf } from './harness/lines.ts';

const text = (content: string) => () => Buffer.from(content);
const newFile = () => path.join(temporaryFolder(), 'Memories.md');

test('the version before is kept as backup, and none is made where there was none', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  expect(durable.read()).toBeNull();
  expect(durable.version()).toBeNull();

  await durable.update(text('one'));
  expect(existsSync(`${file}.backup`)).toBe(false);
  await durable.update(text('two'));
  await durable.update(text('three'));
  expect(readFileSync(file, 'utf8')).toBe('three');
  expect(readFileSync(`${file}.backup`, 'utf8')).toBe('two');
  expect(Buffer.from(durable.read() ?? []).toString()).toBe('three');
  expect(leftovers(path.dirname(file))).toEqual([]);
});

test('the same bytes, or null, write nothing', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  await durable.update(() => null);
  expect(existsSync(file)).toBe(false);
  await durable.update(text('one'));
  const version = durable.version();
  await durable.update((bytes) => bytes);
  await durable.update(text('one'));
  await durable.update(() => null);
  expect(durable.version()).toBe(version);
  expect(existsSync(`${file}.backup`)).toBe(false);
});

test('updates in one process happen one after another, also through several openings', async () => {
  const file = newFile();
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
  const openings = [openDurableFile(file), openDurableFile(file), openDurableFile(file)];
  const share = (i: number) => lines.filter((_, n) => n % openings.length === i);
  await Promise.all(
    openings.flatMap((durable, i) =>
      share(i).map((line) => durable.update((bytes) => addMissingLines(bytes, [line]))),
    ),
  );
  expect(linesOf(readFileSync(file)).sort()).toEqual([...lines].sort());

  const one = openDurableFile(newFile());
  await Promise.all(lines.map((line) => one.update((bytes) => addMissingLines(bytes, [line]))));
  expect(linesOf(one.read())).toEqual(lines);
});

test('a change that throws leaves everything as it was and does not block the next', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  await durable.update(text('one'));
  const failing = durable.update(() => {
    throw new RangeError('no such memory');
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(leftovers(path.dirname(file))).toEqual([]);
  await durable.update(text('two'));
  expect(readFileSync(file, 'utf8')).toBe('two');
});

// Only the main thread of a process may set its mask; planted faults are tried in others.
test.skipIf(!isMainThread)(
  'mode and links of an existing file are kept, a new one is private',
  async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'real', 'Memories.md');
    const link = path.join(folder, 'link.md');
    symlinkSync(path.join('real', 'Memories.md'), link);

    // The link leads to nothing: that folder is not ours to make.
    await expect(openDurableFile(link).update(text('one'))).rejects.toThrow(StorageError);
    await openDurableFile(file).update(text('one'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    for (const mode of [0o640, 0o664, 0o644]) {
      chmodSync(file, mode);
      const umask = process.umask(0o077);
      await openDurableFile(link).update(text(`mode ${mode}`));
      process.umask(umask);
      expect(statSync(file).mode & 0o777).toBe(mode);
    }
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['link.md', 'real']);
  },
);

test('a folder, a pipe or a circle of links in the place of the file is refused at once', async () => {
  const folder = temporaryFolder();
  const names = ['folder', 'pipe', 'circle'].map((name) => path.join(folder, name));
  const [asFolder = '', pipe = '', circle = ''] = names;
  mkdirSync(asFolder);
  execFileSync('mkfifo', [pipe]);
  symlinkSync(circle, circle);
  for (const name of names) {
    const durable = openDurableFile(name);
    await expect(durable.update(text('x'))).rejects.toThrow(StorageError);
    expect(() => durable.read()).toThrow(StorageError);
  }
  expect(leftovers(folder)).toEqual([]);
});

test('an edit between reading and replacing is read again and kept, in place or by rename', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  await durable.update(text('a\n'));
  let edits = 0;
  await durable.update((bytes) => {
    edits += 1;
    if (edits === 1) writeFileSync(file, 'a\nperson\n');
    if (edits === 2) execFileSync('sh', ['-c', `echo renamed >> ${file}~; mv ${file}~ ${file}`]);
    return addMissingLines(bytes, ['new']);
  });
  expect(edits).toBe(3);
  expect(linesOf(durable.read())).toEqual(['renamed', 'new']);
  expect(readFileSync(`${file}.backup`, 'utf8')).toBe('renamed\n');
});

test(
  'a file that another program changes all the time is given up with its name',
  { tags: ['slow'] },
  async () => {
    const file = newFile();
    const durable = openDurableFile(file);
    let calls = 0;
    const update = durable.update(() => {
      calls += 1;
      writeFileSync(file, `${calls}${' '.repeat(calls)}`);
      return Buffer.from('mine');
    });
    await expect(update).rejects.toThrow(/keeps changing .*Memories\.md/);
    expect(calls).toBe(20);
    expect(leftovers(path.dirname(file))).toEqual([]);
  },
);

test('an empty file that once had content is taken for a save in progress', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  await durable.update(text('one\n'));
  await durable.update(text('two\n'));
  writeFileSync(file, '');
  setTimeout(() => writeFileSync(file, 'saved\n'), 20);
  await durable.update((bytes) => addMissingLines(bytes, ['new']));
  expect(linesOf(durable.read())).toEqual(['saved', 'new']);

  // It does not last for ever, and emptiness is never made the backup.
  writeFileSync(file, '');
  await durable.update((bytes) => addMissingLines(bytes, ['fresh']));
  expect(linesOf(durable.read())).toEqual(['fresh']);
  expect(readFileSync(`${file}.backup`, 'utf8')).toBe('saved\n');
});

test('a lock that stays busy is told with its holder, and the file is untouched', async () => {
  const file = newFile();
  const held = createProperLock().tryAcquire(file, 'other run');
  const update = openDurableFile(file, { waitMs: 30 }).update(text('x'));
  await expect(update).rejects.toThrow(LockedError);
  await expect(update).rejects.toThrow(/pid \d+, run other run/);
  expect(existsSync(file)).toBe(false);
  if (held.kind === 'held') held.lock.release();
});

test('what dead writers left half-made is removed, what others made is not', async () => {
  const file = newFile();
  const dead = formatIdentity({ ...currentIdentity(), start: '1' });
  const foreign = formatIdentity({ ...currentIdentity(), start: '1', host: 'ffffffff' });
  const mine = [
    `${file}.${dead}.0123456789abcdef.tmp`,
    `${file}.lock.${dead}.0123456789abcdef.tmp`,
  ];
  const others = [
    `${file}.${formatIdentity(currentIdentity())}.0123456789abcdef.tmp`,
    `${file}.${foreign}.0123456789abcdef.tmp`,
    `${file}.${dead}.tmp`,
    `${file}.other.${dead}.0123456789abcdef.tmp`,
    `${file}.tmp`,
    `${file}.12345.tmp`,
  ];
  mkdirSync(mine[1] ?? '');
  writeFileSync(path.join(mine[1] ?? '', 'owner'), '');
  for (const name of [mine[0] ?? '', ...others]) writeFileSync(name, 'x');

  await openDurableFile(file).update(text('x'));
  expect(mine.filter((name) => existsSync(name))).toEqual([]);
  expect(others.filter((name) => !existsSync(name))).toEqual([]);
});

test('without a backup the file alone is there', async () => {
  const file = newFile();
  const durable = openDurableFile(file, { backup: false });
  await durable.update(text('one'));
  await durable.update(text('two'));
  expect(readdirSync(path.dirname(file))).toEqual(['Memories.md']);
});

test('a save that begins while a rename is prepared goes on in the file it began in', async () => {
  const file = newFile();
  writeFileSync(file, 'one\ntwo\n');
  let saves = 0;
  const durable = openDurableFile(file, {
    beforeRename: () => {
      saves += 1;
      // The first half; the editor writes the rest wherever that name leads to.
      if (saves === 1) writeFileSync(file, 'ONE\n');
    },
    isUnfinished: () => {
      const isHalf = readFileSync(file, 'utf8') === 'ONE\n';
      if (isHalf) appendFileSync(file, 'TWO\n');
      return isHalf;
    },
  });
  await durable.update((bytes) => Buffer.from(`${Buffer.from(bytes ?? []).toString()}three\n`));
  expect(readFileSync(file, 'utf8')).toBe('ONE\nTWO\nthree\n');
});

const failure = (code: string) => Object.assign(new Error('made to fail'), { code });

test('a disk error is tried again once, whenever it comes', async () => {
  let time = 0;
  const budget = new RetryBudget(() => time);
  time = 60_000;
  expect(await budget.waitAfter(failure('EIO'))).toBe(true);
  expect(await budget.waitAfter(failure('EIO'))).toBe(false);
});

test.each([
  ['EMFILE', 4_999, true],
  ['EMFILE', 5_000, true],
  ['EMFILE', 5_001, false],
  ['ENFILE', 5_000, true],
  ['ENFILE', 5_001, false],
  ['ENOSPC', 0, false],
  ['EACCES', 0, false],
])('%s after %i ms is tried again: %s', async (code, after, expected) => {
  let time = 100;
  const budget = new RetryBudget(() => time);
  time += after;
  expect(await budget.waitAfter(failure(code))).toBe(expected);
});

test('a file that its owner made read-only is not replaced, and it is said why', async () => {
  const file = newFile();
  const durable = openDurableFile(file);
  await durable.update(text('one'));
  chmodSync(file, 0o400);
  const refused = durable.update(text('two'));
  await expect(refused).rejects.toThrow(StorageError);
  await expect(refused).rejects.toThrow(
    /is read-only \(mode 0400\); allow writing with chmod u\+w/,
  );
  await durable.update(text('one'));
  expect(readFileSync(file, 'utf8')).toBe('one');
  expect(leftovers(path.dirname(file))).toEqual([]);
  chmodSync(file, 0o200);
  await durable.update(text('two'));
  expect(statSync(file).mode & 0o777).toBe(0o200);
});
