import type { Command } from 'commander';
import type { FleetStatus } from '../../fleet/client/status.ts';
import { acting, answer, settingsFor, wholeNumber, type CommonOptions } from '../command.ts';
import { renderTable } from '../render-table.ts';
import type { World } from '../world.ts';
import { withFleet } from './fleet-of.ts';

interface CancelOptions extends CommonOptions {
  readonly run?: number;
}

/** `zorkgpt fleet …`: look at many machines and stop them. */
export function registerFleet(program: Command, world: World): void {
  const fleet = program
    .command('fleet')
    .description('look at a fleet of workers, stop it, exchange what it learnt with a folder')
    .addHelpText('after', EXAMPLES);
  fleet
    .command('status', { isDefault: true })
    .description('what waits, is played, stored and set aside, and who plays')
    .option('--json', 'as JSON')
    .action(acting(world, () => status, 'own'));
  fleet
    .command('pull <folder>')
    .description('bring what was learnt into a folder; what people changed there stays')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./exchange-folder.ts')).pullInto, 'own'));
  fleet
    .command('push <folder>')
    .description('store what people changed in a folder; what was learnt since stays')
    .option('--json', 'as JSON')
    .action(acting(world, async () => (await import('./exchange-folder.ts')).pushFrom, 'own'));
  fleet
    .command('drain')
    .description('let every worker end when what it plays is stored')
    .option('--json', 'as JSON')
    .action(acting(world, () => drainFleet, 'own'));
  fleet
    .command('cancel')
    .description('take away what waits and what is played; what is stored stays')
    .option('--run <n>', 'only this run', wholeNumber(1))
    .option('--json', 'as JSON')
    .action(acting(world, () => cancelEpisodes, 'own'));
}

const EXAMPLES = `
Examples:
  zorkgpt fleet status --fleet postgres://zork@db.example/fleet
  zorkgpt fleet drain
  zorkgpt fleet cancel --run 12
  zorkgpt fleet pull shared
  zorkgpt fleet push shared`;

async function status(world: World, options: CommonOptions): Promise<void> {
  const { readStatus } = await import('../../fleet/client/status.ts');
  const { config } = await settingsFor(world, options);
  const found = await withFleet(world, config, readStatus);
  answer(world, options, found, () => renderStatus(found));
}

async function drainFleet(world: World, options: CommonOptions): Promise<void> {
  const { drain } = await import('../../fleet/client/status.ts');
  const { plural } = await import('../../report/wording.ts');
  const { config } = await settingsFor(world, options);
  const workers = await withFleet(world, config, drain);
  answer(
    world,
    options,
    { workers },
    () => `${plural(workers, 'worker')} told to end when what is being played is stored.`,
  );
}

async function cancelEpisodes(world: World, options: CancelOptions): Promise<void> {
  const { cancel } = await import('../../fleet/client/status.ts');
  const { plural } = await import('../../report/wording.ts');
  const { config } = await settingsFor(world, options);
  const { run } = options;
  const cancelled = await withFleet(world, config, (fleet) => cancel(fleet, { run: run ?? null }));
  const { waiting, playing } = cancelled;
  answer(
    world,
    options,
    cancelled,
    () =>
      `Cancelled: ${plural(waiting, 'episode')} that waited, ${playing} that were being played.`,
  );
}

function renderStatus({ episodes, workers, failed }: FleetStatus): string {
  const { waiting, playing, done, failed: aside } = episodes;
  const parts = [
    `Episodes: ${waiting} waiting, ${playing} playing, ${done} stored, ${aside} set aside.`,
    ...(workers.length === 0
      ? ['No worker listens.']
      : [
          renderTable(
            ['worker', 'version', 'playing', 'last heard of'],
            workers.map(({ name, version, playing: now, parallel, draining, silentSeconds }) => [
              name,
              version,
              `${now} of ${parallel}${draining ? ', draining' : ''}`,
              `${silentSeconds} s ago`,
            ]),
          ),
        ]),
    ...failed.map(
      ({ run, place, episode, reason }) =>
        `Set aside: episode ${episode} of ${place} (run ${run}): ${reason}`,
    ),
  ];
  return parts.join('\n');
}
