/** @module-tag slow */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repeats } from '../helpers/repeats.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { FAULT_PRELOAD } from '../storage/harness/child.ts';
import { startCli } from '../helpers/cli-child.ts';
import { differing, playedFiles } from './harness/played-files.ts';

const RUN = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', 'play'];
const EPISODE = [...RUN, '--turns', '4', '--seed', '5', '--display', 'none'];

/** How much was written before: before the first turn, in the middle of the play, at the very last flush. */
const MOMENTS = [70, 200, 260].slice(repeats(1, 0));

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

describe('a disk that fills up while an episode is played', () => {
  it('ends the run with 1 and a sentence; what was kept stays, and resume goes on once there is space', async () => {
    const whole = temporaryFolder();
    expect((await runCli(EPISODE, { cwd: whole })).code).toBe(0);
    const expected = playedFiles(path.join(whole, 'play'));
    for (const at of MOMENTS) {
      const cwd = temporaryFolder();
      const environment = {
        FAULT_ROOT: path.join(cwd, 'play'),
        FAULT_AT: String(at),
        FAULT_ACTION: 'ENOSPC-from',
      };
      const nodeFlags = ['-r', FAULT_PRELOAD];
      const full = await startCli(EPISODE, { cwd, environment, nodeFlags }).ended;
      const told = `at ${at}: ${full.err}`;
      expect(full.code, told).toBe(1);
      expect(full.err, told).toMatch(/^Error: .*the disk is full; free some space.*$/m);
      const trajectory = path.join(cwd, 'play/episodes/0001/trajectory.jsonl');
      const kept = linesOf(trajectory);
      expect(
        expected['trajectory.jsonl']?.startsWith(kept.map((line) => `${line}\n`).join('')),
        told,
      ).toBe(true);
      // Where only the very last flush failed the episode is whole.
      if (!existsSync(path.join(cwd, 'play/episodes/0001/summary.json'))) {
        const args = ['resume', '--workdir', 'play', '--display', 'none'];
        const resumed = await runCli(args, { cwd });
        expect(resumed.code, `${told}\n${resumed.err}`).toBe(0);
      }
      expect(differing(playedFiles(path.join(cwd, 'play')), expected), told).toEqual([]);
    }
  });
});
