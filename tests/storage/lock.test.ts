import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LockedError } from '../../src/domain/errors.ts';
import {
  waitForLock,
  type HeldLock,
  type LockPort,
  createProperLock,
} from '../../src/storage/lock.ts';
import {
  currentIdentity,
  formatIdentity,
  isProvablyDead,
  parseIdentity,
  type ProcessIdentity,
} from '../../src/storage/process-identity.ts';
import { startChild } from './harness/child.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const self = currentIdentity();
const ended: ProcessIdentity = { ...self, pid: spawnSync('true').pid };

function take(port: LockPort, target: string): HeldLock {
  const attempt = port.tryAcquire(target, 'test');
  if (attempt.kind === 'busy') throw new Error('the lock is busy');
  return attempt.lock;
}

test('a held lock is busy for everybody, and free after its release', () => {
  const target = path.join(temporaryFolder(), 'file');
  const lock = take(createProperLock(), target);

  expect(createProperLock().tryAcquire(target, 'second')).toMatchObject({
    kind: 'busy',
    holder: { pid: process.pid, run: 'test', lockPath: `${target}.lock` },
  });
  lock.release();
  expect(lock.held()).toBe(false);
  take(createProperLock(), target).release();
  expect(readdirSync(path.dirname(target))).toEqual([]);
});

test('a lock is never taken from the living, however old it looks', () => {
  const target = path.join(temporaryFolder(), 'file');
  const lock = take(createProperLock(), target);
  utimesSync(`${target}.lock`, 0, 0);

  expect(createProperLock().tryAcquire(target, 'second').kind).toBe('busy');
  expect(lock.held()).toBe(true);
  lock.release();
});

test('a lock whose owner has ended is taken over at once', () => {
  const target = path.join(temporaryFolder(), 'file');
  take(createProperLock(ended), target);

  const attempt = createProperLock().tryAcquire(target, 'next');
  expect(attempt).toMatchObject({ kind: 'held', tookOver: true });
});

test('a late holder does not remove the lock of its successor', () => {
  const target = path.join(temporaryFolder(), 'file');
  const late = take(createProperLock(ended), target);
  const successor = take(createProperLock(), target);

  expect(late.held()).toBe(false);
  late.release();
  expect(successor.held()).toBe(true);
  successor.release();
});

test('a pid that belongs to another program by now is no owner', () => {
  expect(isProvablyDead({ ...self, start: '1' }, self)).toBe(true);
  expect(isProvablyDead(self, self)).toBe(false);
  expect(isProvablyDead({ ...self, pid: 1, start: '0' }, self)).toBe(false);
});

test('a process that ended but was not reaped yet is dead', async () => {
  // The shell leaves its child behind as a zombie for as long as it sleeps itself.
  const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 5'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [text] = await new Promise<Buffer[]>((done) =>
    shell.stdout.once('data', (d: Buffer) => done([d])),
  );
  const zombie: ProcessIdentity = { ...self, pid: Number(text), start: '0' };
  await expect.poll(() => isProvablyDead(zombie, self)).toBe(true);
  expect(() => process.kill(zombie.pid, 0)).not.toThrow();
  shell.kill('SIGKILL');
});

test.each([
  ['host', { host: 'ffffffff' }],
  ['pid namespace', { namespace: '1' }],
])('an owner of another %s is never judged by its pid', (_, other) => {
  expect(isProvablyDead({ ...ended, ...other }, self)).toBe(false);
});

test('a lock of another host is waited for, then refused with what to do', async () => {
  const target = path.join(temporaryFolder(), 'file');
  take(createProperLock({ ...ended, host: 'ffffffff' }), target);

  const waiting = waitForLock(createProperLock(), target, { what: target, run: 'x', waitMs: 60 });
  await expect(waiting).rejects.toThrow(LockedError);
  await expect(waiting).rejects.toThrow(
    new RegExp(`pid ${ended.pid} on another machine, run test, since 2.*remove ${target}\\.lock`),
  );
});

