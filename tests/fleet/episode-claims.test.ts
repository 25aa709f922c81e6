/** @module-tag slow */
import { setTimeout as sleep } from 'node:timers/promises';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { configSchema } from '../../src/config/schema.ts';
import { summarySchema } from '../../src/records/summary.ts';
import { deadEndsOfPlace, shareOfBudget } from '../../src/fleet/worker/prepare-folder.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  adoptClaim,
  claimEpisode,
  failClaim,
  giveBackClaim,
  MOST_FAILURES,
  MOST_VANISHED,
  renewClaims,
  releaseOverdueClaims,
  type Claim,
} from '../../src/fleet/episode-claims.ts';
import { cancelEpisodes, readFleetStatus } from '../../src/fleet/client/control.ts';
import type { Fleet } from '../../src/fleet/fleet.ts';
import { storeEpisode } from '../../src/fleet/store-episode.ts';
import { Leases } from '../../src/fleet/worker/leases.ts';
import { playClaim } from '../../src/fleet/worker/play-claim.ts';
import { PlayerProcess } from '../../src/fleet/worker/player-process.ts';
import { othersWaiting } from '../../src/fleet/worker/worker.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { ask, newDatabase, newFleet, played, valueOf } from './harness.ts';

const LONG = { worker: 'a', leaseMs: 60_000 };
const SHORT = { worker: 'b', leaseMs: 1 };

async function take(fleet: Fleet, holder = LONG): Promise<Claim> {
  const claim = await claimEpisode(fleet, holder);
  if (claim === null) throw new Error('Nothing waits.');
  return claim;
}

/** A worker takes the next episode and is not heard of again. */
async function vanish(fleet: Fleet): Promise<void> {
  await take(fleet, SHORT);
  await sleep(10);
  await releaseOverdueClaims(fleet);
}

async function restIsOver(fleet: Fleet): Promise<void> {
  await fleet.database.query('update zorkgpt_queue.job set start_after = now()');
}

/** The pause before an episode is handed out again, in whole seconds. */
async function pauseOf(fleet: Fleet, episode: number): Promise<number> {
  const seconds = await valueOf(
    fleet,
    `select round(extract(epoch from start_after - created_on)) from zorkgpt_queue.job
     join zorkgpt.episode on episode.job = job.id where episode.id = ${episode}`,
  );
  return Number(seconds);
}

