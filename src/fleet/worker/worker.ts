import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnreachableError } from '../../domain/errors.ts';
import {
  claimEpisode,
  giveBackClaim,
  releaseOverdueClaims,
  type Claim,
  type Holder,
} from '../episode-claims.ts';
import type { Fleet } from '../fleet.ts';
import { Leases } from './leases.ts';
import { playClaim, type Workbench, type WorkerPlan } from './play-claim.ts';
import { PlayerProcess } from './player-process.ts';

const BEATS_A_LEASE = 3;
const LONGEST_IDLE_MS = 1_000;
/** The pause after a failure of this machine. It doubles up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Plays what the fleet hands out until it is stopped or drained. UnreachableError: the next start stores the episode. */
export async function work(fleet: Fleet, plan: WorkerPlan): Promise<void> {
  await signIn(fleet, plan);
  const leases = new Leases(fleet, plan);
  const over = new AbortController();
  const stop = AbortSignal.any([plan.stop, over.signal]);
  let isLeaving = false;
  const beat = async () => {
    await leases.renew();
    await signIn(fleet, plan);
    // Other workers may have got the database back just now, too, and be about to renew their leases.
    if (fleet.database.steadyMs() > plan.leaseMs) await releaseOverdueClaims(fleet);
  };
  const beats = everyOnce(plan.leaseMs / BEATS_A_LEASE, beat, stop);
  const strangers = tellOfOthers(fleet, plan, stop);
  const loops = Array.from({ length: plan.parallel }, () =>
    playOn({ fleet, plan, leases, stop }, () => isLeaving),
  );
  try {
    await Promise.race([Promise.all(loops), beats, strangers]);
  } catch (error) {
    if (plan.stop.aborted) return;
    // The episode in play is played to its end and kept.
    isLeaving = true;
    if (error instanceof UnreachableError) await Promise.allSettled(loops);
    throw error;
  } finally {
    over.abort(new Error('the worker ends'));
    await Promise.allSettled([...loops, beats, strangers]);
    await leave(fleet, plan, leases.claims);
  }
}

async function playOn(bench: Omit<Workbench, 'player'>, isLeaving: () => boolean): Promise<void> {
  const { fleet, plan, stop } = bench;
  const player = new PlayerProcess(plan.player.args, plan.player.cwd);
  const end = () => player.end();
  stop.addEventListener('abort', end);
  let idleMs = 50;
  let pauseMs = FIRST_PAUSE_MS;
  try {
    while (!stop.aborted && !isLeaving()) {
      if (await isToldToDrain(fleet, plan)) return;
      const claim = await claimEpisode(fleet, plan);
      if (claim === null) {
        await rest(idleMs * (0.5 + Math.random()), stop);
        idleMs = Math.min(LONGEST_IDLE_MS, idleMs * 1.5);
        continue;
      }
      idleMs = 50;
      const verdict = await playClaim({ ...bench, player }, claim);
      if (verdict === 'not-here') await rest(pauseMs, stop);
      pauseMs = verdict === 'not-here' ? Math.min(LONGEST_PAUSE_MS, pauseMs * 2) : FIRST_PAUSE_MS;
    }
  } finally {
    stop.removeEventListener('abort', end);
    end();
  }
}

/** Returns held episodes. A database that is away keeps them until the leases are over. */
async function leave(fleet: Fleet, plan: WorkerPlan, claims: readonly Claim[]): Promise<void> {
  try {
    for (const claim of claims) await giveBackClaim(fleet, claim);
    await fleet.database.query('delete from zorkgpt.worker where name = $1', [plan.worker]);
  } catch (error) {
    if (!(error instanceof UnreachableError) && !plan.stop.aborted) throw error;
  }
}

/** Repeats something with pauses. Resolves when it is stopped. */
async function everyOnce(pauseMs: number, act: () => Promise<void>, stop: AbortSignal) {
  while (!stop.aborted) {
    await rest(pauseMs, stop);
    if (!stop.aborted) await act();
  }
}

/** Reports once, for each other version, that its episodes are left to others. */
async function tellOfOthers(fleet: Fleet, plan: WorkerPlan, stop: AbortSignal): Promise<void> {
  const told = new Set<string>();
  const look = async () => {
    for (const { version, episodes } of await othersWaiting(fleet)) {
      if (told.has(version)) continue;
      told.add(version);
      plan.tell(
        `${episodes === 1 ? 'An episode waits' : `${episodes} episodes wait`} for a worker of zorkgpt ${version}; this one is of another version and leaves them to it.`,
      );
    }
  };
  await look();
  await everyOnce(Math.max(plan.leaseMs, 1_000), look, stop);
}

async function rest(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
}

/** A vanished worker is forgotten after so many leases. */
const FORGOTTEN_AFTER = 10;

/** Registers a worker, or its sign of life. Rejects as `Database.transaction`. */
async function signIn({ database, version }: Fleet, { worker, leaseMs, parallel }: WorkerPlan) {
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

async function isToldToDrain({ database }: Fleet, { worker }: Holder): Promise<boolean> {
  const told = 'select from zorkgpt.worker where name = $1 and draining';
  return (await database.query(told, [worker])).length > 0;
}

/** Other versions with waiting episodes, and their number. */
export function othersWaiting({ database, version }: Fleet) {
  return database.query<{ version: string; episodes: number }>(
    `select run.version, count(*)::int as episodes from zorkgpt.episode
       join zorkgpt.run on run.id = episode.run
       where episode.state = 'waiting' and run.version <> $1 group by run.version`,
    [version],
  );
}

export function workerName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
}
