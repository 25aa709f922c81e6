import { readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LockedError, StorageError } from '../../src/domain/errors.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { OwnerDirectory, ownerOfRunLock } from '../../src/storage/owner-directory.ts';
import { currentIdentity } from '../../src/storage/process-identity.ts';
import { startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

test(
  'a second run on a workdir is told who holds it, since when, and gets it once it is free',
  { tags: ['slow'] },
  async () => {
    const workdir = temporaryFolder();
    const holder = startChild('run-lock-holder', [workdir]);
    await holder.printed(1);

    const refused = acquireRunLock(workdir, 'second');
    await expect(refused).rejects.toThrow(LockedError);
    await expect(refused).rejects.toThrow(
      new RegExp(
        `${workdir} is in use by pid ${holder.process.pid}, run night-run, since 2\\d{3}-`,
      ),
    );

    const waiting = acquireRunLock(workdir, 'third', { waitMs: Infinity });
    holder.finish();
    const lock = await waiting;
    expect(lock.held()).toBe(true);
    await holder.exited;
    expect(holder.lines).toEqual(['held', 'still true']);
    lock.release();
    lock.release();
    expect(readdirSync(workdir)).toEqual([]);
  },
);

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s the next run takes the workdir at once',
  { tags: ['slow'] },
  async (signal) => {
    const workdir = temporaryFolder();
    const holder = startChild('run-lock-holder', [workdir]);
    await holder.printed(1);
    holder.process.kill(signal);
    expect(await holder.exited).toEqual({ code: null, signal });

    const lock = await acquireRunLock(workdir, 'next');
    expect(lock.held()).toBe(true);
    lock.release();
  },
);

test('a workdir that can have no lock is told in a sentence', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const refused = acquireRunLock(path.join(file, 'workdir'), 'first');
  await expect(refused).rejects.toThrow(StorageError);
  await expect(refused).rejects.toThrow(/^Cannot lock /);
});

test('waiting for a workdir ends when it is called off', async () => {
  const workdir = temporaryFolder();
  const lock = await acquireRunLock(workdir, 'first');
  const stop = new AbortController();
  const waiting = acquireRunLock(workdir, 'second', { waitMs: Infinity, signal: stop.signal });
  stop.abort(new Error('called off'));

  await expect(waiting).rejects.toThrow('called off');
  expect([lock.held(), ownerOfRunLock(workdir)?.run]).toEqual([true, 'first']);
  lock.release();
  expect([lock.held(), ownerOfRunLock(workdir)]).toEqual([false, null]);
});

test('a run is told when its lock is gone, and touches it until then', async () => {
  const workdir = temporaryFolder();
  let onLost: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (onLost = resolve));
  const lock = await acquireRunLock(workdir, 'night', { onLost, touchMs: 5 });
  const folder = path.join(workdir, 'run.lock');
  const [owner = ''] = readdirSync(folder);
  utimesSync(path.join(folder, owner), new Date(0), new Date(0));
  await expect.poll(() => statSync(path.join(folder, owner)).mtimeMs).toBeGreaterThan(0);
  unlinkSync(path.join(folder, owner));
  await lost;
  expect(lock.held()).toBe(false);
});

test('a lock that went meanwhile is held by nobody, and one that is no folder by a stranger', () => {
  const lock = path.join(temporaryFolder(), 'run.lock');
  const owner = new OwnerDirectory(lock, currentIdentity(), 'night');
  const nobody = { lockPath: lock, pid: null, isElsewhere: false, run: null, since: null };
  expect(owner.holder()).toEqual(nobody);
  expect([owner.held(), owner.livingHolder()]).toEqual([false, null]);
  owner.remove();
  writeFileSync(lock, '');
  utimesSync(lock, 60, 60);
  expect(owner.claim()).toBeNull();
  expect(owner.livingHolder()).toEqual({ ...nobody, since: '1970-01-01T00:01:00.000Z' });
});

test('an owner that another one followed leaves that one its lock', () => {
  const lock = path.join(temporaryFolder(), 'run.lock');
  const [first, second] = ['first', 'second'].map(
    (run) => new OwnerDirectory(lock, currentIdentity(), run),
  );
  expect(first?.claim()).toEqual({ tookOver: false });
  expect(second?.claim()).toBeNull();
  for (const name of readdirSync(lock)) unlinkSync(path.join(lock, name));
  expect(second?.claim()).toEqual({ tookOver: false });
  first?.remove();
  expect([first?.held(), second?.held(), second?.holder().run]).toEqual([false, true, 'second']);
});
