import { LockedError } from '../../domain/errors.ts';
import { takesColour } from '../../domain/painted.ts';
import {
  liveProgress,
  plainProgress,
  transcriptProgress,
  type ProgressSink,
} from '../../events/progress.ts';
import type { EpisodeSummary } from '../../records/summary.ts';
import { playRun, type EpisodeTask, type RunPlan } from '../../run/play-run.ts';
import type { RunServices } from '../../run/run-services.ts';
import type { Settings } from '../../run/settings.ts';
import type { Call } from '../command.ts';
import { CommandExit, EXIT } from '../errors.ts';
import { noteWidth, printJson, type World } from '../world.ts';
import { fitText } from '../layout.ts';
import { endRun, printSummaries } from './end-run.ts';

const LONGEST_NIGHT_MS = 24 * 60 * 60_000;

export interface PlayOptions {
  readonly display: 'auto' | 'live' | 'plain' | 'transcript' | 'none';
  readonly ifLocked: 'fail' | 'skip' | 'wait' | 'share';
}

/** What is played: what `begin` finds begun already, then so many new episodes. */
interface Work {
  readonly services: RunServices;
  /** Called as soon as the workdir is this run's. */
  readonly begin: () => readonly EpisodeTask[];
  readonly episodes?: number;
  readonly parallel?: number;
}

export interface WatchedRun {
  /** What is told through it is also in the log of the workdir. */
  readonly call: Call<PlayOptions>;
  readonly today: Settings;
  readonly onSummary: (summary: EpisodeSummary) => void;
}

/** Plays, tells what was played, and ends the run. Rejects with what ended it and with its exit code. */
export async function playWatched(
  { call, today, onSummary }: WatchedRun,
  { services, begin, episodes = 0, parallel = 1 }: Work,
): Promise<void> {
  const { world, options, tell } = call;
  const plan: RunPlan = {
    episodes,
    parallel,
    lockWaitMs: options.ifLocked === 'wait' ? Infinity : 0,
    shareWorkdir: options.ifLocked === 'share',
    progress: progressOf(world, options, services.config.episode.maxTurns),
    complain: tell,
    onSummary(summary) {
      onSummary(summary);
      if (options.json) printJson(world, summary);
    },
    onSignal: world.onSignal,
  };
  const result = await playRun(services, plan, begin).catch((error: unknown) =>
    skipIfLocked(error, options),
  );
  printSummaries(call, result.summaries);
  await endRun(call, services, today, result);
}

/** Ends the command quietly when a workdir was to be skipped and is busy for less than a day; else throws the error. */
function skipIfLocked(error: unknown, options: PlayOptions): never {
  const isSkipped = error instanceof LockedError && options.ifLocked === 'skip';
  if (isSkipped && !isOld(error.since)) throw new CommandExit(EXIT.done);
  throw error;
}

/** Whether a moment is longer ago than any night takes; one that nobody knows is. */
function isOld(since: string | null): boolean {
  return since === null || Date.now() - Date.parse(since) > LONGEST_NIGHT_MS;
}

/** How progress is shown: as asked for, else drawn on a terminal; never drawn where there is no room. */
export function displayOf({ stderr, environment, isQuiet }: World, asked: PlayOptions['display']) {
  if (isQuiet === true) return 'none';
  const { TERM, CI } = environment;
  const isLive = stderr.isTTY === true && TERM !== 'dumb' && (CI ?? '') === '';
  const display = asked === 'auto' ? (isLive ? 'live' : 'none') : asked;
  // A terminal without a size says that it has no columns.
  return display === 'live' && stderr.isTTY === true && stderr.columns === 0 ? 'plain' : display;
}

function progressOf(world: World, { display }: PlayOptions, maxTurns: number): ProgressSink {
  const kind = displayOf(world, display);
  const write = (text: string) => world.stderr.write(text);
  if (kind === 'live') {
    const isPainted = takesColour(world.stderr, world.environment);
    return liveProgress(world.stderr, { maxTurns, isPainted });
  }
  if (kind === 'plain') return plainProgress(write, maxTurns);
  if (kind === 'transcript') {
    return transcriptProgress((text) => write(fitText(text, noteWidth(world))));
  }
  return () => undefined;
}
