import type { GameConfiguration } from '../config/schema.ts';
import { putBlobs } from './blobs.ts';
import type { Fleet } from './fleet.ts';
import type { Transaction } from './postgres/database.ts';

export interface PlannedEpisode {
  /** The store with its numbers and lessons, shared by all of its story there. */
  readonly store: string;
  readonly seed: number;
  /** Without secrets. Paths are those of the machine that asks. */
  readonly config: GameConfiguration;
  /** Index of the episode of this submission that must be stored before. Null for none. */
  readonly needs: number | null;
  /** Lower ones are handed out first. */
  readonly rank: number;
}

export interface Submission {
  readonly kind: 'run' | 'eval';
  /** Where the records go: host and folder. */
  readonly origin: string;
  /** The common run of its episodes in their summaries, ISO 8601. Null for none. */
  readonly begun: string | null;
  readonly story: { readonly bytes: Uint8Array; readonly ifid: string };
  readonly prompts: ReadonlyMap<string, string>;
  readonly episodes: readonly PlannedEpisode[];
  /** The folder for the records has used the numbers up to this one. */
  readonly lastNumber: number;
}

/** The settings and files of an episode, by hash. */
export interface JobSetting {
  readonly config: GameConfiguration;
  readonly story: string;
  readonly prompts: string;
}

export const MAIN_STORE = 'main';

/** Name of what is learnt of a story in a store. */
export function submittedPlace(store: string, ifid: string): string {
  return `${store}/${ifid}`;
}

/** Queues episodes for workers, all or none. Rejects as `Database.transaction`. */
export async function submit(fleet: Fleet, submission: Submission) {
  const { story, prompts, episodes } = submission;
  const [storyHash = '', promptsHash = ''] = await putBlobs(fleet.database, [
    story.bytes,
    Buffer.from(JSON.stringify(Object.fromEntries(prompts))),
  ]);
  const settings = episodes.map(({ config }): JobSetting => {
    return { config, story: storyHash, prompts: promptsHash };
  });
  const hashes = await putBlobs(
    fleet.database,
    settings.map((one) => Buffer.from(JSON.stringify(one))),
  );
  return fleet.database.transaction((tx) => insert(tx, fleet, submission, [storyHash, hashes]));
}

async function insert(
  tx: Transaction,
  { queue, version }: Fleet,
  { kind, origin, begun, story, episodes, lastNumber }: Submission,
  [storyHash, settings]: readonly [string, readonly string[]],
) {
  const [run] = await tx.query<{ id: number }>(
    'insert into zorkgpt.run (kind, origin, version, begun) values ($1, $2, $3, $4) returning id',
    [kind, origin, version, begun],
  );
  const runId = run?.id ?? 0;
  const next = new Map<string, number>();
  for (const store of new Set(episodes.map((one) => one.store))) {
    const count = episodes.filter((one) => one.store === store).length;
    next.set(store, (await takeNumbers(tx, store, { count, after: lastNumber })) - count + 1);
    await tx.query(
      `insert into zorkgpt.place (name, store, ifid, story) values ($1, $2, $3, $4)
       on conflict (name) do update set story = excluded.story`,
      [submittedPlace(store, story.ifid), store, story.ifid, storyHash],
    );
  }
  const made: { id: number; number: number }[] = [];
  for (const [index, { store, seed, needs, rank }] of episodes.entries()) {
    const number = next.get(store) ?? 1;
    next.set(store, number + 1);
    const first = needs === null ? null : made[needs]?.id;
    const place = submittedPlace(store, story.ifid);
    const [row] = await tx.query<{ id: number }>(
      `insert into zorkgpt.episode (run, store, place, number, seed, setting, needs, rank)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [runId, store, place, number, seed, settings[index], first, rank],
    );
    made.push({ id: row?.id ?? 0, number });
  }
  const ready = episodes.flatMap(({ needs, rank }, index) =>
    needs === null ? [{ episode: made[index]?.id ?? 0, rank }] : [],
  );
  await submitJobs(tx, queue, ready);
  // Ids in the order of the episodes, and their numbers in their places.
  return { run: runId, episodes: made };
}

async function takeNumbers(
  tx: Transaction,
  store: string,
  { count, after }: { readonly count: number; readonly after: number },
): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    `insert into zorkgpt.store as known (name, last_number) values ($1, $2::int + $3::int)
     on conflict (name) do update set last_number = greatest(known.last_number, $2::int) + $3::int
     returning last_number as last`,
    [store, after, count],
  );
  return row?.last ?? after + count;
}

/** Ends the episodes that wait for one which will not be stored in a usable form. */
export async function endFollowers(
  tx: Transaction,
  episode: number,
  state: 'failed' | 'cancelled',
  reason: string,
): Promise<void> {
  await tx.query(
    `with recursive later as (
       select id from zorkgpt.episode where needs = $1
       union all select next.id from zorkgpt.episode next join later on next.needs = later.id
     )
     update zorkgpt.episode set state = $2, reason = $3 where id in (select id from later)`,
    [episode, state, reason],
  );
}

/** Queues episodes that may be played now, and notes their jobs. */
export async function submitJobs(
  tx: Transaction,
  queue: Fleet['queue'],
  ready: Parameters<Fleet['queue']['send']>[1],
): Promise<void> {
  const jobs = await queue.send(tx, ready);
  const ids = ready.map(({ episode }) => episode);
  await tx.query(
    `update zorkgpt.episode set job = sent.job
     from unnest($1::int[], $2::uuid[]) as sent (episode, job) where id = sent.episode`,
    [ids, jobs],
  );
}
