import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsFor, type OfflineServer } from '../../helpers/offline-server.ts';
import { SHIPPED_STORY } from '../../helpers/workdir.ts';
import { CANARY } from './canary.ts';
import { startCli, type CliEnd } from './cli-child.ts';

export const ENVIRONMENT = { ZORKGPT_API_KEY: CANARY };

/** What became of a run that was killed and resumed until it came to its end. */
export interface Trial {
  readonly kills: number;
  /** Requests that arrived more than once, beyond those that an uninterrupted run asks again too. */
  readonly repeated: number;
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
export function runChild(cwd: string, args: readonly string[]): Promise<CliEnd> {
  return startCli(args, { cwd, environment: ENVIRONMENT }).ended;
}

/**
 * Plays an episode that is killed with SIGKILL shortly after its `killAt`-th request arrived, and resumes it, killing that
 * too for each further entry, until it ends.
 */
export async function killedRun(
  cwd: string,
  server: OfflineServer,
  plan: {
    readonly run: readonly string[];
    readonly episode: string;
    readonly killAt: readonly number[];
    readonly delayMs: () => number;
  },
): Promise<Trial> {
  server.forget();
  const ends: CliEnd[] = [];
  const manifest = path.join(cwd, 'play/episodes', plan.episode, 'manifest.json');
  for (const killAt of plan.killAt) {
    const args = existsSync(manifest) ? ['resume', '--display', 'none'] : plan.run;
    const end = await killedAt(cwd, server, args, killAt, plan.delayMs());
    ends.push(end);
    if (end.signal !== 'SIGKILL') break;
  }
  if (ends.at(-1)?.signal === 'SIGKILL')
    ends.push(await runChild(cwd, ['resume', '--display', 'none']));
  const repeated = server.asked.length - new Set(server.asked).size;
  return { kills: ends.filter(({ signal }) => signal === 'SIGKILL').length, repeated, ends };
}

async function killedAt(
  cwd: string,
  server: OfflineServer,
  args: readonly string[],
  killAt: number,
  delayMs: number,
): Promise<CliEnd> {
  const child = startCli(args, { cwd, environment: ENVIRONMENT });
  const from = server.asked.length;
  server.onRequest = (number) => {
    if (number - from !== killAt) return;
    setTimeout(() => child.kill('SIGKILL'), delayMs);
  };
  const end = await child.ended;
  server.onRequest = null;
  return end;
}

export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
