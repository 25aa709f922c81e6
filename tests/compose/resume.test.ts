import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import path from 'node:path';
import { startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { seededRandom } from '../storage/harness/random.ts';
import { canaryHits } from './harness/canary.ts';
import { differing, playedFiles } from './harness/played-files.ts';
import { killedRun, prepareWorkdir, runChild } from './harness/resume-trial.ts';

const RUN = ['run', '--turns', '12', '--seed', '5', '--display', 'none'];
const KILLED = 4;

describe('an episode that is killed', () => {
  let server: OfflineServer;
  beforeAll(async () => {
    server = await startOfflineServer();
  });
  afterAll(() => server.close());

  it('goes on where it was and ends byte for byte as if nothing had happened', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const root = temporaryFolder();
    const undisturbed = prepareWorkdir(path.join(root, 'undisturbed'), server);
    const whole = await runChild(undisturbed.cwd, RUN);
    expect(whole.code, whole.err).toBe(0);
    const calls = server.asked.length;
    const expected = playedFiles(undisturbed.workdir);
    for (let trial = 0; trial < KILLED; trial += 1) {
      const { cwd, workdir } = prepareWorkdir(path.join(root, `killed-${trial}`), server);
      const killAt = [1 + Math.floor(random() * calls)];
      // Every other one is killed again while it is resumed.
      if (trial % 2 === 1) killAt.push(1 + Math.floor(random() * (calls - (killAt[0] ?? 0))));
      const { lost, ends } = await killedRun(cwd, server, {
        run: RUN,
        episode: '0001',
        killAt,
        delayMs: () => Math.floor(random() * 15),
      });
      const told = `seed ${seed}, trial ${trial}, killed at ${killAt.join()}: ${ends.at(-1)?.err}`;
      expect(ends.at(-1)?.code, told).toBe(0);
      expect(differing(playedFiles(workdir), expected), told).toEqual([]);
      // Nothing whose reply was on disk is asked again.
      expect(server.asked.length, told).toBe(calls + lost);
    }
    expect(canaryHits(root, [whole.out, whole.err])).toEqual([]);
  });
});
