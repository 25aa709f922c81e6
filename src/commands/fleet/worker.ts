import path from 'node:path';
import { Option, type Command } from 'commander';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { WorkerPlan } from '../../fleet/worker/play-claim.ts';
import { loadSettings } from '../../run/settings.ts';
import { acting, wholeNumber, type CommonOptions } from '../command.ts';
import { CommandExit, exitCodeForSignal } from '../exit-codes.ts';
import { errorFacts } from '../describe-error.ts';
import { note } from '../output.ts';
import type { World } from '../world.ts';
import { milliseconds, withFleet } from './fleet-of.ts';

interface WorkerOptions extends CommonOptions {
  readonly parallel: number;
  readonly lease?: string;
  readonly serve?: true;
}

/** `zorkgpt worker`: play what a fleet hands out. */
export function registerWorker(program: Command, world: World): void {
  program
    .command('worker')
    .description('play what a fleet hands out, until a signal')
    .option('--parallel <n>', 'episodes at the same time, each in a process', wholeNumber(1), 1)
    .option('--lease <time>', 'how long it may be silent and keep its episodes: 60s, 2m, 500ms')
    .addOption(new Option('--serve', 'play for the process that started this one').hideHelp())
    .addHelpText('after', HELP)
    .action(acting(world, () => worker, 'own'));
}

const HELP = `
Story, player and settings come with the work; keys are those of this machine. What it plays is stored in the database and
comes to whoever asked for it. A signal gives back what is being played. Ends with 75 when the database stays away; what was
played until then is kept below the workdir and stored at the next start.

Examples:
  zorkgpt worker --fleet postgres://zork@db.example:5432/fleet --parallel 4
  ZORKGPT_FLEET=postgres://zork@db.example/fleet zorkgpt worker --lease 2m`;

async function worker(world: World, options: WorkerOptions): Promise<void> {
  const { fleet, lease, workdir } = options;
  const flags = {
    ...(fleet !== undefined && { 'fleet.database': fleet }),
    ...(lease !== undefined && { 'fleet.lease': lease }),
    ...(workdir !== undefined && { workdir }),
  };
  const loaded = loadSettings(world, flags, options.config);
  if (options.serve) return serve(world, loaded);
  const { workerName } = await import('../../fleet/worker/roll.ts');
  const stop = new AbortController();
  let by: NodeJS.Signals | null = null;
  const unlisten = world.onSignal((signal) => {
    by ??= signal;
    stop.abort(new Error('the worker was told to end'));
  });
  const { config } = loaded;
  const plan: WorkerPlan = {
    worker: workerName(),
    leaseMs: milliseconds(config.fleet.lease),
    parallel: options.parallel,
    folder: path.join(config.workdir, 'worker'),
    player: { args: playerArgs(options), cwd: world.cwd },
    tell: (message) => note(world, message),
    stop: stop.signal,
  };
  try {
    await listen(world, config, plan);
  } catch (error) {
    if (by === null) throw error;
  } finally {
    unlisten();
  }
  if (by !== null) throw new CommandExit(exitCodeForSignal(by));
}

async function listen(world: World, config: GameConfiguration, plan: WorkerPlan): Promise<void> {
  const { work } = await import('../../fleet/worker/worker.ts');
  const { deliverKept } = await import('../../fleet/worker/deliver-kept.ts');
  const listening = async (fleet: Fleet) => {
    await deliverKept(fleet, plan);
    plan.tell(`${plan.worker} waits for work from ${fleet.database.name}.`);
    await work(fleet, plan);
  };
  const options = { signal: plan.stop, tends: true, connections: plan.parallel + 3 };
  await withFleet(world, config, listening, options);
}

/** Plays for the process that started this one. */
async function serve(world: World, loaded: LoadedConfig): Promise<void> {
  const { servePlayer } = await import('../../fleet/worker/player-process.ts');
  const { playPrepared } = await import('../../fleet/worker/play-prepared.ts');
  await servePlayer(async (folder) => {
    try {
      await playPrepared(folder, loaded, (message) => note(world, message));
      return { kind: 'played' };
    } catch (error) {
      return { kind: 'failed', ...errorFacts(error) };
    }
  });
}

/** The address of the database, and the password in it, are not for the process that plays. */
function playerArgs({ config, workdir }: WorkerOptions): readonly string[] {
  return [
    'worker',
    '--serve',
    ...(config === undefined ? [] : ['--config', config]),
    ...(workdir === undefined ? [] : ['--workdir', workdir]),
  ];
}
