import { cpSync } from 'node:fs';
import { runCli } from './run-cli.ts';
import { makePlace, temporaryFolder } from './workdir.ts';

let played: Promise<string> | undefined;

/** A copy of a folder in which the offline player played two episodes of the shipped story, 60 turns each, into `play`. */
export async function playedWorkdir(): Promise<string> {
  played ??= play();
  const copy = temporaryFolder();
  cpSync(await played, copy, { recursive: true });
  return copy;
}

async function play(): Promise<string> {
  const { cwd } = makePlace();
  const args = ['run', '--episodes', '2', '--turns', '60', '--seed', '5', '--display', 'none'];
  const { code, err } = await runCli(args, { cwd });
  if (code !== 0) throw new Error(err);
  return cwd;
}
