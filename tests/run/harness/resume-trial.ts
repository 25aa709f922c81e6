import { existsSync } from 'node:fs';
import path from 'node:path';
import { startCli, type CliEnd } from '../../helpers/cli-child.ts';
import { settingsFor, type AskedCall, type OfflineServer } from '../../helpers/offline-server.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { makePlace, type Place } from '../../helpers/workdir.ts';
import { CANARY } from './canary.ts';
import { killedAt, type KillMoment } from './kill-moment.ts';
import { recordedCalls, without } from './served-calls.ts';

export const ENVIRONMENT = { ZORKGPT_API_KEY: CANARY };

/** Makes a folder with a configuration that plays against the server. */
export function prepareWorkdir(cwd: string, server: OfflineServer, settings: object = {}): Place {
  const models = settingsFor(server.baseUrl);
  return makePlace({ player: 'openai', models, ...settings }, cwd);
}

/** Runs a command line to its end in a process of its own. */
export function runChild(cwd: string, args: readonly string[]): Promise<CliEnd> {
  return startCli(args, { cwd, environment: ENVIRONMENT }).ended;
}

/** How a run is killed. */
export interface KillPlan {
  readonly run: readonly string[];
  readonly episode: string;
  /** For the run, then for the resume, and so on; what is left over when the episode has ended does not happen. */
  readonly moments: readonly KillMoment[];
}

/** One SIGKILL. */
export interface Kill {
  readonly moment: KillMoment;
  /** Calls that had arrived and that were not on disk: what has to be asked again. */
  readonly lost: readonly AskedCall[];
  /** Calls that had arrived and whose answers had not been sent: what was surely in flight. */
  readonly unanswered: readonly AskedCall[];
}

/** What became of a run that was killed and resumed until it came to its end. */
export interface Trial {
  readonly kills: readonly Kill[];
  /** Every call that arrived. */
  readonly asked: readonly AskedCall[];
  readonly ends: readonly CliEnd[];
  /** Whether it is finished; a kill may still have come between that and the end of the process. */
  readonly finished: boolean;
}

/** Plays an episode that is killed, and resumes it until it ends. */
export async function killedRun(
  cwd: string,
  server: OfflineServer,
  { run, episode, moments }: KillPlan,
): Promise<Trial> {
  server.forget();
  const directory = path.join(cwd, 'play/episodes', episode);
  const kills: Kill[] = [];
  const ends: CliEnd[] = [];
  const isFinished = () => existsSync(path.join(directory, 'summary.json'));
  for (const moment of [...moments, null]) {
    const isStarted = existsSync(path.join(directory, 'manifest.json'));
    const args = isStarted ? ['resume', '--display', 'none'] : run;
    if (moment === null) {
      // Nobody kills it, so that it needs no process of its own.
      ends.push({ ...(await runCli(args, { cwd, environment: ENVIRONMENT })), signal: null });
      break;
    }
    const from = { asked: server.asked.length, recorded: recordedCalls(directory).length };
    const child = startCli(args, { cwd, environment: ENVIRONMENT });
    const answered = await killedAt(moment, child, { server, directory });
    const end = await child.ended;
    ends.push(end);
    if (end.signal !== 'SIGKILL') break;
    const asked = server.asked.slice(from.asked);
    kills.push({
      moment,
      lost: without(asked, recordedCalls(directory).slice(from.recorded)),
      unanswered: asked.filter((call) => !answered.has(call)),
    });
    if (isFinished()) break;
  }
  return { kills, asked: [...server.asked], ends, finished: isFinished() };
}
