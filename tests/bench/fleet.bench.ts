import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimEpisode } from '../../src/fleet/episode-claims.ts';
import { openFleet, type Fleet } from '../../src/fleet/fleet.ts';
import { storeEpisode, type EpisodeToStore } from '../../src/fleet/store-episode.ts';
import { locationId } from '../../src/domain/ids.ts';
import { MEMORIES, type FileChange } from '../../src/managers/memory/memory-changes.ts';
import { parseDocument } from '../../src/managers/memory/memory-document.ts';
import { ask, played } from '../fleet/harness.ts';
import { memory } from '../helpers/memory.ts';
import { hasOwnPostgres, ownServer } from '../helpers/postgres.ts';
import { overheadRows } from './fleet-overhead.ts';
import { median, row, type PagePart } from './bench-page.ts';

/** Connections that all simulated workers share, as behind a pooler. */
const CONNECTIONS = 40;
const LEASE = { leaseMs: 600_000 };

/** One PostgreSQL of this machine, and a thousand workers that play nothing and wait for nothing else. */
export async function fleetPart(workers = 1_000, episodes = 600): Promise<PagePart> {
  const title = 'A fleet over one PostgreSQL on this machine';
  if (!hasOwnPostgres()) {
    return { title, rows: [row('fleet', null, '', { note: 'no PostgreSQL on this machine' })] };
  }
  const server = await ownServer();
  const fleet = await openFleet(await server.database(), {
    patienceMs: 60_000,
    connections: CONNECTIONS,
    tell: () => undefined,
  });
  try {
    const handed = await crowd(fleet, { workers, episodes, store: 'small' }, () => played('A'));
    const bytes = randomBytes(100_000);
    const heavy = (index: number): EpisodeToStore => {
      const own = Buffer.concat([bytes, Buffer.from(String(index))]);
      return played('A', { records: new Map([['model-calls.jsonl', own]]), learnt: [] });
    };
    const stored = await crowd(fleet, { workers, episodes, store: 'large' }, heavy);
    return {
      title,
      rows: [
        row('episodes handed out and stored, nothing in them', handed.perSecond, '1/s', {
          note: `${workers} workers, ${CONNECTIONS} connections, load ${loadavg()[0]?.toFixed(0)}`,
        }),
        row('most episodes of one worker', handed.most, '', {
          note: `fair would be ${(episodes / workers).toFixed(1)}`,
        }),
        row('episodes of 100 kB that no compression makes smaller', stored.perSecond, '1/s'),
        ...(await lockRows(fleet)),
        ...(await overheadRows(server)),
      ],
    };
  } finally {
    await fleet.close();
    await server.stop('fast');
  }
}

/** All workers take and store until nothing is left. */
async function crowd(
  fleet: Fleet,
  { workers, episodes, store }: { workers: number; episodes: number; store: string },
  play: (index: number) => EpisodeToStore,
): Promise<{ perSecond: number; most: number }> {
  await ask(
    fleet,
    Array.from({ length: episodes }, () => null),
    { store },
  );
  let done = 0;
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      let own = 0;
      while (done < episodes) {
        const claim = await claimEpisode(fleet, { worker: String(worker), ...LEASE });
        if (claim === null) break;
        const outcome = await storeEpisode(fleet, claim, play(claim.episode));
        if (outcome !== 'stored') throw new Error(`Episode ${claim.episode} was not stored.`);
        own += 1;
        done += 1;
        // The others come first.
        await sleep(0);
      }
      return own;
    }),
  );
  const perSecond = done / ((performance.now() - began) / 1_000);
  return { perSecond, most: Math.max(...counts) };
}

/** How long the lessons of an episode keep others from storing theirs, by the size of the shared memory. */
async function lockRows(fleet: Fleet) {
  const rows = [];
  for (const [size, repeats] of [
    [20_000, 21],
    [200_000, 11],
    [5_000_000, 3],
  ] as const) {
    const store = `memory-${size}`;
    const base = memoriesOf(size);
    await ask(
      fleet,
      Array.from({ length: repeats + 1 }, () => null),
      { store },
    );
    const times: number[] = [];
    for (let count = 0; count <= repeats; count += 1) {
      const claim = await claimEpisode(fleet, { worker: 'one', ...LEASE });
      if (claim === null) break;
      const mine = withLessons(base, count);
      const learnt = [{ name: 'Memories.md', base: count === 0 ? null : base, mine }];
      const began = process.cpuUsage();
      await storeEpisode(fleet, claim, played('A', { learnt }));
      const { user, system } = process.cpuUsage(began);
      if (count > 0) times.push((user + system) / 1_000);
    }
    const kB = Math.round(base.length / 1_000);
    rows.push(
      row(`storing ten lessons into a shared memory of ${kB} kB`, median(times), 'ms', {
        note: 'processor time of the worker, most of it while it holds the row',
      }),
    );
  }
  return rows;
}

function memoriesOf(size: number): Uint8Array {
  const text =
    'The goose guards the hatch and bites whoever comes near it with empty hands. '.repeat(3);
  const changes = Array.from({ length: Math.ceil(size / 330) }, (_, index): FileChange => {
    const room = { id: locationId(Math.floor(index / 10)), name: `Room ${index}` };
    return { kind: 'add', room, memory: memory({ title: `Lesson ${index}`, text }) };
  });
  // Room by room: an addition takes as long as there are rooms.
  const parts = [];
  for (let from = 0; from < changes.length; from += 10) {
    parts.push(applied(null, changes.slice(from, from + 10)));
  }
  return Buffer.concat(parts);
}

function withLessons(base: Uint8Array, count: number): Uint8Array {
  const changes = Array.from({ length: 10 }, (_, index): FileChange => {
    const room = { id: locationId(index), name: `Room ${index}` };
    const one = memory({
      title: `New ${count}.${index}`,
      text: `Learnt ${count}.`,
      episode: count,
    });
    return { kind: 'add', room, memory: one };
  });
  return applied(base, changes);
}

function applied(bytes: Uint8Array | null, changes: readonly FileChange[]): Uint8Array {
  const document = changes.reduce(
    (one, change) => MEMORIES.apply(one, change).document,
    parseDocument(bytes),
  );
  return MEMORIES.print(document);
}
