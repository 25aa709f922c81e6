import path from 'node:path';
import type { Exchanged } from '../../fleet/client/exchange.ts';
import type { FleetStatus } from '../../fleet/client/status.ts';
import { clock } from '../../events/progress.ts';
import type { Call } from '../call.ts';
import { wholeNumber, type Command } from '../command.ts';
import { renderTable } from '../render-table.ts';
import { withFleet } from './fleet-of.ts';

/** `zorkgpt fleet …`: look at many machines and stop them. */
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

async function status(call: Call): Promise<void> {
  const { readStatus } = await import('../../fleet/client/status.ts');
  const { config } = await call.settings();
  const found = await withFleet(call, config, readStatus);
  call.answer(found, (width) => renderStatus(found, width));
}

async function drainFleet(call: Call): Promise<void> {
  const { drain } = await import('../../fleet/client/status.ts');
  const { counted } = await import('../../report/wording.ts');
  const { config } = await call.settings();
  const workers = await withFleet(call, config, drain);
  const told = `${counted(workers, 'worker')} told to end when what is being played is stored.`;
  call.answer({ workers }, () => told);
}

async function cancelEpisodes(call: Call<{ readonly run?: number }>): Promise<void> {
  const { cancel } = await import('../../fleet/client/status.ts');
  const { counted } = await import('../../report/wording.ts');
  const { config } = await call.settings();
  const { run = null } = call.options;
  const cancelled = await withFleet(call, config, (fleet) => cancel(fleet, { run }));
  const { waiting, playing } = cancelled;
  const told = `Cancelled: ${counted(waiting, 'episode')} that waited, ${playing} that were being played.`;
  call.answer(cancelled, () => told);
}

function renderStatus({ episodes, workers, runs, failed }: FleetStatus, width: number): string {
  const { waiting, playing, done, failed: aside } = episodes;
  const parts = [
    `Episodes: ${waiting} waiting, ${playing} playing, ${done} stored, ${aside} set aside.`,
    workers.length === 0 ? 'No worker listens.' : renderWorkers(workers, width),
    ...(runs.length === 0 ? [] : [renderRuns(runs, width)]),
    ...failed.map(
      ({ run, place, episode, reason }) =>
        `Set aside: episode ${episode} of ${place} (run ${run}): ${reason}`,
    ),
  ];
  return parts.join('\n');
}

function renderRuns(runs: FleetStatus['runs'], width: number): string {
  return renderTable(
    ['run', 'story', 'player', 'episodes', 'asked for', 'by'],
    runs.map(({ run, kind, story, player, over, episodes, playing, seconds, by }) => [
      `${run}${kind === 'eval' ? ' (eval)' : ''}`,
      story,
      player,
      `${over} of ${episodes} over${playing === 0 ? '' : `, ${playing} playing`}`,
      `${clock(seconds * 1000)} ago`,
      by,
    ]),
    width,
  );
}

function renderWorkers(workers: FleetStatus['workers'], width: number): string {
  return renderTable(
    ['worker', 'version', 'playing', 'last heard of'],
    workers.map(({ name, version, playing, parallel, draining, silentSeconds }) => [
      name,
      version,
      `${playing} of ${parallel}${draining ? ', draining' : ''}`,
      `${silentSeconds} s ago`,
    ]),
    width,
  );
}

/** `pull` brings what a fleet learnt of a story into a folder; `push` stores in the fleet what people changed there. */
async function exchange(call: Call, way: 'pull' | 'push'): Promise<void> {
  const { pull, push } = await import('../../fleet/client/exchange.ts');
  const { storyForFolder } = await import('../../fleet/client/materialise.ts');
  const { claimedPlace } = await import('../learnt-place.ts');
  const { config } = await call.settings();
  const workdir = path.resolve(call.world.cwd, call.word);
  const files = await withFleet(call, config, async (fleet) => {
    const story = call.options.story ?? (await storyForFolder(fleet, workdir));
    const there = call.with({ workdir, ...(story !== null && { story }) });
    const { story: opened, folder } = await claimedPlace(there);
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
