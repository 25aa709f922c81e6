/**
 * Kills episodes at random moments and resumes them: `node --import tsx tests/soak/resume.soak.ts [trials] [seed]`.
 * Each must end byte for byte as the one that nobody disturbed. Prints its seed and one line per 10 trials; ends with 1
 * when a promise was broken.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { canaryHits } from '../compose/harness/canary.ts';
import { FROM_BUILD } from '../compose/harness/cli-child.ts';
import { differing, playedFiles } from '../compose/harness/played-files.ts';
import { killedRun, prepareWorkdir, runChild } from '../compose/harness/resume-trial.ts';
import { startOfflineServer } from '../helpers/offline-server.ts';
import { removeTemporaryFolders, temporaryFolder } from '../storage/harness/folder.ts';
import { seededRandom } from '../storage/harness/random.ts';

const trials = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
const random = seededRandom(seed);
const root = temporaryFolder();
const server = await startOfflineServer();
const totals = { kills: 0, lost: 0, mostLost: 0, repeated: 0, canary: 0, wrong: 0 };
console.log(`seed ${seed}, ${trials} trials`);
spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

for (let trial = 0; trial < trials;) {
  const run = ['run', '--seed', String(1 + trial), '--turns', '30', '--display', 'none'];
  const expected = await undisturbed(run, trial);
  for (let again = 0; again < 10 && trial < trials; again += 1, trial += 1) {
    await killed(run, trial, expected);
  }
  console.log(`${trial} trials: ${JSON.stringify(totals)}`);
}
await server.close();
removeTemporaryFolders();
process.exitCode = totals.wrong + totals.canary === 0 ? 0 : 1;

async function undisturbed(run: readonly string[], trial: number) {
  const { cwd, workdir } = prepareWorkdir(path.join(root, `whole-${trial}`), server);
  server.forget();
  const { code, err } = await runChild(cwd, run, FROM_BUILD);
  if (code !== 0) throw new Error(err);
  return { calls: server.asked.length, files: playedFiles(workdir) };
}

async function killed(
  run: readonly string[],
  trial: number,
  expected: { readonly calls: number; readonly files: Readonly<Record<string, string>> },
): Promise<void> {
  const { cwd, workdir } = prepareWorkdir(path.join(root, `killed-${trial}`), server);
  server.latencyMs = random() < 0.5 ? 0 : Math.floor(random() * 8);
  const moment = (): number => 1 + Math.floor(random() * expected.calls);
  const killAt = Array.from({ length: 1 + Math.floor(random() * 3) }, moment);
  const delayMs = (): number => Math.floor(random() * 25);
  const plan = { run, episode: '0001', killAt, delayMs, program: FROM_BUILD };
  const { kills, lost, ends } = await killedRun(cwd, server, plan);
  server.latencyMs = 0;
  const last = ends.at(-1);
  const repeated = server.asked.length - expected.calls;
  const wrong = last?.code === 0 ? differing(playedFiles(workdir), expected.files) : ['no end'];
  if (repeated !== lost) wrong.push(`${repeated} requests repeated, ${lost} lost`);
  if (wrong.length > 0) {
    totals.wrong += 1;
    console.log(
      `trial ${trial}, killed at ${killAt.join()}: ${wrong.join(', ')} in ${workdir}\n${last?.err}`,
    );
  }
  totals.kills += kills;
  totals.lost += lost;
  totals.mostLost = Math.max(totals.mostLost, lost);
  totals.repeated += repeated;
  totals.canary += canaryHits(
    cwd,
    ends.flatMap(({ out, err }) => [out, err]),
  ).length;
  if (wrong.length === 0) rmSync(cwd, { recursive: true });
}
