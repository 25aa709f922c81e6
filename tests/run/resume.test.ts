/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import path from 'node:path';
import { startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { repeats } from '../helpers/repeats.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { canaryHits } from './harness/canary.ts';
import { playedFiles } from './harness/played-files.ts';
import { brokenPromises, randomMoment } from './harness/resume-promise.ts';
import { ENVIRONMENT, killedRun, prepareWorkdir } from './harness/resume-trial.ts';

const RUN = ['run', '--turns', '7', '--seed', '5', '--display', 'none'];
const KILLS = repeats(2, 10);
/** Calls from one kill to the next, at most; an episode is then killed about seven times. */
const CALLS = 4;

describe('an episode that is killed', () => {
  let server: OfflineServer;
  beforeAll(async () => {
    server = await startOfflineServer();
  });
  afterAll(() => server.close());

  it('goes on where it was, ends byte for byte as if nothing had happened, and asks again only what was in flight', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const root = temporaryFolder();
    const undisturbed = prepareWorkdir(path.join(root, 'undisturbed'), server);
    const whole = await runCli(RUN, { cwd: undisturbed.cwd, environment: ENVIRONMENT });
    expect(whole.code, whole.err).toBe(0);
    const expected = { asked: [...server.asked], files: playedFiles(undisturbed.workdir) };
    let killed = 0;
    for (let trial = 0; killed < KILLS; trial += 1) {
      const { cwd, workdir } = prepareWorkdir(path.join(root, `killed-${trial}`), server);
      server.latencyMs = Math.floor(random() * 8);
      const moments = Array.from({ length: KILLS - killed }, (_, life) =>
        randomMoment(random, life === 0, CALLS),
      );
      const run = { run: RUN, episode: '0001', moments };
      const played = await killedRun(cwd, server, run);
      const broken = brokenPromises(played, () => playedFiles(workdir), expected);
      const told = `seed ${seed}, trial ${trial}, killed at ${JSON.stringify(moments.slice(0, played.kills.length))}`;
      expect(broken, told).toEqual([]);
      killed += played.kills.length;
    }
    expect(canaryHits(root, [whole.out, whole.err])).toEqual([]);
  });
});
