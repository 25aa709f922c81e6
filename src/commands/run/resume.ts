import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { PLAY_OPTIONS, type PlayOptions } from './play-options.ts';
import type { WatchedRun } from './play-watched.ts';

/** `zorkgpt resume [episode]`: go on after an interruption. */
export const RESUME_COMMANDS: readonly Command[] = [
  {
    path: 'resume',
    takes: '[episode]',
    says: 'play an episode on that was killed, interrupted or out of budget',
    options: PLAY_OPTIONS,
    more: `Without a number it is the newest unfinished episode. What was recorded is not asked again: the recorded replies are fed
to the same code, and play goes on where they end, as if it had never stopped. How the episode is played stays as it was
recorded; endpoint, key, prices and budgets are those of today. Only this episode is played: of a run of several, those that
had not begun are left to zorkgpt run.`,
    examples: ['zorkgpt resume', 'zorkgpt resume 7 --max-cost 5'],
    run: resume,
  },
];

async function resume(call: Call<PlayOptions>): Promise<void> {
  const { aroundRun } = await import('./around-run.ts');
  await aroundRun(call, await call.settings(), goOn);
}

async function goOn(watched: WatchedRun): Promise<void> {
  const { findResumable } = await import('../../records/standing.ts');
  const { openResumeServices } = await import('../../run/recorded-services.ts');
  const { resumeEpisode } = await import('../../run/resume-episode.ts');
  const { tellUnfinished } = await import('./end-run.ts');
  const { playWatched } = await import('./play-watched.ts');
  const { call, today } = watched;
  const { world, options, flags, words, tell } = call;
  const { workdir } = today.config;
  const { episode, manifest } = findResumable(workdir, words[0] ?? null);
  const place = { flags, config: options.config, workdir };
  const services = await openResumeServices(world, manifest, place, tell);
  const open = () => Promise.resolve(services);
  await playWatched(watched, {
    services,
    begin: () => [(controls) => resumeEpisode(episode, manifest, { open, controls })],
  });
  const left = await tellUnfinished(call, today);
  // From cron, success prints nothing.
  if (left > 0 || world.stderr.isTTY !== true) return;
  tell(`Episode ${episode.number} is finished and no other waits; zorkgpt run plays a new one.`);
}
