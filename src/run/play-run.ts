import type { Sink } from '../events/fan-out.ts';
import { LockedError, obstacleOf } from '../domain/errors.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { playEpisode } from './play-episode.ts';
import type { RunServices } from './run-services.ts';

/** After a polite request to stop, this long until the turn in progress is given up. */
const PATIENCE_MS = 5_000;

export interface RunPlan {
  readonly episodes: number;
  /** Episodes played at the same time, over the same learnt files. */
  readonly parallel: number;
  /** How long a busy workdir is waited for, in milliseconds. */
  readonly lockWaitMs: number;
  /** Whether to play beside a run that holds the workdir: every file in it can be shared. */
  readonly shareWorkdir: boolean;
  readonly progress: Sink;
  readonly complain: (message: string) => void;
  /** Called with each finished episode. */
  readonly onSummary: (summary: EpisodeSummary) => void;
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}

export interface RunResult {
  readonly summaries: readonly EpisodeSummary[];
  /** The signal that ended the run early; null when it ran to its end. */
  readonly stoppedBy: NodeJS.Signals | null;
  /** What ended the run in the middle of an episode; only when something did. */
  readonly failure?: Error;
}

/**
 * Plays episodes, so many at a time, holding the workdir. The first signal stops after the turn in progress, which is
 * given up after 5 seconds; the second stops at once. An error that ends an episode ends the others after their turn
 * and is part of the result; after a refused key, or when an endpoint stays down, none begins. Rejects with LockedError when the workdir stays busy.
 */
export async function playRun(services: RunServices, plan: RunPlan): Promise<RunResult> {
  const stop = listenForStop(plan);
  const lock = await holdWorkdir(services.config.workdir, plan, stop.signal);
  const summaries: EpisodeSummary[] = [];
  let [begun, isBroken, isRefused] = [0, false, false];
  const isOver = () => isBroken || stop.by() !== null;
  const playNext = async (): Promise<void> => {
    while (begun < plan.episodes && !isOver() && !isRefused && !services.budgets.isSpent()) {
      begun += 1;
      const summary = await playEpisode(services, {
        signal: stop.signal,
        stopRequested: isOver,
        progress: plan.progress,
        complain: plan.complain,
      }).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
      isRefused ||= summary.modelError !== undefined && obstacleOf(summary.modelError) !== null;
      summaries.push(summary);
      plan.onSummary(summary);
    }
  };
  try {
    const players = Array.from({ length: Math.min(plan.parallel, plan.episodes) }, playNext);
    const failed = (await Promise.allSettled(players)).find(({ status }) => status === 'rejected');
    const result = { summaries, stoppedBy: stop.by() };
    return failed?.status === 'rejected' ? { ...result, failure: failed.reason as Error } : result;
  } finally {
    stop.end();
    lock.release();
  }
}

/** Takes the workdir for this run; one that is shared is only taken when it is free. Rejects with LockedError. */
export async function holdWorkdir(
  workdir: string,
  { lockWaitMs, shareWorkdir }: Pick<RunPlan, 'lockWaitMs' | 'shareWorkdir'>,
  signal: AbortSignal,
): Promise<{ release(): void }> {
  try {
    return await acquireRunLock(workdir, `pid-${process.pid}`, { waitMs: lockWaitMs, signal });
  } catch (error) {
    if (shareWorkdir && error instanceof LockedError) return { release: () => undefined };
    throw error;
  }
}

/** Listens for the signals that end a run: the first asks to stop after this turn, the second stops at once. */
export function listenForStop({ onSignal, complain }: Pick<RunPlan, 'onSignal' | 'complain'>) {
  const now = new AbortController();
  let by: NodeJS.Signals | null = null;
  let patience: NodeJS.Timeout | undefined;
  const giveUp = () => now.abort(new Error('stopped on request'));
  const end = onSignal((signal) => {
    if (by !== null) {
      giveUp();
      return;
    }
    by = signal;
    complain('Stopping after this turn; once more stops at once.');
    patience = setTimeout(giveUp, PATIENCE_MS).unref();
  });
  return {
    signal: now.signal,
    by: (): NodeJS.Signals | null => by,
    end() {
      clearTimeout(patience);
      end();
    },
  };
}
