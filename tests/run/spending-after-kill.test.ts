/** @module-tag slow */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../../src/model/budget.ts';
import { startCli } from '../helpers/cli-child.ts';
import { COST_USD, startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { callLines } from '../helpers/read-calls.ts';
import { repeats } from '../helpers/repeats.ts';
import { runCli } from '../helpers/run-cli.ts';
import { ENVIRONMENT, prepareWorkdir } from './harness/resume-trial.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const KILLS = repeats(1, 25);
const RUN = ['run', '--episodes', '2', '--parallel', '2', '--turns', '3', '--display', 'none'];

interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Number of recorded calls and their tokens, over all episodes of a workdir. */
function recorded(workdir: string) {
  const episodes = readdirSync(path.join(workdir, 'episodes')).filter((name) => /^\d+$/.test(name));
  const lines = episodes.flatMap((episode) =>
    callLines(path.join(workdir, 'episodes', episode))
      .split('\n')
      .filter(Boolean),
  );
  const usages = lines.map((line) => (JSON.parse(line) as { usage: Usage }).usage);
  return {
    calls: lines.length,
    promptTokens: usages.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: usages.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  };
}

function ledger(workdir: string): Spent {
  const { days } = JSON.parse(readFileSync(path.join(workdir, 'spending.json'), 'utf8')) as {
    days: Record<string, Spent>;
  };
  return Object.values(days).reduce(addSpent, NOTHING_SPENT);
}

describe('the ledger after kills', () => {
  let server: OfflineServer;
  beforeAll(async () => {
    server = await startOfflineServer();
  });
  afterAll(() => server.close());

  it('comes to what is recorded as soon as the next run has ended, also with two episodes at a time', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const { cwd, workdir } = prepareWorkdir(temporaryFolder(), server);
    const start = () => startCli(RUN, { cwd, environment: ENVIRONMENT });
    server.latencyMs = 3;
    let killed = 0;
    for (let life = 0; life < KILLS; life += 1) {
      const child = start();
      const at = 1 + Math.floor(random() * 8);
      const from = server.asked.length;
      server.onRequest = (count) => {
        if (count - from === at) setTimeout(() => child.kill('SIGKILL'), random() * 10);
      };
      const { signal } = await child.ended;
      if (signal === 'SIGKILL') killed += 1;
    }
    server.onRequest = null;
    const { code, err } = await runCli(RUN, { cwd, environment: ENVIRONMENT });
    expect(code, err).toBe(0);
    expect(killed, `seed ${seed}`).toBeGreaterThan(0);
    const expected = recorded(workdir);
    const spent = ledger(workdir);
    expect(spent, `seed ${seed}`).toMatchObject(expected);
    expect(spent.costUsd).toBeCloseTo(expected.calls * COST_USD, 9);
  });
});
