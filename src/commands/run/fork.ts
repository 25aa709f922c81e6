import type { WatchedRun } from './around-run.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Command } from 'commander';
import { ConfigError } from '../../domain/errors.ts';
import { acting, wholeNumber } from '../command.ts';
import { note } from '../output.ts';
import type { World } from '../world.ts';
import { addPlayOptions, settingsOf, settingsOfToday, type PlayOptions } from './play-options.ts';
import { playWatched } from './play-watched.ts';

interface ForkOptions extends PlayOptions {
  readonly turn: number;
  readonly turns?: number;
  readonly instruct?: string;
  readonly set?: readonly string[];
}

/** `zorkgpt fork EPISODE`: a new episode from a recorded moment. */
export function registerFork(program: Command, world: World): void {
  const command = program
    .command('fork <episode>')
    .description('play a new episode from a recorded moment, with another model, word or setting')
    .requiredOption('--turn <n>', 'the last turn that both have in common', wholeNumber(1))
    .option('--turns <n>', 'turns of the episode, counted from its start', wholeNumber(1))
    .option('--instruct <text>', 'what the agent is told with every turn from there on')
    .option(
      '--set <setting=value>',
      'a setting from there on, by its dotted name; can be repeated',
      another,
    );
  addPlayOptions(command)
    .addHelpText('after', HELP)
    .action(acting(world, () => fork));
}

const HELP = `
The turns up to there are repeated from the parent's records, without a model; the parent stays as it is. The fork knows
what was learnt as the parent found it, and what it learns itself goes into the same files as that of any episode.

Examples:
  zorkgpt fork 7 --turn 40 --model gpt-5
  zorkgpt fork latest --turn 12 --turns 60 --instruct "Leave the house alone and go west."
  zorkgpt fork 7 --turn 40 --set memory.enabled=false --json`;

function another(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function fork(
  world: World,
  options: ForkOptions,
  [name = '']: readonly string[],
): Promise<void> {
  checkTurns(options);
  const today = await settingsOfToday(world, options);
  const { aroundRun } = await import('./around-run.ts');
  await aroundRun(world, today, (watched) => playOn(watched, options, { name, today }));
}

async function playOn(
  watched: WatchedRun,
  options: ForkOptions,
  { name, today }: { readonly name: string; readonly today: LoadedConfig },
): Promise<void> {
  const { findStarted } = await import('../../records/resumable.ts');
  const { cutEpisode } = await import('../../run/cut-episode.ts');
  const { openForkServices } = await import('../../run/fork-services.ts');
  const { forkEpisode } = await import('../../run/fork-episode.ts');
  const { world } = watched;
  const { config, turn } = options;
  const { workdir } = today.config;
  const parent = findStarted(workdir, name);
  const changes = { flags: settingsOf(options), set: changesOf(options), config, workdir };
  const services = await openForkServices(world, { ...parent, turn }, changes, (message) =>
    note(world, message),
  );
  const cut = await cutEpisode(parent, turn, services.config.story);
  await playWatched(watched, options, {
    services,
    today,
    episodes: 0,
    parallel: 1,
    begin: () => [(controls) => forkEpisode(services, { parent, turn, cut }, controls)],
  });
}

function changesOf({ set = [], turns, instruct }: ForkOptions): readonly string[] {
  return [
    ...set,
    ...(turns === undefined ? [] : [`episode.maxTurns=${turns}`]),
    ...(instruct === undefined ? [] : [`instruction=${instruct}`]),
  ];
}

/** Throws ConfigError when nothing would be left to play. */
function checkTurns({ turn, turns }: ForkOptions): void {
  if (turns === undefined || turns > turn) return;
  throw new ConfigError(
    `--turns ${turns} counts from the start of the episode and leaves nothing to play after turn ${turn}; name more.`,
  );
}
