import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from './run-cli.ts';
import { makePlace, temporaryFolder } from './workdir.ts';

/** Turns of each of the two episodes. */
export const PLAYED_TURNS = 60;

/** A copy of a folder in which the offline player played two episodes of the shipped story into `play`. */
export async function playedWorkdir(
  environment: Readonly<Record<string, string>> = {},
  turns = PLAYED_TURNS,
): Promise<string> {
  const copy = temporaryFolder();
  cpSync(await playedOnce(environment, turns), copy, { recursive: true });
  return copy;
}

/** Played by the first that asks: all test processes have one temporary folder. */
async function playedOnce(
  environment: Readonly<Record<string, string>>,
  turns: number,
): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([environment, turns]))
    .digest('hex');
  const folder = path.join(tmpdir(), `played-${key}`);
  const [done, failed] = [path.join(folder, 'done'), path.join(folder, 'failed')];
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    try {
      await play(path.join(folder, 'place'), environment, turns);
      mkdirSync(done);
    } catch (error) {
      mkdirSync(failed);
      throw error;
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error('The play failed; the first that asked for it says why.');
    await sleep(50);
  }
  return path.join(folder, 'place');
}

async function play(
  folder: string,
  environment: Readonly<Record<string, string>>,
  turns: number,
): Promise<void> {
  const { cwd } = makePlace({}, folder);
  const args = `run --episodes 2 --turns ${turns} --seed 5 --display none`.split(' ');
  const { code, err } = await runCli(args, { cwd, environment });
  if (code !== 0) throw new Error(err);
}
