import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Holder } from '../claim.ts';
import type { Fleet } from '../fleet.ts';

/** A worker that is gone without a word is forgotten after so many leases. */
const FORGOTTEN_AFTER = 10;

/** Writes a worker down, or that it lives. Rejects as `Database.transaction`. */
export async function signIn(
  { database, version }: Fleet,
  { worker, leaseMs }: Holder,
  parallel: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `delete from zorkgpt.worker
       where seen < clock_timestamp() - lease_ms * $1::int * interval '1 millisecond'`,
      [FORGOTTEN_AFTER],
    );
    await tx.query(
      `insert into zorkgpt.worker (name, host, pid, version, parallel, lease_ms, seen)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp())
       on conflict (name) do update set seen = clock_timestamp()`,
      [worker, hostname(), process.pid, version, parallel, leaseMs],
    );
  });
}

/** Whether a worker was told to begin nothing more. Rejects as `Database.transaction`. */
export async function isToldToDrain({ database }: Fleet, { worker }: Holder): Promise<boolean> {
  const told = 'select from zorkgpt.worker where name = $1 and draining';
  return (await database.script(told, [worker])).length > 0;
}

export async function signOut({ database }: Fleet, { worker }: Holder): Promise<void> {
  await database.transaction((tx) =>
    tx.query('delete from zorkgpt.worker where name = $1', [worker]),
  );
}

/** Versions other than this one for which episodes wait, with their number. */
export function othersWaiting({
  database,
  version,
}: Fleet): Promise<readonly { readonly version: string; readonly episodes: number }[]> {
  return database.transaction((tx) =>
    tx.query<{ version: string; episodes: number }>(
      `select run.version, count(*)::int as episodes from zorkgpt.episode
       join zorkgpt.run on run.id = episode.run
       where episode.state = 'waiting' and run.version <> $1 group by run.version`,
      [version],
    ),
  );
}

/** A name that no other worker has. */
export function workerName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
}
