import type { Command } from 'commander';
import { acting, answer, wholeNumber } from '../command.ts';
import type { World } from '../world.ts';
import { endRun, renderSummaries, tellUnfinished } from './end-run.ts';
import { note, print } from '../output.ts';
import {
  addPlayOptions,
  planOf,
  settingsOf,
  skipIfLocked,
  type PlayOptions,
} from './play-options.ts';

interface RunOptions extends PlayOptions {
  readonly episodes: number;
  readonly parallel: number;
  readonly turns?: number;
  readonly seed?: number;
  readonly dryRun?: true;
}

/** `zorkgpt run`: play episodes. */
export function registerRun(program: Command, world: World): void {
  const command = program
    .command('run')
    .description('play episodes and learn from them')
    .option('--episodes <n>', 'how many', wholeNumber(1), 1)
    .option('--parallel <n>', 'how many at a time, over the same memories', wholeNumber(1), 1)
    .option('--turns <n>', 'turns per episode', wholeNumber(1))
    .option('--seed <n>', 'seed every episode starts with', wholeNumber(0));
  addPlayOptions(command)
    .option('--dry-run', 'print the configuration and the first prompt, play nothing')
    .addHelpText('after', EXAMPLES)
    .action(acting(world, () => run));
}

const EXAMPLES = `
Examples:
  zorkgpt run --episodes 5
  zorkgpt run --episodes 20 --parallel 4 --max-cost 2.50
  zorkgpt run --story zork1.z3 --player openai --model gpt-5-mini --turns 300
  zorkgpt run --seed 12 --json | jq .score`;

async function run(world: World, options: RunOptions): Promise<void> {
  const { loadSettings } = await import('../../run/settings.ts');
  const { openRunServices } = await import('../../run/run-services.ts');
  const { turns, seed, episodes, parallel } = options;
  const flags = {
    ...settingsOf(options),
    ...(turns !== undefined && { 'episode.maxTurns': turns }),
    ...(seed !== undefined && { seed }),
  };
  const loaded = loadSettings(world, flags, options.config);
  const services = await openRunServices(loaded, (message) => note(world, message));
  if (options.dryRun) {
    const { describeRun, renderDryRun } = await import('./describe-run.ts');
    const description = await describeRun(services);
    answer(world, options, description, () => renderDryRun(description));
    return;
  }
  await tellUnfinished(world, services.config.workdir);
  const { playRun } = await import('../../run/play-run.ts');
  const { maxTurns } = loaded.config.episode;
  const plan = await planOf(world, options, { episodes, parallel, maxTurns });
  const result = await playRun(services, plan).catch((error: unknown) =>
    skipIfLocked(error, options),
  );
  if (!options.json && result.summaries.length > 0) print(world, renderSummaries(result.summaries));
  await endRun(world, services, { today: loaded, result });
}
