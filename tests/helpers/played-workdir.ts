import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { madeOnce } from './made-once.ts';
import { runCli } from './run-cli.ts';
import { makePlace, temporaryFolder } from './workdir.ts';

/** Turns of each of the two episodes. */
export const PLAYED_TURNS = 40;

/** A copy of a folder in which the offline player played two episodes of the shipped story into `play`. */
export async function playedWorkdir(
  environment: Readonly<Record<string, string>> = {},
  turns = PLAYED_TURNS,
): Promise<string> {
  const copy = temporaryFolder();
  cpSync(await playedOnce(environment, turns), copy, { recursive: true });
  return copy;
}

function playedOnce(environment: Readonly<Record<string, string>>, turns: number): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([environment, turns]))
    .digest('hex');
  return madeOnce(`played-${key}`, (folder) => play(folder, environment, turns));
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
