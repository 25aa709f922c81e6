import { RECIPE_USES } from '../../domain/recipe.ts';
import type { Manifest } from '../../records/manifest.ts';
import type { EpisodeTask } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Flags, Settings } from '../../run/settings.ts';
import type { Call } from '../call.ts';
import { wholeNumber, type Command } from '../command.ts';
import { PLAY_OPTIONS, type PlayOptions } from './play-options.ts';
import type { WatchedRun } from './play-watched.ts';

interface Asked extends PlayOptions {
  readonly episodes: number;
  readonly parallel: number;
  readonly turns?: number;
  readonly seed?: number;
  readonly resume: boolean;
  readonly from?: string;
  readonly dryRun?: true;
}

/** `zorkgpt run`: play episodes. */
export const RUN_COMMANDS: readonly Command[] = [
  {
    path: 'run',
    says: 'play episodes and learn from them',
    options: {
      '--episodes <n>': wholeNumber('how many', { default: 1 }),
      '--parallel <n>': wholeNumber('how many at a time, over the same memories', { default: 1 }),
      '--turns <n>': wholeNumber('turns per episode'),
      '--seed <n>': wholeNumber('seed every episode starts with', { least: 0 }),
      '--recipes <use>': {
        says: 'checked ways: tell them, play the best, play one to where something is untried, or neither',
        choices: RECIPE_USES,
      },
      '--from <room>': 'begin at this room, by a checked way: its number or exact name',
      ...PLAY_OPTIONS,
      '--no-resume': 'leave what an earlier run did not finish as it is',
      '--dry-run':
        'print the configuration, what a run will use, and the first prompt; play nothing',
    },
    examples: [
      'zorkgpt run --episodes 5',
      'zorkgpt run --episodes 20 --parallel 4 --max-cost 2.50',
      'zorkgpt run --story zork1.z3 --player openai --model gpt-5-mini --turns 300',
      'zorkgpt run --seed 12 --json | jq .score',
      'zorkgpt run --fleet postgres://zork@db.example/fleet --episodes 200',
    ],
    fleet: 'own',
    run,
  },
];

async function run(call: Call<Asked>): Promise<void> {
  const { turns, seed, episodes, dryRun } = call.options;
  const flags = {
    ...(turns !== undefined && { 'episode.maxTurns': turns }),
    ...(seed !== undefined && { seed }),
  };
  const loaded = await settingsOf(call, flags);
  if (dryRun) {
    const { describeRun, renderDryRun } = await import('./describe-run.ts');
    const description = await describeRun(await openServices(call, loaded), episodes);
    call.answer(description, () => renderDryRun(description));
    return;
  }
  const { aroundRun, tellAssumed } = await import('./around-run.ts');
  await aroundRun(call, loaded, async (watched) => {
    if (loaded.config.fleet.database === null) return playAll(call, watched);
    const { runOnFleet } = await import('./run-on-fleet.ts');
    tellAssumed(watched);
    const { episodes, parallel } = call.options;
    const atATime = call.isGiven('parallel') ? parallel : null;
    return runOnFleet(watched, { episodes, atATime });
  });
}

/** The settings of the run; one that begins at a room goes a checked way. */
async function settingsOf(call: Call<Asked>, flags: Flags): Promise<Settings> {
  const loaded = await call.settings(flags);
  if (call.options.from === undefined) return loaded;
  const { checkFrom } = await import('./from-room.ts');
  checkFrom(call, loaded);
  return call.settings({ ...flags, recipes: 'explore' });
}

async function openServices(call: Call<Asked>, loaded: Settings): Promise<RunServices> {
  const { openRunServices } = await import('../../run/run-services.ts');
  const services = await openRunServices(loaded, call.tell);
  const { from } = call.options;
  if (from === undefined) return services;
  const { servicesFrom } = await import('./from-room.ts');
  return servicesFrom(call, services, from);
}

async function playAll(call: Call<Asked>, watched: WatchedRun): Promise<void> {
  const { tellAssumed } = await import('./around-run.ts');
  const { tellUnfinished } = await import('./end-run.ts');
  const { playWatched } = await import('./play-watched.ts');
  const { today } = watched;
  const { episodes, parallel, resume } = call.options;
  const services = await openServices(call, today);
  if (!resume) await tellUnfinished(call, today);
  const unfinished = resume ? await resuming(call, services) : () => [];
  const begin = () => {
    tellAssumed(watched);
    return unfinished();
  };
  await playWatched(watched, { services, begin, episodes, parallel });
}

/** What an earlier run left unfinished, as tasks, looked for when they are asked for. */
async function resuming(
  { world, options, tell }: Call,
  tonight: RunServices,
): Promise<() => readonly EpisodeTask[]> {
  const { healSummaries } = await import('../../records/history.ts');
  const { unfinishedEpisodes } = await import('../../records/standing.ts');
  const { openResumeServices } = await import('../../run/recorded-services.ts');
  const { resumeOrGiveUp } = await import('../../run/resume-episode.ts');
  const { config, budgets, story } = tonight;
  const open = (manifest: Manifest) => {
    const isSame = story.sha256 === manifest.story.sha256;
    const flags: Flags = isSame && config.story !== null ? { story: config.story } : {};
    const place = { flags, config: options.config, workdir: config.workdir, budgets };
    return openResumeServices(world, manifest, place, tell);
  };
  return () => {
    healSummaries(config.workdir, tell);
    const unfinished = unfinishedEpisodes(config.workdir, tell);
    const numbers = unfinished.map(({ number }) => number);
    if (numbers.length > 0) {
      const which = numbers.length === 1 ? 'episode' : 'episodes';
      tell(`Going on with ${which} ${numbers.join(', ')}, left unfinished by an earlier run.`);
    }
    return unfinished.map(
      (episode) => (controls) =>
        budgets.isSpent()
          ? Promise.resolve(null)
          : resumeOrGiveUp(episode, tonight, { open, controls }),
    );
  };
}
