import type { Command } from 'commander';
import { acting } from '../command.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { WatchedRun } from './around-run.ts';
import type { World } from '../world.ts';
import { tellUnfinished } from './end-run.ts';
import { note } from '../output.ts';
import { addPlayOptions, settingsOf, settingsOfToday, type PlayOptions } from './play-options.ts';
import { playWatched } from './play-watched.ts';

/** `zorkgpt resume [episode]`: go on after an interruption. */
export function registerResume(program: Command, world: World): void {
  const command = program
    .command('resume [episode]')
    .description('play an episode on that was killed, interrupted or out of budget');
  addPlayOptions(command)
    .addHelpText('after', HELP)
    .action(acting(world, () => resume));
}

const HELP = `
Without a number it is the newest unfinished episode. What was recorded is not asked again: the recorded replies are fed
to the same code, and play goes on where they end, as if it had never stopped. How the episode is played stays as it was
recorded; endpoint, key, prices and budgets are those of today. Only this episode is played: of a run of several, those that
had not begun are left to zorkgpt run.

Examples:
  zorkgpt resume
  zorkgpt resume 7 --max-cost 5`;

async function resume(
  world: World,
  options: PlayOptions,
  [name]: readonly string[],
): Promise<void> {
  const today = await settingsOfToday(world, options);
  const { aroundRun } = await import('./around-run.ts');
  await aroundRun(world, today, (watched) => playOn(watched, options, { name, today }));
}

async function playOn(
  watched: WatchedRun,
  options: PlayOptions,
  { name, today }: { readonly name: string | undefined; readonly today: LoadedConfig },
): Promise<void> {
  const { findResumable } = await import('../../records/resumable.ts');
  const { openResumeServices } = await import('../../run/resume-services.ts');
  const { resumeEpisode } = await import('../../run/resume-episode.ts');
  const { world } = watched;
  const { workdir } = today.config;
  const started = findResumable(workdir, name ?? null);
  const services = await openResumeServices(
    world,
    started.manifest,
    { flags: settingsOf(options), config: options.config, workdir },
    (message) => note(world, message),
  );
  const { episode, manifest } = started;
  const open = () => Promise.resolve(services);
  await playWatched(watched, options, {
    services,
    today,
    episodes: 0,
    parallel: 1,
    begin: () => [(controls) => resumeEpisode(episode, manifest, { open, controls })],
  });
  await tellLeft(world, today, episode.number);
}

async function tellLeft(world: World, today: LoadedConfig, episode: number): Promise<void> {
  const left = await tellUnfinished(world, today);
  // From cron, success prints nothing.
  if (left > 0 || world.stderr.isTTY !== true) return;
  note(world, `Episode ${episode} is finished and no other waits; zorkgpt run plays a new one.`);
}
