/** @module-tag slow */
import { cpSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandFile } from '../../src/storage/compressed-file.ts';
import { repeats } from '../helpers/repeats.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { differing, playedFiles } from './harness/played-files.ts';

const EPISODE = 'play/episodes/0001';
const RECORDS = ['trajectory.jsonl', 'model-calls.jsonl'];
const TEXTS = ['transcript.txt', 'commands.rec', 'log.jsonl'];

describe('files whose end a kill tore', () => {
  it('are cut to what is whole, and the episode ends as if nothing had happened', async () => {
    const cwd = temporaryFolder();
    const run = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', 'play'];
    await runCli([...run, '--turns', '8', '--seed', '5', '--display', 'none'], { cwd });
    const expected = playedFiles(path.join(cwd, 'play'));
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    for (let trial = 0; trial < repeats(3, 12); trial += 1) {
      const copy = temporaryFolder();
      cpSync(cwd, copy, { recursive: true });
      const at = (name: string) => path.join(copy, EPISODE, name);
      rmSync(at('summary.json'));
      expandFile(at('model-calls.jsonl'));
      for (const name of RECORDS) tearLastRecord(at(name), random);
      for (const name of TEXTS) tearAnywhere(at(name), random);
      const resumed = await runCli(['resume', '--workdir', 'play', '--display', 'none'], {
        cwd: copy,
      });
      const told = `seed ${seed}, trial ${trial}: ${resumed.err}`;
      expect(resumed.code, told).toBe(0);
      expect(differing(playedFiles(path.join(copy, 'play')), expected), told).toEqual([]);
    }
  });

  it('stop the resume with the number of the record when the damage is in the middle', async () => {
    const cwd = temporaryFolder();
    const run = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', 'play'];
    await runCli([...run, '--turns', '5', '--seed', '5', '--display', 'none'], { cwd });
    rmSync(path.join(cwd, EPISODE, 'summary.json'));
    const file = path.join(cwd, EPISODE, 'trajectory.jsonl');
    const bytes = readFileSync(file);
    const second = bytes.indexOf('\n') + 40;
    bytes[second] = (bytes[second] ?? 0) ^ 1;
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, bytes);
    const resumed = await runCli(['resume', '--workdir', 'play'], { cwd });
    expect(resumed.code).toBe(1);
    expect(resumed.err).toContain('Record 2');
  });
});

/** Leaves at least one byte of the last record off. */
function tearLastRecord(file: string, random: () => number): void {
  const bytes = readFileSync(file);
  const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  truncateSync(file, start + Math.floor(random() * (bytes.length - start)));
}

function tearAnywhere(file: string, random: () => number): void {
  truncateSync(file, Math.floor(random() * readFileSync(file).length));
}
