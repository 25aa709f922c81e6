import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The shipped story; it is part of the project, so every test may use it. */
export const SHIPPED_STORY = path.resolve(
  import.meta.dirname,
  '../../game_files/story/saltmere.z5',
);

/** A new folder; it goes with all others when the tests have ended. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'zorkgpt-'));
}

/** Settings of a quick end: only tests of the report want it after every run, and only those of verification what episodes check. */
export const QUICK_END = {
  ZORKGPT_REPORT_AT_END_OF_RUN: 'false',
  ZORKGPT_VERIFY_AFTER_EPISODE: '0',
};

/** A folder to call the program in, and its workdir. */
export interface Place {
  readonly cwd: string;
  readonly workdir: string;
}

/** Makes a folder with a configuration: unless it differs, the shipped story is played offline into the folder `play`. */
export function makePlace(differs: object = {}, cwd = temporaryFolder()): Place {
  const workdir = path.join(cwd, 'play');
  mkdirSync(workdir, { recursive: true });
  const config = { story: SHIPPED_STORY, player: 'offline', workdir: 'play', ...differs };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  return { cwd, workdir };
}
