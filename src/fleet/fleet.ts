import { ConfigError } from '../domain/errors.ts';
import { SCHEMA_VERSION, VERSION } from '../domain/version.ts';
import { Database, type DatabaseOptions, type Transaction } from './postgres/database.ts';
import { openQueue, QUEUE_SCHEMA, type JobQueue } from './postgres/queue.ts';

/** What many machines share: one PostgreSQL database with its queue. */
export interface Fleet {
  readonly database: Database;
  readonly queue: JobQueue;
  /** The version of zorkgpt. Episodes go only to workers of the version that asked for them. */
  readonly version: string;
  close(): Promise<void>;
}

/** Opens a fleet, and makes it if the database is empty. `tends` tells whether this process removes finished jobs. */
export async function openFleet(
  url: string,
  {
    tends = false,
    version = VERSION,
    ...options
  }: DatabaseOptions & { readonly tends?: boolean; readonly version?: string },
): Promise<Fleet> {
  const database = await Database.open(url, options);
  try {
    await openFleetTables(database);
    const queue = await openQueue(database, { tends, version });
    return {
      database,
      queue,
      version,
      async close() {
        await queue.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Held while the tables are made, so that several processes may start at once. */
const LOCK = 7_067_001;

const TABLES = `
create schema if not exists zorkgpt;
-- The queue makes its own, but not two at the same time.
create schema if not exists ${QUEUE_SCHEMA};
create table if not exists zorkgpt.layout (version int not null);
-- Anything by its SHA-256, compressed: stories, prompts, settings, records.
create table zorkgpt.blob (hash text primary key, bytes bytea not null);
create table zorkgpt.run (
  id int generated always as identity primary key, kind text not null, version text not null,
  -- Where its records are to go (host and folder), and when it began by the clock of who asked for it, for its summaries.
  origin text not null, begun text,
  submitted timestamptz not null default clock_timestamp()
);
-- What a workdir is on one machine: episodes are numbered in it.
create table zorkgpt.store (name text primary key, last_number int not null);
-- What is learnt of one story in it: memories, map, knowledge, recipes, evidence.
create table zorkgpt.place (
  name text primary key, store text not null, ifid text not null, story text,
  made timestamptz not null default clock_timestamp()
);
create table zorkgpt.learnt (
  place text not null, name text not null, version int not null, bytes bytea,
  primary key (place, name)
);
create table zorkgpt.learnt_version (
  place text not null, name text not null, version int not null, bytes bytea,
  written timestamptz not null default clock_timestamp(),
  primary key (place, name, version)
);
create table zorkgpt.episode (
  id int generated always as identity primary key,
  run int not null references zorkgpt.run,
  store text not null references zorkgpt.store,
  place text not null references zorkgpt.place,
  number int not null, seed bigint not null, setting text not null,
  -- What must be stored before it is played.
  needs int references zorkgpt.episode,
  rank int not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'playing', 'done', 'failed', 'cancelled')),
  failures int not null default 0, vanished int not null default 0, reason text not null default '',
  job uuid, worker text, token uuid, lease_until timestamptz,
  manifest jsonb, summary jsonb, stored timestamptz, delivered boolean not null default false,
  unique (store, number)
);
create index on zorkgpt.episode (run, state);
create index on zorkgpt.episode (needs) where needs is not null;
create index on zorkgpt.episode (lease_until) where state = 'playing';
create table zorkgpt.record (
  episode int not null references zorkgpt.episode on delete cascade,
  path text not null, hash text not null,
  primary key (episode, path)
);
create table zorkgpt.worker (
  name text primary key, host text not null, pid int not null, version text not null,
  parallel int not null, lease_ms int not null, draining boolean not null default false,
  seen timestamptz not null
);
insert into zorkgpt.layout (version) values (${SCHEMA_VERSION});
`;

/** Makes missing tables. Rejects with ConfigError for tables of another version, and without rights. */
export async function openFleetTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await layoutOf(tx)) === null) {
      await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
      if ((await layoutOf(tx)) === null) await tx.query(TABLES);
    }
    const found = await layoutOf(tx);
    if (found === SCHEMA_VERSION) return;
    throw new ConfigError(
      `The fleet in ${database.name} has tables of layout ${found}, and this version of zorkgpt needs ${SCHEMA_VERSION}; use the version that made them, or another database.`,
    );
  });
}

async function layoutOf(tx: Transaction): Promise<number | null> {
  // Looked up as a row: a name would be resolved by what this connection knew before it waited for the lock.
  const there = await tx.query(
    "select from pg_catalog.pg_tables where schemaname = 'zorkgpt' and tablename = 'layout'",
  );
  if (there.length === 0) return null;
  const [layout] = await tx.query<{ version: number }>('select version from zorkgpt.layout');
  return layout?.version ?? 0;
}
