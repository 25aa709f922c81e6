import path from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { WorkerPlan } from '../../fleet/worker/play-claim.ts';
import type { Call, CommonOptions } from '../call.ts';
import { wholeNumber, type Command } from '../command.ts';
import { CommandExit, exitCodeForSignal } from '../exit-codes.ts';
import { errorFacts } from '../describe-error.ts';
import { milliseconds, withFleet } from './fleet-of.ts';

interface Asked {
  readonly parallel: number;
  readonly serve?: true;
}

/** `zorkgpt worker`: play what a fleet hands out. */
export const WORKER_COMMANDS: readonly Command[] = [
  {
    path: 'worker',
    says: 'play what a fleet hands out, until a signal',
    options: {
      '--parallel <n>': wholeNumber('episodes at the same time, each in a process', { default: 1 }),
      '--lease <time>': 'how long it may be silent and keep its episodes: 60s, 2m, 500ms',
      '--serve': { says: 'play for the process that started this one', isHidden: true },
    },
    more: `Story, player and settings come with the work; keys are those of this machine. What it plays is stored in the database and
comes to whoever asked for it. A signal gives back what is being played. Ends with 75 when the database stays away; what was
played until then is kept below the workdir and stored at the next start.`,
    examples: [
      'zorkgpt worker --fleet postgres://zork@db.example:5432/fleet --parallel 4',
      'ZORKGPT_FLEET=postgres://zork@db.example/fleet zorkgpt worker --lease 2m',
    ],
    fleet: 'own',
    run: worker,
  },
];

async function worker(call: Call<Asked>): Promise<void> {
  const { world, options, tell } = call;
  const loaded = await call.settings();
  if (options.serve) return serve(loaded, tell);
  const { workerName } = await import('../../fleet/worker/worker.ts');
  const { config } = loaded;
  const plan: Omit<WorkerPlan, 'stop'> = {
    worker: workerName(),
    leaseMs: milliseconds(config.fleet.lease),
    parallel: options.parallel,
    folder: path.join(config.workdir, 'worker'),
    player: { args: playerArgs(options), cwd: world.cwd },
    tell,
  };
  await call.untilSignal(async (stop, by) => {
    try {
      await listen(config, { ...plan, stop });
    } catch (error) {
      if (by() === null) throw error;
    }
    const signal = by();
    if (signal !== null) throw new CommandExit(exitCodeForSignal(signal));
  });
}

async function listen(config: GameConfiguration, plan: WorkerPlan): Promise<void> {
  const { work } = await import('../../fleet/worker/worker.ts');
  const { deliverKept } = await import('../../fleet/worker/play-claim.ts');
  const listening = async (fleet: Fleet) => {
    await deliverKept(fleet, plan);
    plan.tell(`${plan.worker} waits for work from ${fleet.database.name}.`);
    await work(fleet, plan);
  };
  const options = { signal: plan.stop, tends: true, connections: plan.parallel + 3 };
  await withFleet(plan, config, listening, options);
}

/** Plays for the process that started this one. */
async function serve(loaded: LoadedConfig, tell: WorkerPlan['tell']): Promise<void> {
  const { servePlayer } = await import('../../fleet/worker/player-process.ts');
  const { playPrepared } = await import('../../fleet/worker/play-prepared.ts');
  await servePlayer(async (folder) => {
    try {
      await playPrepared(folder, loaded, tell);
      return { kind: 'played' };
    } catch (error) {
      return { kind: 'failed', ...errorFacts(error) };
    }
  });
}

/** The address of the database, and the password in it, are not for the process that plays. */
function playerArgs({ config, workdir }: CommonOptions): readonly string[] {
  return [
    'worker',
    '--serve',
    ...(config === undefined ? [] : ['--config', config]),
    ...(workdir === undefined ? [] : ['--workdir', workdir]),
  ];
}
