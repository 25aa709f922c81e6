import { InvalidArgumentError, Option, type Command } from 'commander';
import { ASKED_PLAYERS } from '../../model/players.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Flags } from '../../run/settings.ts';
import { settingsFor, wholeNumber, type CommonOptions } from '../command.ts';
import type { World } from '../world.ts';

/** Options of every command that plays with a model. */
export interface PlayOptions extends CommonOptions {
  readonly model?: string;
  readonly player?: string;
  readonly display: 'auto' | 'live' | 'plain' | 'transcript' | 'none';
  readonly ifLocked: 'fail' | 'skip' | 'wait' | 'share';
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly maxTime?: number;
  readonly notify?: string;
}

/** Flags that are settings under another name. */
const SETTINGS = {
  story: 'story',
  model: 'models.model',
  player: 'player',
  workdir: 'workdir',
  fleet: 'fleet.database',
  maxCost: 'budget.run.costUsd',
  maxTokens: 'budget.run.tokens',
  maxTime: 'budget.run.minutes',
  notify: 'notify',
} as const;

/** Adds the options that playing always has. */
export function addPlayOptions(command: Command): Command {
  return command
    .option('--story <file>', 'story file')
    .option('--model <name>', 'model for every role')
    .addOption(new Option('--player <kind>', 'who plays').choices(ASKED_PLAYERS))
    .option('--workdir <folder>', 'where what is learnt and played is kept')
    .addOption(
      new Option('--display <kind>', 'progress on stderr')
        .choices(['auto', 'live', 'plain', 'transcript', 'none'])
        .default('auto'),
    )
    .addOption(
      new Option('--if-locked <what>', 'when another run holds the workdir; share plays beside it')
        .choices(['fail', 'skip', 'wait', 'share'])
        .default('fail'),
    )
    .option('--max-cost <usd>', 'stop, resumable, before US dollars spent exceed it', amount)
    .option('--max-tokens <n>', 'the same for tokens', wholeNumber(1))
    .option('--max-time <minutes>', 'the same for minutes', amount)
    .option('--notify <url>', 'post one small JSON there when the run has ended')
    .option('--json', 'one JSON line per finished episode');
}

/** The options that were given, as the configuration knows them. */
export function settingsOf(options: PlayOptions): Flags {
  const entries = Object.entries(SETTINGS).flatMap(([flag, setting]) => {
    const value = options[flag as keyof typeof SETTINGS];
    return value === undefined ? [] : [[setting, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Today's settings, for an episode that is played on from its records. Throws ConfigError. */
export async function settingsOfToday(
  world: World,
  { config, workdir, notify }: PlayOptions,
): Promise<LoadedConfig> {
  const found = await settingsFor(world, {
    ...(config !== undefined && { config }),
    ...(workdir !== undefined && { workdir }),
  });
  return { ...found, config: { ...found.config, notify: notify ?? found.config.notify } };
}

function amount(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It is a number above 0.');
}
