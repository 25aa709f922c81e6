import { Option, type Command } from 'commander';
import { RECIPE_USES, type RecipeUse } from '../../domain/recipe.ts';
import { acting, answer, wholeNumber } from '../command.ts';
import type { Manifest } from '../../records/manifest.ts';
import type { EpisodeTask } from '../../run/play-run.ts';
import type { Flags, Settings } from '../../run/settings.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { WatchedRun } from './around-run.ts';
import type { World } from '../world.ts';
import { tellUnfinished } from './end-run.ts';
import { SHIPPED_STORY } from '../../run/find-story.ts';
import { note } from '../output.ts';
import { addPlayOptions, settingsOf, type PlayOptions } from './play-options.ts';
import { playWatched } from './play-watched.ts';

interface RunOptions extends PlayOptions {
  readonly episodes: number;
  readonly parallel: number;
  readonly turns?: number;
  readonly seed?: number;
  readonly recipes?: RecipeUse;
  readonly resume: boolean;
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
    .option('--seed <n>', 'seed every episode starts with', wholeNumber(0))
    .addOption(
      new Option(
        '--recipes <use>',
        'checked ways to points: tell them, play them, or neither',
      ).choices(RECIPE_USES),
    );
  addPlayOptions(command)
    .option('--no-resume', 'leave what an earlier run did not finish as it is')
    .option('--dry-run', 'print the configuration and the first prompt, play nothing')
    .addHelpText('after', EXAMPLES)
    .action(acting(world, () => run, 'own'));
}

const EXAMPLES = `
Examples:
  zorkgpt run --episodes 5
  zorkgpt run --episodes 20 --parallel 4 --max-cost 2.50
  zorkgpt run --story zork1.z3 --player openai --model gpt-5-mini --turns 300
  zorkgpt run --seed 12 --json | jq .score
  zorkgpt run --fleet postgres://zork@db.example/fleet --episodes 200`;

async function run(
  world: World,
  options: RunOptions,
  _: readonly string[],
  command: Command,
): Promise<void> {
  const { loadSettings } = await import('../../run/settings.ts');
  const { turns, seed, recipes, episodes, parallel } = options;
  const flags = {
    ...settingsOf(options),
    ...(turns !== undefined && { 'episode.maxTurns': turns }),
    ...(seed !== undefined && { seed }),
    ...(recipes !== undefined && { recipes }),
  };
  const loaded = loadSettings(world, flags, options.config);
  if (options.dryRun) {
    const { describeRun, renderDryRun } = await import('./describe-run.ts');
    const description = await describeRun(await openServices(world, loaded));
    answer(world, options, description, () => renderDryRun(description));
    return;
  }
  const { aroundRun } = await import('./around-run.ts');
  await aroundRun(world, loaded, async (watched) => {
    if (loaded.config.fleet.database === null) return playAll(watched, options, loaded);
    const { runOnFleet } = await import('./run-on-fleet.ts');
    tellAssumed(watched.world, loaded);
    const isAsked = command.getOptionValueSource('parallel') === 'cli';
    const atATime = isAsked ? parallel : null;
    return runOnFleet(watched, loaded, { episodes, atATime, json: options.json === true });
  });
}

async function openServices(world: World, loaded: Settings): Promise<RunServices> {
  const { openRunServices } = await import('../../run/run-services.ts');
  return openRunServices(loaded, (message) => note(world, message));
}

async function playAll(watched: WatchedRun, options: RunOptions, loaded: Settings): Promise<void> {
  const { world } = watched;
  const { episodes, parallel } = options;
  const services = await openServices(world, loaded);
  if (!options.resume) await tellUnfinished(world, loaded);
  const unfinished = options.resume ? await resuming(world, services, options.config) : () => [];
  const begin = () => {
    tellAssumed(world, loaded);
    return unfinished();
  };
  await playWatched(watched, options, { services, today: loaded, episodes, parallel, begin });
}

/** What an earlier run left unfinished, as tasks, looked for when they are asked for. */
async function resuming(
  world: World,
  tonight: RunServices,
  configFlag: string | undefined,
): Promise<() => readonly EpisodeTask[]> {
  const { healSummaries } = await import('../../records/heal-summaries.ts');
  const { unfinishedEpisodes } = await import('../../records/resumable.ts');
  const { openResumeServices } = await import('../../run/resume-services.ts');
  const { resumeOrGiveUp } = await import('../../run/resume-episode.ts');
  const notice = (message: string) => note(world, message);
  const { config, budgets, story } = tonight;
  const open = (manifest: Manifest) => {
    const isSame = story.sha256 === manifest.story.sha256;
    const flags: Flags = isSame && config.story !== null ? { story: config.story } : {};
    const place = { flags, config: configFlag, workdir: config.workdir, budgets };
    return openResumeServices(world, manifest, place, notice);
  };
  return () => {
    healSummaries(config.workdir, notice);
    const unfinished = unfinishedEpisodes(config.workdir, notice);
    const numbers = unfinished.map(({ number }) => number);
    if (numbers.length > 0) {
      const which = numbers.length === 1 ? 'episode' : 'episodes';
      notice(`Going on with ${which} ${numbers.join(', ')}, left unfinished by an earlier run.`);
    }
    return unfinished.map(
      (episode) => (controls) =>
        budgets.isSpent()
          ? Promise.resolve(null)
          : resumeOrGiveUp(episode, tonight, { open, controls }),
    );
  };
}

/** Names what plays where nobody named anything, in one line. */
function tellAssumed(world: World, { assumed, config }: Settings): void {
  const player = assumed.offlinePlayer ? 'the offline player' : null;
  const isShipped = config.story === SHIPPED_STORY;
  const isNews = assumed.shippedStory || (assumed.offlinePlayer && isShipped);
  const story = isNews ? `the shipped story ${config.story}` : null;
  const both = [player, story].filter((one) => one !== null).join(' plays ');
  if (both !== '')
    note(world, `Nothing else is named: ${both}; zorkgpt init writes a configuration.`);
}
