import type { LoadedConfig } from '../../config/load.ts';
import type { Progress } from '../../events/progress-sink.ts';
import type { EpisodeTask, RunPlan } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import { CommandExit, EXIT } from '../exit-codes.ts';
import { printJson } from '../output.ts';
import type { World } from '../world.ts';
import type { WatchedRun } from './around-run.ts';
import { endRun, printSummaries } from './end-run.ts';
import type { PlayOptions } from './play-options.ts';

const LONGEST_NIGHT_MS = 24 * 60 * 60_000;

/** What is played: what `begin` finds begun already, then so many new episodes. */
interface Work {
  readonly services: RunServices;
  readonly today: LoadedConfig;
  readonly episodes: number;
  readonly parallel: number;
  /** Called as soon as the workdir is this run's. */
  readonly begin: () => readonly EpisodeTask[];
}

/** Plays, tells what was played, and ends the run. Rejects with what ended it and with its exit code. */
export async function playWatched(
  watched: WatchedRun,
  { services, today, episodes, parallel, begin }: Work,
): Promise<void> {
  const { playRun } = await import('../../run/play-run.ts');
  const { call } = watched;
  const { maxTurns } = services.config.episode;
  const plan = await planOf(watched, { episodes, parallel, maxTurns });
  const result = await playRun(services, plan, begin).catch((error: unknown) =>
    skipIfLocked(error, call.options),
  );
  printSummaries(call, result.summaries);
  await endRun(call, services, { today, result });
}

/** How a run is watched and stopped, from its options. */
async function planOf(
  { call, onSummary }: WatchedRun,
  extent: { readonly episodes: number; readonly parallel: number; readonly maxTurns: number },
): Promise<RunPlan> {
  const { world, options, tell } = call;
  return {
    episodes: extent.episodes,
    parallel: extent.parallel,
    lockWaitMs: options.ifLocked === 'wait' ? Infinity : 0,
    shareWorkdir: options.ifLocked === 'share',
    progress: await progressOf(world, options, extent.maxTurns),
    complain: tell,
    onSummary(summary) {
      onSummary(summary);
      if (options.json) printJson(world, summary);
    },
    onSignal: world.onSignal,
  };
}

/**
 * Ends the command quietly when a busy workdir was to be skipped and is busy for less than a day; passes every other error
 * on.
 */
async function skipIfLocked(error: unknown, options: PlayOptions): Promise<never> {
  const { LockedError } = await import('../../domain/errors.ts');
  const isSkipped = error instanceof LockedError && options.ifLocked === 'skip';
  if (isSkipped && !isOld(error.since)) throw new CommandExit(EXIT.done);
  throw error;
}

/** Whether a moment is longer ago than any night takes; one that nobody knows is. */
function isOld(since: string | null): boolean {
  return since === null || Date.now() - Date.parse(since) > LONGEST_NIGHT_MS;
}

async function progressOf(
  world: World,
  { display }: PlayOptions,
  maxTurns: number,
): Promise<Progress> {
  const { liveProgress, plainProgress, transcriptProgress } =
    await import('../../events/progress-sink.ts');
  const { TERM, CI } = world.environment;
  const isLive = world.stderr.isTTY === true && TERM !== 'dumb' && (CI ?? '') === '';
  const chosen = display === 'auto' ? (isLive ? 'live' : 'none') : display;
  const kind = world.isQuiet === true ? 'none' : chosen;
  const write = (text: string) => world.stderr.write(text);
  if (kind === 'live') return liveProgress(world.stderr, maxTurns);
  if (kind === 'plain') return plainProgress(write, maxTurns);
  if (kind === 'transcript') return transcriptProgress(write);
  return () => undefined;
}
