import type { Command } from 'commander';
import type { Replay } from '../run/replay-episode.ts';
import type { World } from './world.ts';
import { EXIT, Exit } from './exit-codes.ts';
import { print, printJson } from './output.ts';

interface ReplayOptions {
  readonly config?: string;
  readonly workdir?: string;
  readonly story?: string;
  readonly json?: true;
}

/** `zorkgpt replay EPISODE`: play a recording back without a model and compare. */
export function addReplay(program: Command, world: World): void {
  program
    .command('replay <episode>')
    .description('play a recorded episode back without a model, and compare')
    .option('--workdir <folder>', 'where it was played')
    .option('--story <file>', 'its story file, when that was moved')
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action((episode: string, _: ReplayOptions, command: Command) =>
      replay(world, episode, command.optsWithGlobals<ReplayOptions>()),
    );
}

const HELP = `
Nothing is written and nobody is asked: the recorded replies are fed to today's code. Ends with 1 when a request, a turn,
a learnt file or the transcript comes out differently, and says where.

Examples:
  zorkgpt replay latest
  zorkgpt replay 7 --json`;

async function replay(world: World, name: string, options: ReplayOptions): Promise<void> {
  const { loadSettings } = await import('../run/settings.ts');
  const { findStarted } = await import('../records/resumable.ts');
  const { replayEpisode } = await import('../run/replay-episode.ts');
  const flags = options.workdir === undefined ? {} : { workdir: options.workdir };
  const { config } = loadSettings(world, flags, options.config);
  const { episode, manifest } = findStarted(config.workdir, name);
  const replayed = await replayEpisode(episode, manifest, options.story ?? null);
  if (options.json) printJson(world, jsonOf(replayed));
  else print(world, describe(replayed));
  if (replayed.difference !== null) throw new Exit(EXIT.failed);
}

function jsonOf({ episode, turns, modelCalls, difference }: Replay): object {
  const identical = difference === null;
  return { schemaVersion: 1, episode, identical, turns, modelCalls, difference };
}

function describe({ episode, turns, modelCalls, difference }: Replay): string {
  const played = `${turns} turns, ${modelCalls} model calls`;
  if (difference === null) return `Episode ${episode} comes out identical: ${played}.`;
  return `Episode ${episode} differs in turn ${difference.turn}, after ${played}.\n${difference.message}`;
}