describe.skipIf(!hasPostgres())('an episode of a fleet', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await newFleet();
  });
  afterEach(() => cancelEpisodes(fleet, {}));
  afterAll(() => fleet.close());

  it('is not begun by a worker that is told to end while it prepares', async () => {
    await ask(fleet, [null]);
    const claim = await take(fleet);
    class Idle extends PlayerProcess {
      override play(): never {
        throw new Error('It plays.');
      }
    }
    const leases = new Leases(fleet, LONG);
    const stop = AbortSignal.abort();
    const player = { args: [], cwd: '.' };
    const tell = () => undefined;
    const plan = { ...LONG, parallel: 1, folder: temporaryFolder(), player, tell, stop };
    const bench = { fleet, plan, leases, player: new Idle([], '.'), stop };
    expect(await playClaim(bench, claim)).toBe('over');
    expect(leases.claims).toEqual([claim]);
  });

  it('is told of the dead ends that other workers came to before it', async () => {
    await ask(fleet, [null, null, null, null], { store: 'dead-ends' });
    const began = { turns: 5, points: 0, room: 7 };
    const summary = { ...played('A').summary, turns: 9, score: 0, stopReason: 'death' as const };
    for (const stored of [1, 2, 3]) {
      const claim = await take(fleet);
      await storeEpisode(fleet, claim, {
        ...played(`line ${stored}`),
        summary,
        manifest: { recipe: began },
      });
    }
    const claim = await take(fleet);
    const ends = (number: number) =>
      fleet.database.transaction((tx) => deadEndsOfPlace(tx, { ...claim, number }, []));
    expect([await ends(2), await ends(3), await ends(4)]).toEqual([[7], [7, 7], [7, 7, 7]]);
    const elsewhere = { place: 'elsewhere', number: 4 };
    expect(await fleet.database.transaction((tx) => deadEndsOfPlace(tx, elsewhere, []))).toEqual(
      [],
    );
  });

  it('is stored while its lease lasts, and a second time changes nothing', async () => {
    await ask(fleet, [null]);
    const claim = await take(fleet);
    expect(await storeEpisode(fleet, claim, played('A'))).toBe('stored');
    expect(await storeEpisode(fleet, claim, played('B'))).toBe('stored');
    const records = `select count(*) from zorkgpt.record where episode = ${claim.episode}`;
    expect(await valueOf(fleet, records)).toBe('1');
    expect(await claimEpisode(fleet, LONG)).toBeNull();
  });

  it('cannot be stored once its lease is over, and teaches nothing', async () => {
    await ask(fleet, [null], { store: 'late' });
    const claim = await take(fleet, SHORT);
    await sleep(20);
    expect(await storeEpisode(fleet, claim, played('late'))).toBe('late');
    const rows = "select count(*) from zorkgpt.learnt where place like 'late/%'";
    expect(await valueOf(fleet, rows)).toBe('0');
    expect(await renewClaims(fleet, SHORT, [claim.token])).toEqual(new Set());
    expect(await releaseOverdueClaims(fleet)).toBe(1);
    expect(await releaseOverdueClaims(fleet)).toBe(0);
  });

  it('cannot be stored by whoever had it before', async () => {
    await ask(fleet, [null], { store: 'stolen' });
    const first = await take(fleet);
    await giveBackClaim(fleet, first);
    const second = await take(fleet);
    expect(second.episode).toBe(first.episode);
    expect(await storeEpisode(fleet, first, played('first'))).toBe('late');
    expect(await storeEpisode(fleet, second, played('second'))).toBe('stored');
  });

  it('is followed by the next of its chain only when it is stored', async () => {
    await ask(fleet, [null, 0, 1], { store: 'chain' });
    for (const number of [1, 2, 3]) {
      const claim = await take(fleet);
      expect(claim.number).toBe(number);
      expect(await claimEpisode(fleet, LONG)).toBeNull();
      await storeEpisode(fleet, claim, played(`line ${number}`));
    }
    const learnt = "select version from zorkgpt.learnt where place like 'chain/%'";
    expect(await valueOf(fleet, learnt)).toBe(3);
  });

  it('that was cut short ends the chain of an experiment', async () => {
    const { episodes } = await ask(fleet, [null, 0, 1], { store: 'cut' });
    await storeEpisode(fleet, await take(fleet), played('A', { endsChain: true }));
    expect(await claimEpisode(fleet, LONG)).toBeNull();
    const last = `select state from zorkgpt.episode where id = ${episodes[2]?.id}`;
    expect(await valueOf(fleet, last)).toBe('cancelled');
  });

  it(`rests longer after each failure and is set aside after ${MOST_FAILURES}, with those after it`, async () => {
    const { episodes } = await ask(fleet, [null, 0], { store: 'poison' });
    const [poison] = episodes;
    const pauses: number[] = [];
    for (let failure = 1; failure < MOST_FAILURES; failure += 1) {
      await failClaim(fleet, await take(fleet), `It breaks (${failure}).`);
      pauses.push(await pauseOf(fleet, poison?.id ?? 0));
      await restIsOver(fleet);
    }
    expect(pauses).toEqual([1, 4]);
    await giveBackClaim(fleet, await take(fleet));
    await vanish(fleet);
    await restIsOver(fleet);
    await failClaim(fleet, await take(fleet), 'It breaks again.');
    expect(await claimEpisode(fleet, LONG)).toBeNull();
    const { failed } = await readFleetStatus(fleet);
    expect(failed).toEqual([
      expect.objectContaining({ episode: 2, reason: 'An episode before it was set aside.' }),
      expect.objectContaining({ episode: 1, reason: 'It breaks again.' }),
    ]);
  });

  it('rests longer each time its worker vanishes, which counts as no failure', async () => {
    const { episodes } = await ask(fleet, [null], { store: 'preempted' });
    const pauses: number[] = [];
    for (let count = 0; count <= MOST_FAILURES; count += 1) {
      await vanish(fleet);
      pauses.push(await pauseOf(fleet, episodes[0]?.id ?? 0));
      await restIsOver(fleet);
    }
    expect(pauses).toEqual([1, 2, 4, 8]);
    await failClaim(fleet, await take(fleet), 'It breaks.');
    const counts =
      "select failures || ' ' || vanished from zorkgpt.episode where store = 'preempted'";
    expect(await valueOf(fleet, counts)).toBe('1 0');
  });

  it.each([
    ['vanished', MOST_VANISHED - 2, 'waiting'],
    ['vanished', MOST_VANISHED - 1, 'failed'],
    ['vanished', MOST_VANISHED, 'failed'],
    ['failures', MOST_FAILURES - 2, 'waiting'],
    ['failures', MOST_FAILURES - 1, 'failed'],
    ['failures', MOST_FAILURES, 'failed'],
  ])('with %s at %i is %s after one more', async (count, before, state) => {
    const store = `${count}-${before}`;
    await ask(fleet, [null], { store });
    await fleet.database.query(
      `update zorkgpt.episode set ${count} = ${before} where store = '${store}'`,
    );
    if (count === 'vanished') await vanish(fleet);
    else await failClaim(fleet, await take(fleet), 'It breaks.');
    const now = `select state from zorkgpt.episode where store = '${store}'`;
    expect(await valueOf(fleet, now)).toBe(state);
    await restIsOver(fleet);
    expect((await claimEpisode(fleet, LONG)) === null).toBe(state === 'failed');
    const { failed } = await readFleetStatus(fleet);
    const named = failed.find(({ place }) => place.startsWith(`${store}/`))?.reason;
    const reason =
      count === 'vanished'
        ? `The worker b stopped answering (${before + 1} in a row).`
        : 'It breaks.';
    expect(named).toBe(state === 'failed' ? reason : undefined);
  });

  it('is taken up again by who played it while the database was away, unless somebody else has it', async () => {
    await ask(fleet, [null], { store: 'kept' });
    const kept = await take(fleet, SHORT);
    await sleep(20);
    await releaseOverdueClaims(fleet);
    expect(await adoptClaim(fleet, LONG, kept)).toBe(true);
    expect(await storeEpisode(fleet, kept, played('kept'))).toBe('stored');
    expect(await adoptClaim(fleet, LONG, kept)).toBe(false);
    expect(await claimEpisode(fleet, LONG)).toBeNull();

    await ask(fleet, [null], { store: 'kept' });
    const lost = await take(fleet);
    await giveBackClaim(fleet, lost);
    await take(fleet, { ...LONG, worker: 'c' });
    expect(await adoptClaim(fleet, LONG, lost)).toBe(false);
  });

  it('gets an even share of what is left of the budgets of its run and of the day', async () => {
    const budget = configSchema.parse({
      budget: { run: { costUsd: 1 }, day: { costUsd: 2, turns: 101 } },
    }).budget;
    const share = async (claim: Claim) => {
      const { run, day } = await fleet.database.transaction((tx) =>
        shareOfBudget(tx, claim, budget),
      );
      return [run.costUsd, day.costUsd, day.turns, run.turns];
    };
    const spent = (costUsd: number) => {
      const summary = summarySchema.parse({ ...played('').summary, turns: 1, costUsd });
      return played('A', { summary });
    };
    await ask(fleet, [null, null], { store: 'money' });
    const [first, second] = [await take(fleet), await take(fleet)];
    expect(await share(first)).toEqual([0.5, 1, 50, null]);
    await storeEpisode(fleet, first, spent(0.25));
    expect(await share(second)).toEqual([0.75, 1.75, 100, null]);
    await ask(fleet, [null], { store: 'money' });
    const third = await take(fleet);
    expect(await share(third)).toEqual([1, 0.875, 50, null]);
    expect(await share(second)).toEqual([0.75, 0.875, 50, null]);
    await storeEpisode(fleet, second, spent(1.75));
    expect(await share(third)).toEqual([1, 1e-6, 99, null]);
    await fleet.database.query(
      "update zorkgpt.episode set stored = stored - interval '1 day' where store = 'money'",
    );
    expect(await share(third)).toEqual([1, 2, 101, null]);
  });

  it('has a number of its own, whoever asks from which folder', async () => {
    const numbers = async (count: number, lastNumber: number) => {
      const needs = Array.from({ length: count }, () => null);
      const { episodes } = await ask(fleet, needs, { store: 'numbers', lastNumber });
      return episodes.map(({ number }) => number);
    };
    expect(await numbers(2, 0)).toEqual([1, 2]);
    expect(await numbers(2, 7)).toEqual([8, 9]);
    expect(await numbers(1, 3)).toEqual([10]);
  });

  it('of a small run does not wait for all of a large one', async () => {
    const large = await ask(fleet, [null, null, null], { store: 'large' });
    const small = await ask(fleet, [null], { store: 'small', rank: 0 });
    const runs = [];
    for (let left = 3; left > 0; left -= 1) runs.push((await take(fleet)).run);
    expect(runs.slice(0, 2).sort()).toEqual([large.run, small.run].sort());
  });
});

