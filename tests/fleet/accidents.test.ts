/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startCli, type CliChild } from '../helpers/cli-child.ts';
import { ask, hasOwnPostgres, ownServer } from '../helpers/postgres.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const LEASE_MS = 3_000;
const EXPERIMENT = 'eval --arms memory --seeds 1..3 --episodes 2 --turns 6 --json'.split(' ');
const UNITS = 6;
/** Episodes that end soon: little is tried again in the engine after each. */
const CHEAP = { ZORKGPT_PLAYER: 'offline', ZORKGPT_VERIFY_AFTER_EPISODE: '60' };

const children: CliChild[] = [];

function start(args: readonly string[], url: string): CliChild {
  const environment = { ZORKGPT_FLEET: url, ...CHEAP };
  const child = startCli(args, { cwd: temporaryFolder(), environment });
  children.push(child);
  return child;
}

const PLAYS = `select worker.pid from zorkgpt.episode
  join zorkgpt.worker on worker.name = episode.worker
  where state = 'playing' and lease_until > clock_timestamp()`;

async function plays(url: string, { pid }: CliChild): Promise<boolean> {
  return (await ask(url, PLAYS)).some((row) => row['pid'] === pid);
}

async function untilItPlays(url: string, worker: CliChild): Promise<void> {
  while (!(await plays(url, worker))) await sleep(40);
}

/** Stops a worker while it plays: one that stored its episode just then goes on to the next. */
async function stopInPlay(url: string, worker: CliChild): Promise<void> {
  for (;;) {
    await untilItPlays(url, worker);
    worker.kill('SIGSTOP');
    // What it had sent already may still be carried out.
    await sleep(200);
    if (await plays(url, worker)) return;
    worker.kill('SIGCONT');
  }
}

function filesOf(out: string): Readonly<Record<string, string>> {
  const units = [1, 2, 3].flatMap((seed) =>
    [1, 2].map((episode) => `memory/seed-000${seed}/episodes/000${episode}/trajectory.jsonl`),
  );
  const learnt = 'memory/seed-0001/Memories.md';
  const read = (file: string) => [file, readFileSync(path.join(out, file), 'utf8')] as const;
  return Object.fromEntries(['results.json', learnt, ...units].map(read));
}

describe.skipIf(!hasOwnPostgres())('an experiment on three workers', () => {
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('comes out byte for byte as in one process, with a kill, a crash of the database and a stop beyond the lease', async () => {
    const server = await ownServer();
    const url = await server.database();
    const [here, there] = [temporaryFolder(), temporaryFolder()];
    const plain = await runCli([...EXPERIMENT, '--out', here], {
      cwd: here,
      environment: CHEAP,
    });
    expect(plain.code, plain.err).toBe(0);
    const [first, second, third] = [1, 2, 3].map(() =>
      start(['worker', '--lease', `${LEASE_MS}ms`], url),
    ) as [CliChild, CliChild, CliChild];
    for (const worker of [first, second, third]) await worker.said('waits for work');
    const evaluation = start([...EXPERIMENT, '--out', there], url);
    const accidents = async () => {
      await untilItPlays(url, first);
      first.kill('SIGKILL');
      await untilItPlays(url, third);
      await server.crash();
      await stopInPlay(url, second);
      await sleep(LEASE_MS * 1.5);
      second.kill('SIGCONT');
      await second.said('nothing of it is stored');
      return evaluation.ended;
    };
    const { code, err } = await Promise.race([accidents(), evaluation.ended]);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(filesOf(there)).toEqual(filesOf(here));
    const states = await ask(
      url,
      'select state, count(*)::int from zorkgpt.episode group by state',
    );
    expect(states).toEqual([{ state: 'done', count: UNITS }]);

    third.kill('SIGTERM');
    second.kill('SIGINT');
    expect([(await third.ended).code, (await second.ended).code]).toEqual([143, 130]);
    expect(await ask(url, 'select * from zorkgpt.worker where seen > now()')).toEqual([]);
    await server.stop('fast');
  });
});
