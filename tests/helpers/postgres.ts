import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { madeOnce } from './made-once.ts';
import { missing } from './missing.ts';

const PIDS = 'postgres.pids';
const DATABASES = 'databases.names';
/** `nobody`, whom every system knows: PostgreSQL does not run as the superuser. */
const NOBODY = 65_534;

/** A database server of the tests. */
export interface TestServer {
  /** The address of a new, empty database. */
  database(): Promise<string>;
  /** Of its first process; null when it is not the test's own, or was ended. */
  pid(): number | null;
  /** Ends it as a crash would and starts it again; only where it is the test's own. */
  crash(): Promise<void>;
  /** Ends it; `start` brings it back with what it held. */
  stop(how?: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
}

let shared: Promise<TestServer> | null = null;

/** Whether this machine has PostgreSQL; when not, it is noted that tests are skipped. */
export function hasPostgres(): boolean {
  const has = givenDatabase() !== undefined || binaries() !== null;
  if (!has) missing('PostgreSQL (postgres on PATH, or ZORKGPT_TEST_DATABASE)');
  return has;
}

/** Whether a test can have a server of its own, to end it. */
export function hasOwnPostgres(): boolean {
  const has = binaries() !== null;
  if (!has) missing('PostgreSQL (postgres on PATH)');
  return has;
}

/** A server that tests of this process share: the one that ZORKGPT_TEST_DATABASE names, else a private one. */
export function sharedServer(): Promise<TestServer> {
  const given = givenDatabase();
  shared ??= given === undefined ? ownServer() : Promise.resolve(serverAt(given));
  return shared;
}

/** A private server on a socket of its own, with nothing in it. It ends with the tests. */
export async function ownServer(): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'));
  const data = path.join(folder, 'data');
  const found = binaries();
  if (found === null) throw new Error('There is no PostgreSQL here.');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
  execFileSync('cp', ['-R', await emptyCluster(found, user), data], {
    cwd: folder,
    stdio: 'pipe',
    ...user,
  });
  const url = `postgres://tests@${encodeURIComponent(folder)}/postgres`;
  let running: ChildProcess | null = null;
  const start = async () => {
    const options = ['-D', data, '-F', '-k', folder, '-c', 'listen_addresses='];
    const tuned = ['-c', 'max_connections=200', '-c', 'shared_buffers=32MB'];
    running = spawn(path.join(found, 'postgres'), [...options, ...tuned], {
      cwd: folder,
      stdio: 'ignore',
      ...user,
    });
    appendFileSync(path.join(tmpdir(), PIDS), `${running.pid}\n`);
    await untilItAnswers(url);
  };
  const stop = async (how: 'immediate' | 'fast' = 'immediate') => {
    if (running === null) return;
    const over = once(running, 'exit');
    running.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await over;
    running = null;
  };
  await start();
  return {
    ...serverAt(url),
    pid: () => running?.pid ?? null,
    start,
    stop,
    crash: () => stop().then(start),
  };
}

/** What a server begins with. */
function emptyCluster(programs: string, user: object): Promise<string> {
  return madeOnce('pg-empty', (data) => {
    if ('uid' in user) chownSync(data, NOBODY, NOBODY);
    execFileSync(
      path.join(programs, 'initdb'),
      ['--no-sync', '-A', 'trust', '-U', 'tests', '-E', 'UTF8', '--locale=C', '-D', data],
      { cwd: data, stdio: 'pipe', ...user },
    );
  });
}

/** Ends the private servers of all test processes, and drops what they made in a given one. For the end of all tests. */
export async function endServers(temporaryRoot: string): Promise<void> {
  for (const pid of linesOf(path.join(temporaryRoot, PIDS))) {
    try {
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It ended with its test.
    }
  }
  const given = givenDatabase();
  if (given === undefined) return;
  for (const statement of linesOf(path.join(temporaryRoot, DATABASES))) await ask(given, statement);
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

/** Runs one statement in a database. */
export async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

function serverAt(url: string): TestServer {
  const notOurs = () => Promise.reject(new Error('This server belongs to somebody else.'));
  return {
    async database() {
      const name = `zorkgpt_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
      await ask(url, `create database ${name}`);
      appendFileSync(
        path.join(tmpdir(), DATABASES),
        `drop database if exists ${name} with (force)\n`,
      );
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    pid: () => null,
    crash: notOurs,
    stop: notOurs,
    start: notOurs,
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask(url, 'select 1');
      return;
    } catch (error) {
      if (tries > 600) throw error;
      await sleep(50);
    }
  }
}

function givenDatabase(): string | undefined {
  const given = process.env['ZORKGPT_TEST_DATABASE'];
  return given === '' ? undefined : given;
}

/** Folder of the programs of PostgreSQL: the one on PATH, else the newest of Debian's places. */
function binaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ];
  return (
    places.find((place) =>
      ['postgres', 'initdb'].every((name) => existsSync(path.join(place, name))),
    ) ?? null
  );
}
