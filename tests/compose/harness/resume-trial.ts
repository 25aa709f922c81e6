import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsFor, type OfflineServer } from '../../helpers/offline-server.ts';
import { SHIPPED_STORY } from '../../helpers/workdir.ts';
import { CANARY } from './canary.ts';
import { FROM_SOURCE, startCli, type CliEnd } from './cli-child.ts';

export const ENVIRONMENT = { ZORKGPT_API_KEY: CANARY };

/** What became of a run that was killed and resumed until it came to its end. */
export interface Trial {
  readonly kills: number;
  /** Requests that had arrived when a kill came and whose replies were not on disk yet. */
  readonly lost: number;
  readonly ends: readonly CliEnd[];
}

/** Makes a folder with a configuration that plays against the server. */
export function prepareWorkdir(
  cwd: string,
  server: OfflineServer,
  settings: object = {},
): { readonly cwd: string; readonly workdir: string } {
  mkdirSync(cwd, { recursive: true });
  const config = {
    player: 'openai',
    story: SHIPPED_STORY,
    workdir: 'play',
    models: settingsFor(server.baseUrl),
    ...settings,
  };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  return { cwd, workdir: path.join(cwd, 'play') };
}

/** Runs a command line to its end in a process of its own. */
export function runChild(
  cwd: string,
  args: readonly string[],
  program: readonly string[] = FROM_SOURCE,
): Promise<CliEnd> {
  return startCli(args, { cwd, environment: ENVIRONMENT }, program).ended;
}

/** How a run is killed. */
export interface KillPlan {
  readonly run: readonly string[];
  readonly episode: string;
  /** SIGKILL comes shortly after the so-manieth request of the run arrived, then of the resume, and so on. */
  readonly killAt: readonly number[];
  readonly delayMs: () => number;
  readonly program?: readonly string[];
}

/** Plays an episode that is killed, and resumes it until it ends. */
export async function killedRun(
  cwd: string,
  server: OfflineServer,
  plan: KillPlan,
): Promise<Trial> {
  server.forget();
  const ends: CliEnd[] = [];
  const directory = path.join(cwd, 'play/episodes', plan.episode);
  let lost = 0;
  for (const killAt of [...plan.killAt, Infinity]) {
    const isStarted = existsSync(path.join(directory, 'manifest.json'));
    const args = isStarted ? ['resume', '--display', 'none'] : plan.run;
    const before = { asked: server.asked.length, recorded: recordedCalls(directory) };
    const end = await killedAt(cwd, server, plan, { args, killAt });
    ends.push(end);
    if (end.signal !== 'SIGKILL') break;
    lost += server.asked.length - before.asked - (recordedCalls(directory) - before.recorded);
  }
  return { kills: ends.filter(({ signal }) => signal === 'SIGKILL').length, lost, ends };
}

async function killedAt(
  cwd: string,
  server: OfflineServer,
  { delayMs, program }: KillPlan,
  { args, killAt }: { args: readonly string[]; killAt: number },
): Promise<CliEnd> {
  const child = startCli(args, { cwd, environment: ENVIRONMENT }, program);
  const from = server.asked.length;
  server.onRequest = (number) => {
    if (number - from === killAt) setTimeout(() => child.kill('SIGKILL'), delayMs());
  };
  const end = await child.ended;
  server.onRequest = null;
  return end;
}

function recordedCalls(directory: string): number {
  const file = path.join(directory, 'model-calls.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
