import { setTimeout as sleep } from 'node:timers/promises';
import { summarySchema, type EpisodeSummary } from '../../records/summary.ts';
import { takeBackOverdue } from '../claim.ts';
import type { Fleet } from '../fleet.ts';

/** An episode that is over for the fleet. */
export interface EndedEpisode {
  readonly id: number;
  readonly place: string;
  readonly number: number;
  readonly state: 'done' | 'failed' | 'cancelled';
  /** Why it was set aside; empty for one that was played. */
  readonly reason: string;
  /** Null unless it was played. */
  readonly summary: EpisodeSummary | null;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Of the time that passed since an episode ended: looking for the next one makes nothing much longer. */
const PAUSE_SHARE = 0.1;
/** Without a worker for so long, a person is told. */
const LONELY_MS = 3_000;

/** What is said while nobody plays. */
interface FollowOptions {
  readonly tell: (message: string) => void;
  /** Ends the waiting: what is over by then still comes. */
  readonly stop: AbortSignal;
}

/**
 * The episodes of a run as they end, in the order in which they are seen to, until none is left. Rejects as
 * `Database.transaction`.
 */
export async function* followRun(
  fleet: Fleet,
  run: number,
  { tell, stop }: FollowOptions,
): AsyncGenerator<EndedEpisode> {
  const seen = new Set<number>();
  const since = performance.now();
  let lastEnd = since;
  let isTold = false;
  for (;;) {
    const { ended, open, workers } = await look(fleet, run, [...seen]);
    for (const one of ended) {
      seen.add(one.id);
      yield one;
    }
    if (open === 0 || stop.aborted) return;
    if (workers === 0 && !isTold && performance.now() - since > LONELY_MS) {
      isTold = true;
      tell(
        `No worker of zorkgpt ${fleet.version} listens; start one with zorkgpt worker on any machine that reaches the database.`,
      );
    }
    // Workers do this, too; nobody does when all are gone.
    if (workers === 0) await takeBackOverdue(fleet);
    const now = performance.now();
    if (ended.length > 0) lastEnd = now;
    const pause = Math.max(FIRST_PAUSE_MS, (now - lastEnd) * PAUSE_SHARE);
    await sleep(Math.min(pause, LONGEST_PAUSE_MS), undefined, { signal: stop }).catch(
      () => undefined,
    );
  }
}

/** In one statement: an episode that ends meanwhile is open or ended, never neither. */
async function look({ database, version }: Fleet, run: number, seen: readonly number[]) {
  const [row] = await database.script(
    `select coalesce((select json_agg(one order by stored, id) from
         (select id, place, number, state, reason, summary, stored from zorkgpt.episode
          where run = $1 and state in ('done', 'failed', 'cancelled') and id <> all($2::int[])) one),
       '[]') as ended,
       (select count(*)::int from zorkgpt.episode
         where run = $1 and state in ('waiting', 'playing')) as open,
       (select count(*)::int from zorkgpt.worker
         where version = $3 and seen > clock_timestamp() - lease_ms * interval '1 millisecond')
         as workers`,
    [run, seen, version],
  );
  const { ended, open, workers } = row as unknown as Look;
  return {
    ended: ended.map(({ id, place, number, state, reason, summary }) => {
      const played = summarySchema.safeParse(summary).data ?? null;
      return { id, place, number, state, reason, summary: played };
    }),
    open,
    workers,
  };
}

interface Look {
  readonly ended: readonly (Omit<EndedEpisode, 'summary'> & { readonly summary: unknown })[];
  readonly open: number;
  /** That could play it. */
  readonly workers: number;
}
