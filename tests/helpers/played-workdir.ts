import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { runCli } from './run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from './workdir.ts';

let played: Promise<string> | undefined;

/** A copy of a folder in which the offline player played two episodes of the shipped story, 60 turns each, into `play`. */
export async function playedWorkdir(): Promise<string> {
  played ??= play();
  const copy = temporaryFolder();
  cpSync(await played, copy, { recursive: true });
  return copy;
}

async function play(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zorkgpt-'));
  const config = { story: SHIPPED_STORY, player: 'offline', workdir: 'play' };
  writeFileSync(path.join(folder, 'zorkgpt.config.json'), JSON.stringify(config));
  const args = ['run', '--episodes', '2', '--turns', '60', '--seed', '5', '--display', 'none'];
  const { code, err } = await runCli(args, { cwd: folder });
  if (code !== 0) throw new Error(err);
  return folder;
}

afterAll(async () => {
  if (played !== undefined) rmSync(await played, { recursive: true, force: true });
});
