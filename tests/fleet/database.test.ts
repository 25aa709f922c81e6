/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database, isAway } from '../../src/fleet/postgres/database.ts';
import { openQueue } from '../../src/fleet/postgres/queue.ts';
import { openFleetTables } from '../../src/fleet/fleet.ts';
import { type TestServer, ask, hasOwnPostgres, ownServer } from '../helpers/postgres.ts';

const quiet = { patienceMs: 20_000, tell: () => undefined };

describe.skipIf(!hasOwnPostgres())('a database that goes away', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await ownServer();
  });
  afterAll(() => server.stop('fast'));

  it('is waited for', async () => {
    const url = await server.database();

    const db = await Database.open(url, quiet);
    await openFleetTables(db);
    const queue = await openQueue(db, { tends: false, version: '1' });
    const [id] = await db.transaction((tx) => queue.send(tx, [{ episode: 1, rank: 0 }]));
    await server.stop();
    const waiting = db.transaction((tx) => queue.take(tx));
    await server.start();
    expect(await waiting).toEqual({ id, episode: 1 });
    await queue.close();
    await db.close();
  });

  it('is left in a bounded time, also while it owes an answer', { timeout: 15_000 }, async () => {
    const db = await Database.open(await server.database(), quiet);
    let pid = 0;
    const asking = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      pid = row?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      await tx.query('select 1');
    });
    const refused = expect(asking).rejects.toThrow();
    await vi.waitFor(() => expect(pid).toBeGreaterThan(0));
    await db.close();
    process.kill(pid, 'SIGCONT');
    await refused;
  });

  it('is waited for too while it only lets read', async () => {
    const url = await server.database();
    const told: string[] = [];
    const db = await Database.open(url, { ...quiet, tell: (message) => void told.push(message) });
    await openFleetTables(db);
    const name = new URL(url).pathname.slice(1);
    const admin = new URL(url);
    admin.pathname = '/postgres';
    const setReadOnly = (how: 'on' | 'off') =>
      ask(admin.href, `alter database ${name} set default_transaction_read_only = ${how}`);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    await setReadOnly('on');
    await ask(admin.href, end);
    const write = "insert into zorkgpt.store (name, last_number) values ('main', 1) returning name";
    const writing = db.transaction((tx) => tx.query(write));
    await vi.waitFor(() => expect(told.join()).toContain('25006'), { timeout: 60_000 });
    await setReadOnly('off');
    expect(await writing).toEqual([{ name: 'main' }]);
    expect(told.at(-1)).toMatch(/answers again/);
    await db.close();
  });
});

it.each(['25006', '57P01', '57P02', '57P03', '53100', '53300', '08006', 'ECONNREFUSED'])(
  '%s passes by itself',
  (code) => {
    expect(isAway(Object.assign(new Error('no'), { code }))).toBe(true);
  },
);

it.each(['42501', '23505', '25001', '25P02'])('%s does not', (code) => {
  expect(isAway(Object.assign(new Error('no'), { code }))).toBe(false);
});
