import type { EpisodeSummary } from '../records/summary.ts';
import { putBlobs } from './blobs.ts';
import type { Claim } from './episode-claims.ts';
import type { Fleet } from './fleet.ts';
import { updateRow, mergeLearnt } from './learnt-rows.ts';
import type { Transaction } from './postgres/database.ts';
import { endFollowers, submitJobs } from './submit.ts';

type Bytes = Uint8Array | null;

/** Paths of learnt files after an episode of an experiment begin with this. */
export const AFTER = 'after/';

export interface EpisodeToStore {
  readonly summary: EpisodeSummary;
  readonly manifest: object;
  /** By their paths in the directory of the episode. */
  readonly records: ReadonlyMap<string, Uint8Array>;
  /** The learnt files before and after it. */
  readonly learnt: readonly { readonly name: string; readonly base: Bytes; readonly mine: Bytes }[];
  /** Whether the chain ends here, because later units would follow one that is no measurement. */
  readonly endsChain: boolean;
}

/**
 * Stores an episode in one transaction: its records, its lessons merged into the place's newest content, and the job of the
 * next episode of its chain. `late`, with nothing stored, if the lease was over by the database's clock or another worker
 * has the episode. A second time changes nothing. Rejects as `Database.transaction`.
 */
export async function storeEpisode(
  fleet: Fleet,
  claim: Pick<Claim, 'episode' | 'token'>,
  played: EpisodeToStore,
): Promise<'stored' | 'late'> {
  const paths = [...played.records.keys()];
  const hashes = await putBlobs(fleet.database, [...played.records.values()]);
  return fleet.database.transaction(async (tx) => {
    const row = await lockedRow(tx, claim);
    if (row === 'stored' || row === 'late') return row;
    await tx.query(
      'insert into zorkgpt.record (episode, path, hash) select $1, * from unnest($2::text[], $3::text[])',
      [claim.episode, paths, hashes],
    );
    await tx.query(
      `update zorkgpt.episode set state = 'done', stored = clock_timestamp(), summary = $2,
         manifest = $3, reason = '', lease_until = null where id = $1`,
      [claim.episode, JSON.stringify(played.summary), JSON.stringify(played.manifest)],
    );
    if (row.job !== null) await fleet.queue.end(tx, row.job);
    if (played.endsChain)
      await endFollowers(tx, claim.episode, 'cancelled', 'The episode before it was cut short.');
    const next = await tx.query<{ episode: number; rank: number }>(
      "select id as episode, rank from zorkgpt.episode where needs = $1 and state = 'waiting'",
      [claim.episode],
    );
    await submitJobs(tx, fleet.queue, next);
    // Last, because others wait for these rows; always in one order, so that two transactions never wait for each other.
    const learnt = played.learnt.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, base, mine } of learnt) {
      if (mine === null) continue;
      await updateRow(tx, { place: row.place, name }, (theirs) =>
        mergeLearnt(name, { base, mine, theirs }),
      );
    }
    return 'stored';
  });
}

async function lockedRow(tx: Transaction, { episode, token }: Pick<Claim, 'episode' | 'token'>) {
  const [row] = await tx.query<{
    place: string;
    job: string | null;
    state: string;
    live: boolean | null;
  }>(
    `select place, job, state, lease_until > clock_timestamp() as live
     from zorkgpt.episode where id = $1 and token = $2 for update`,
    [episode, token],
  );
  if (row === undefined) return 'late';
  // This very attempt stored it, and the answer was lost.
  if (row.state === 'done') return 'stored';
  return row.state === 'playing' && row.live === true ? row : 'late';
}
