import { InvalidArgumentError } from 'commander';
import { ASKED_PLAYERS } from '../../model/players.ts';
import type { Flags, Settings } from '../../run/settings.ts';
import type { Call, CommonOptions } from '../call.ts';
import { wholeNumber, type Options } from '../command.ts';

/** Options of every command that plays with a model. */
export interface PlayOptions {
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

/** The options that playing always has. */
export const PLAY_OPTIONS: Options = {
  '--model <name>': 'model for every role',
  '--player <kind>': { says: 'who plays', choices: ASKED_PLAYERS },
  '--display <kind>': {
    says: 'progress on stderr',
    choices: ['auto', 'live', 'plain', 'transcript', 'none'],
    default: 'auto',
  },
  '--if-locked <what>': {
    says: 'when another run holds the workdir; share plays beside it',
    choices: ['fail', 'skip', 'wait', 'share'],
    default: 'fail',
  },
  '--max-cost <usd>': {
    says: 'stop, resumable, before US dollars spent exceed it',
    parse: amount,
  },
  '--max-tokens <n>': { says: 'the same for tokens', parse: wholeNumber(1) },
  '--max-time <minutes>': { says: 'the same for minutes', parse: amount },
  '--notify <url>': 'post one small JSON there when the run has ended',
  '--json': 'one JSON line per finished episode',
};

/** The options that were given, as the configuration knows them. */
export function settingsOf(options: PlayOptions & CommonOptions): Flags {
  const entries = Object.entries(SETTINGS).flatMap(([flag, setting]) => {
    const value = options[flag as keyof typeof SETTINGS];
    return value === undefined ? [] : [[setting, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Today's settings, for an episode that is played on from its records. Rejects with ConfigError. */
export async function settingsOfToday({ world, options }: Call<PlayOptions>): Promise<Settings> {
  const { loadSettings } = await import('../../run/settings.ts');
  const { config, workdir, notify } = options;
  const flags = {
    ...(workdir !== undefined && { workdir }),
    ...(notify !== undefined && { notify }),
  };
  return loadSettings(world, flags, config);
}

function amount(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It is a number above 0.');
}
