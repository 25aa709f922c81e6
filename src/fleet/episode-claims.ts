import * as z from 'zod';
import type { Fleet } from './fleet.ts';
import type { Transaction } from './postgres/database.ts';
import { endFollowers, submitJobs } from './submit.ts';

/** The right to play an episode and to store it while its lease lasts. */
export type Claim = Readonly<z.infer<typeof claimSchema>>;

export const claimSchema = z.object({
  episode: z.int(),
  run: z.int(),
  kind: z.enum(['run', 'eval']),
  /** When the run began, ISO 8601. Null for an experiment. */
  begun: z.string().nullable(),
  place: z.string(),
  number: z.int(),
  seed: z.int(),
  setting: z.string(),
  /** Identifies this attempt. One with another token may store nothing. */
  token: z.string(),
});

export interface Holder {
  readonly worker: string;
  readonly leaseMs: number;
}

export const MOST_FAILURES = 3;
/** An episode is also set aside after so many workers in a row vanished with it: one that kills each worker must end. */
export const MOST_VANISHED = 10;
const LEASE = "clock_timestamp() + $2::int * interval '1 millisecond'";
const COLUMNS = `id as episode, run, place, number, seed::float8 as seed, setting, token,
  (select kind from zorkgpt.run where run.id = episode.run) as kind,
  (select begun from zorkgpt.run where run.id = episode.run) as begun`;

/** Takes the next episode. Null if none waits. All clocks are the database's. Rejects as `Database.transaction`. */
export async function claimEpisode(fleet: Fleet, holder: Holder): Promise<Claim | null> {
  for (;;) {
    const taken = await fleet.database.transaction(async (tx) => {
      const job = await fleet.queue.take(tx);
      if (job === null) return null;
      const [claim] = await tx.query<Claim>(
        `update zorkgpt.episode
         set state = 'playing', worker = $3, token = gen_random_uuid(), lease_until = ${LEASE}
         where id = $1 and state = 'waiting' and job = $4 returning ${COLUMNS}`,
        [job.episode, holder.leaseMs, holder.worker, job.id],
      );
      // The job of an episode that was cancelled, stored or sent again.
      if (claim === undefined) await fleet.queue.end(tx, job.id);
      return claim ?? 'nothing';
    });
    if (taken !== 'nothing') return taken;
  }
}

/** Extends leases that are not over. Returns the tokens that are still valid. */
export async function renewClaims(
  { database }: Fleet,
  { worker, leaseMs }: Holder,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ token: string }>(
    `update zorkgpt.episode set lease_until = ${LEASE}
       where worker = $1 and token = any($3::uuid[]) and state = 'playing'
         and lease_until > clock_timestamp() returning token`,
    [worker, leaseMs, tokens],
  );
  return new Set(rows.map(({ token }) => token));
}

/** Renews the lease of an episode that was played while the database was away. False if another worker played it since. */
export function adoptClaim(
  { database, queue }: Fleet,
  { worker, leaseMs }: Holder,
  { episode, token }: Pick<Claim, 'episode' | 'token'>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ state: string; job: string | null }>(
      "select state, job from zorkgpt.episode where id = $1 and token = $2 and state in ('waiting', 'playing') for update",
      [episode, token],
    );
    if (row === undefined) return false;
    if (row.job !== null && row.state === 'waiting') await queue.end(tx, row.job);
    await tx.query(
      `update zorkgpt.episode set state = 'playing', worker = $3, lease_until = ${LEASE},
         vanished = 0 where id = $1`,
      [episode, leaseMs, worker],
    );
    return true;
  });
}

/** Returns an episode that was not played to its end. It counts as no failure. */
export function giveBackClaim(
  { database, queue }: Fleet,
  { episode, token }: Claim,
  pauseSeconds = 0,
) {
  return database.transaction(async (tx) => {
    const row = await held(tx, episode, token);
    if (row !== null) await sendAgain(tx, queue, { ...row, pauseSeconds });
  });
}

/** Notes a failed attempt: the episode rests for longer each time, and is set aside after the third. */
export function failClaim(
  { database, queue }: Fleet,
  { episode, token }: Pick<Claim, 'episode' | 'token'>,
  reason: string,
): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await held(tx, episode, token);
    if (row === null) return;
    const { failures } = row;
    const failed = { ...row, failures: failures + 1, vanished: 0, pauseSeconds: 4 ** failures };
    await endAttempt(tx, queue, failed, reason);
  });
}

/** Takes episodes away from workers whose leases are over. They rest, or are set aside. Returns how many. */
export function releaseOverdueClaims({ database, queue }: Fleet): Promise<number> {
  return database.transaction(async (tx) => {
    const rows = await tx.query<Held & { worker: string }>(
      `select ${HELD}, worker from zorkgpt.episode
       where state = 'playing' and lease_until < clock_timestamp() for update skip locked`,
    );
    for (const { worker, ...row } of rows) {
      const vanished = row.vanished + 1;
      const lost = { ...row, vanished, pauseSeconds: 2 ** row.vanished };
      const reason = `The worker ${worker} stopped answering (${vanished} in a row).`;
      await endAttempt(tx, queue, lost, reason);
    }
    return rows.length;
  });
}

interface Held {
  readonly episode: number;
  readonly job: string | null;
  readonly rank: number;
  readonly failures: number;
  /** Workers that vanished while playing it, since the last reported attempt. */
  readonly vanished: number;
}

const HELD = 'id as episode, job, rank, failures, vanished';

type Resting = Held & { readonly pauseSeconds: number };

async function held(tx: Transaction, episode: number, token: string): Promise<Held | null> {
  const [row] = await tx.query<Held>(
    `select ${HELD} from zorkgpt.episode
     where id = $1 and token = $2 and state = 'playing' for update`,
    [episode, token],
  );
  return row ?? null;
}

/** Notes a failed attempt: the episode is played again after its pause, or set aside. */
async function endAttempt(tx: Transaction, queue: Fleet['queue'], row: Resting, reason: string) {
  const { episode, failures, vanished } = row;
  await tx.query(
    "update zorkgpt.episode set state = 'failed', failures = $2, vanished = $3, reason = $4 where id = $1",
    [episode, failures, vanished, reason],
  );
  if (failures < MOST_FAILURES && vanished < MOST_VANISHED) return sendAgain(tx, queue, row);
  if (row.job !== null) await queue.end(tx, row.job);
  await endFollowers(tx, episode, 'failed', 'An episode before it was set aside.');
}

async function sendAgain(
  tx: Transaction,
  queue: Fleet['queue'],
  { episode, job, rank, pauseSeconds }: Resting,
): Promise<void> {
  if (job !== null) await queue.end(tx, job);
  await tx.query("update zorkgpt.episode set state = 'waiting' where id = $1", [episode]);
  await submitJobs(tx, queue, [{ episode, rank, pauseSeconds }]);
}
