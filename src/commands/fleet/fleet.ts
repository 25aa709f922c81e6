import path from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { clockText } from '../../domain/text.ts';
import type { Exchanged } from '../../fleet/client/exchange.ts';
import type { FleetStatus } from '../../fleet/client/control.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { WorkerPlan } from '../../fleet/worker/play-claim.ts';
import { type Call, wholeNumber, type Command } from '../command.ts';
import { errorFacts } from '../errors.ts';
import { renderRows, type Columns } from '../layout.ts';
import { withFleet } from './fleet-of.ts';

export const FLEET_COMMANDS: readonly Command[] = [
  {
    path: 'fleet',
    says: 'look at a fleet of workers, stop it, exchange what it learnt with a folder',
    examples: [
      'zorkgpt fleet status --fleet postgres://zork@db.example/fleet',
      'zorkgpt fleet drain',
      'zorkgpt fleet cancel --run 12',
      'zorkgpt fleet pull shared',
      'zorkgpt fleet push shared',
    ],
  },
  {
    path: 'fleet status',
    isDefault: true,
    says: 'what waits, is played, stored and set aside, and who plays',
    fleet: 'own',
    run: status,
  },
  {
    path: 'fleet pull',
    takes: '<folder>',
    says: 'bring what was learnt into a folder; what people changed there stays',
    fleet: 'own',
    run: (call) => exchange(call, 'pull'),
  },
  {
    path: 'fleet push',
    takes: '<folder>',
    says: 'store what people changed in a folder; what was learnt since stays',
    fleet: 'own',
    run: (call) => exchange(call, 'push'),
  },
  {
    path: 'fleet drain',
    says: 'let every worker end when what it plays is stored',
    fleet: 'own',
    run: drainFleet,
  },
  {
    path: 'fleet cancel',
    says: 'take away what waits and what is played; what is stored stays',
    options: { '--run <n>': wholeNumber('only this run') },
    fleet: 'own',
    run: cancelEpisodes,
  },
];

async function onConfigured<T>(call: Call, use: (fleet: Fleet) => Promise<T>): Promise<T> {
  return withFleet(call, (await call.settings()).config, use);
}

async function status(call: Call): Promise<void> {
  const { readFleetStatus } = await import('../../fleet/client/control.ts');
  const found = await onConfigured(call, readFleetStatus);
  call.answer(found, (width) => renderStatus(found, width));
}

async function drainFleet(call: Call): Promise<void> {
  const { drainWorkers } = await import('../../fleet/client/control.ts');
  const { countedWords } = await import('../../report/wording.ts');
  const workers = await onConfigured(call, drainWorkers);
  const told = `${countedWords(workers, 'worker')} told to end when what is being played is stored.`;
  call.answer({ workers }, () => told);
}

async function cancelEpisodes(call: Call<{ readonly run?: number }>): Promise<void> {
  const { cancelEpisodes } = await import('../../fleet/client/control.ts');
  const { countedWords } = await import('../../report/wording.ts');
  const { run = null } = call.options;
  const cancelled = await onConfigured(call, (fleet) => cancelEpisodes(fleet, { run }));
  const { waiting, playing } = cancelled;
  const told = `Cancelled: ${countedWords(waiting, 'episode')} that waited, ${playing} that were being played.`;
  call.answer(cancelled, () => told);
}

function renderStatus({ episodes, workers, runs, failed }: FleetStatus, width: number): string {
  const { waiting, playing, done, failed: aside } = episodes;
  return [
    `Episodes: ${waiting} waiting, ${playing} playing, ${done} stored, ${aside} set aside.`,
    workers.length === 0 ? 'No worker listens.' : renderRows(WORKERS, workers, width),
    ...(runs.length === 0 ? [] : [renderRows(RUNS, runs, width)]),
    ...failed.map(
      ({ run, place, episode, reason }) =>
        `Set aside: episode ${episode} of ${place} (run ${run}): ${reason}`,
    ),
  ].join('\n');
}

