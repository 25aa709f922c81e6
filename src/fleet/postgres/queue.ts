import type PgBoss from 'pg-boss';
import type { Database, Transaction } from './database.ts';

interface Ready {
  readonly episode: number;
  /** Lower ones are handed out first. */
  readonly rank: number;
  /** How long it rests before, in seconds. */
  readonly pauseSeconds?: number;
}

export const QUEUE_SCHEMA = 'zorkgpt_queue';

/** Opens the queue, and makes it if it is missing. `tends` tells whether this process removes finished jobs. */
export async function openQueue(
  database: Database,
  { tends, version }: { readonly tends: boolean; readonly version: string },
): Promise<JobQueue> {
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    schema: QUEUE_SCHEMA,
    db: bossDatabase(async (text, values) => ({ rows: [...(await database.query(text, values))] })),
    supervise: tends,
    schedule: false,
    // Leases decide when an episode goes to another worker. A job waits as long as it takes.
    retryLimit: 0,
    expireInHours: 23,
    retentionDays: 3_650,
  });
  // Errors of removing jobs. It is tried again.
  boss.on('error', () => undefined);
  await boss.start();
  const queue = `episodes-${version}`;
  await boss.createQueue(queue);
  return jobsIn(boss, queue);
}

/** Jobs of a version of zorkgpt: other versions would play them differently. All work happens in the given transaction. */
export type JobQueue = ReturnType<typeof jobsIn>;

function jobsIn(boss: PgBoss, queue: string) {
  return {
    /** Returns the ids of the jobs, in the order of the episodes. */
    async send(tx: Transaction, ready: readonly Ready[]): Promise<readonly string[]> {
      const ids: string[] = [];
      for (const { episode, rank, pauseSeconds = 0 } of ready) {
        const options = { priority: -rank, startAfter: pauseSeconds, db: within(tx).db };
        const id = await boss.send(queue, { episode }, options);
        if (id === null) throw new Error(`The queue took no job for episode ${episode}.`);
        ids.push(id);
      }
      return ids;
    },
    async take(tx: Transaction) {
      const { db, check } = within(tx);
      const [job] = await boss.fetch<{ episode: number }>(queue, { batchSize: 1, db });
      check();
      return job === undefined ? null : { id: job.id, episode: job.data.episode };
    },
    /** Removes a job, whether its episode was stored or not. */
    end: (tx: Transaction, job: string) => boss.deleteJob(queue, job, { db: within(tx).db }),
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** The queue hides some errors, but they end the transaction. */
function within(tx: Transaction): { readonly db: PgBoss.Db; readonly check: () => void } {
  let failure: Error | null = null;
  const db = bossDatabase(async (text, values) => {
    try {
      return { rows: [...(await tx.query(text, values))] };
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  });
  const check = () => {
    if (failure !== null) throw failure;
  };
  return { db, check };
}

function bossDatabase(
  execute: (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>,
): PgBoss.Db {
  return { executeSql: (text, values: unknown[]) => execute(text, values ?? []) };
}