describe.skipIf(!hasPostgres())('two versions in one database', () => {
  it('leave each other their episodes and say so', async () => {
    const url = await newDatabase();
    const [old, young] = [await newFleet(url, '0.0.1'), await newFleet(url, '0.0.2')];
    await ask(old, [null]);
    expect(await claimEpisode(young, LONG)).toBeNull();
    expect(await othersWaiting(young)).toEqual([{ version: '0.0.1', episodes: 1 }]);
    expect(await othersWaiting(old)).toEqual([]);
    expect((await take(old)).number).toBe(1);
    await old.close();
    await young.close();
  });
});

describe.skipIf(!hasPostgres())('a database of another version', () => {
  it.each([SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])(
    'is refused in one sentence, and what is in it stays: layout %i',
    async (layout) => {
      const url = await newDatabase();
      const fleet = await newFleet(url);
      await ask(fleet, [null]);
      await fleet.database.query(`update zorkgpt.layout set version = ${layout}`);
      const held = 'select json_agg(one) from zorkgpt.episode one';
      const before = await valueOf(fleet, held);
      await expect(newFleet(url)).rejects.toThrow(
        new RegExp(
          `tables of layout ${layout}, and this version of zorkgpt needs ${SCHEMA_VERSION}; use the version`,
        ),
      );
      expect(await valueOf(fleet, held)).toEqual(before);
      await fleet.close();
    },
  );
});

describe.skipIf(!hasPostgres())('a new database', () => {
  it('becomes a fleet once, however many open it at the same time', async () => {
    const url = await newDatabase();
    const fleets = await Promise.all(Array.from({ length: 8 }, () => newFleet(url)));
    expect(await valueOf(fleets[0] as Fleet, 'select count(*) from zorkgpt.layout')).toBe('1');
    await Promise.all(fleets.map((one) => one.close()));
  });
});