const RUNS: Columns<FleetStatus['runs'][number]> = {
  run: ({ run, kind }) => `${run}${kind === 'eval' ? ' (eval)' : ''}`,
  story: ({ story }) => story,
  player: ({ player }) => player,
  episodes: ({ over, episodes, playing }) =>
    `${over} of ${episodes} over${playing === 0 ? '' : `, ${playing} playing`}`,
  'asked for': ({ seconds }) => `${clockText(seconds * 1000)} ago`,
  by: ({ by }) => by,
};

const WORKERS: Columns<FleetStatus['workers'][number]> = {
  worker: ({ name }) => name,
  version: ({ version }) => version,
  playing: ({ playing, parallel, draining }) =>
    `${playing} of ${parallel}${draining ? ', draining' : ''}`,
  'last heard of': ({ silentSeconds }) => `${silentSeconds} s ago`,
};

/** `pull` brings what a fleet learnt of a story into a folder. `push` stores people's changes there in the fleet. */
async function exchange(call: Call, way: 'pull' | 'push'): Promise<void> {
  const { pull, push } = await import('../../fleet/client/exchange.ts');
  const { storyForFolder } = await import('../../fleet/client/materialise.ts');
  const { configuredPlace } = await import('../learnt-place.ts');
  const workdir = path.resolve(call.world.cwd, call.word);
  const files = await onConfigured(call, async (fleet) => {
    const story = call.options.story ?? (await storyForFolder(fleet, workdir));
    const there = call.with({ workdir, ...(story !== null && { story }) });
    const { story: opened, folder } = await configuredPlace(there);
    return (way === 'pull' ? pull : push)(fleet, { ifid: opened.identity.ifid, folder });
  });
  call.answer({ folder: workdir, files }, () => describeExchange(files, way));
}

function describeExchange(files: readonly Exchanged[], way: 'pull' | 'push'): string {
  const changed = files.filter((one) => one.changed).map(({ name }) => name);
  if (changed.length === 0) return 'Nothing is new.';
  return way === 'pull'
    ? `Brought: ${changed.join(', ')}. Edit them and zorkgpt fleet push the folder.`
    : `Stored in the fleet: ${changed.join(', ')}.`;
}

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

async function worker(call: Call<{ readonly parallel: number; readonly serve?: true }>) {
  const { world, options, tell } = call;
  const loaded = await call.settings();
  if (options.serve) return serve(loaded, tell);
  const { workerName } = await import('../../fleet/worker/worker.ts');
  const { config } = loaded;
  const given = (name: 'config' | 'workdir') => {
    const value = options[name];
    return value === undefined ? [] : [`--${name}`, value];
  };
  const plan: Omit<WorkerPlan, 'stop'> = {
    worker: workerName(),
    leaseMs: milliseconds(config.fleet.lease),
    parallel: options.parallel,
    folder: path.join(config.workdir, 'worker'),
    // The process that plays gets neither the database's address nor its password.
    player: {
      args: ['worker', '--serve', ...given('config'), ...given('workdir')],
      cwd: world.cwd,
    },
    tell,
  };
  await call.untilSignal(async (stop, by) => {
    try {
      await listen(config, { ...plan, stop });
    } catch (error) {
      if (by() === null) throw error;
    }
  });
}

/** Milliseconds of a time such as `60s`, which the configuration has checked. */
function milliseconds(time: string): number {
  const [, amount = '', unit = 's'] = /^([\d.]+)(ms|s|m)$/.exec(time) ?? [];
  return Number(amount) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

async function listen(config: GameConfiguration, plan: WorkerPlan): Promise<void> {
  const { work } = await import('../../fleet/worker/worker.ts');
  const { deliverKept } = await import('../../fleet/worker/play-claim.ts');
  const options = { signal: plan.stop, tends: true, connections: plan.parallel + 3 };
  const listening = async (fleet: Fleet) => {
    await deliverKept(fleet, plan);
    plan.tell(`${plan.worker} waits for work from ${fleet.database.name}.`);
    await work(fleet, plan);
  };
  await withFleet(plan, config, listening, options);
}

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