test.each([
  [
    { pid: 7, run: 'night', since: '2030-01-31T04:05:06Z' },
    'pid 7, run night, since 2030-01-31 04:05 UTC',
  ],
  [{ pid: 7, run: 'pid-7', since: null }, 'pid 7'],
  [{ pid: 7, run: 'pid-8', since: null, isElsewhere: true }, 'pid 7 on another machine, run pid-8'],
  [{ pid: null, run: null, since: null }, 'another program'],
])('who waits too long is told who holds the lock: %o', async (told, by) => {
  const holder = { isElsewhere: false, lockPath: 'x.lock', ...told };
  const port: LockPort = { identity: self, tryAcquire: () => ({ kind: 'busy', holder }) };
  const waiting = waitForLock(port, 'x', { what: 'The file', run: 'me', waitMs: 0 });
  await expect(waiting).rejects.toThrow(
    `The file is in use by ${by}. Try later; if that no longer runs, remove x.lock.`,
  );
});

test('a lock that was held leaves no open file', { skip: !existsSync('/proc/self/fd') }, () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const target = path.join(temporaryFolder(), 'file');
  take(createProperLock(), target).release();
  const before = open();
  for (let round = 0; round < 20; round += 1) take(createProperLock(), target).release();
  expect(open()).toBeLessThan(before + 20);
});

test.each(['file', 'folder'])('a foreign %s in the place of the lock is not removed', (kind) => {
  const target = path.join(temporaryFolder(), 'file');
  if (kind === 'file') writeFileSync(`${target}.lock`, '');
  else mkdirSync(path.join(`${target}.lock`, 'something'), { recursive: true });

  expect(createProperLock().tryAcquire(target, 'x')).toMatchObject({
    kind: 'busy',
    holder: { pid: null, run: null },
  });
});

test('an identity reads back from its text, and nothing else does', () => {
  expect(parseIdentity(formatIdentity(self))).toEqual(self);
  for (const text of ['', '7', '../x', '1-2-3-4', '1-2-zz-4-5', '1-2-3-4-5-6']) {
    expect(parseIdentity(text)).toBeNull();
  }
});

test(
  'of six that wait for a dead holder, one at a time gets the lock',
  { tags: ['slow'] },
  async () => {
    const folder = temporaryFolder();
    const rounds = 25;
    for (let round = 0; round < rounds; round += 1) {
      take(createProperLock(ended), path.join(folder, `round-${round}`));
    }
    const waiters = Array.from({ length: 6 }, () => startChild('lock-rounds', [folder, rounds]));
    for (const waiter of waiters) {
      expect(await waiter.exited, waiter.errors).toEqual({ code: 0, signal: null });
    }
    const said = waiters.flatMap((waiter) => waiter.lines);
    expect(said.filter((line) => line.startsWith('held'))).toHaveLength(6 * rounds);
    expect(said.filter((line) => line.startsWith('overlap'))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

/** A lock of a process on another host whose last sign of life is so many minutes old. */
function foreignLock(minutes: number): string {
  const target = path.join(temporaryFolder(), 'file');
  take(createProperLock({ ...self, pid: 7, host: 'ffffffff' }), target);
  const [owner = ''] = readdirSync(`${target}.lock`);
  const lastSign = new Date(Date.now() - minutes * 60_000);
  utimesSync(path.join(`${target}.lock`, owner), lastSign, lastSign);
  return target;
}

test.each([
  [14.9, 'busy'],
  [15.1, 'held'],
  [-600, 'busy'],
])('a lock of another host without a sign of life for %s minutes is %s', (minutes, kind) => {
  const target = foreignLock(minutes);
  const attempt = createProperLock().tryAcquire(target, 'second');
  expect(attempt.kind).toBe(kind);
  if (attempt.kind === 'held') {
    expect(readdirSync(`${target}.lock`)).toHaveLength(1);
    attempt.lock.release();
  }
});

test('a holder that touches its lock keeps it, and one that lost it cannot touch it', () => {
  const target = path.join(temporaryFolder(), 'file');
  const lock = take(createProperLock({ ...self, pid: 7, host: 'ffffffff' }), target);
  const [owner = ''] = readdirSync(`${target}.lock`);
  utimesSync(path.join(`${target}.lock`, owner), new Date(0), new Date(0));
  lock.touch();
  expect(createProperLock().tryAcquire(target, 'second').kind).toBe('busy');
  utimesSync(path.join(`${target}.lock`, owner), new Date(0), new Date(0));
  take(createProperLock(), target);
  expect(() => lock.touch()).toThrow('ENOENT');
  expect(lock.held()).toBe(false);
});
