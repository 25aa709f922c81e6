import type { Sink } from '../events/fan-out.ts';
import type { EpisodeSummary } from '../episode/summary.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { playEpisode } from './play-episode.ts';
import type { RunServices } from './run-services.ts';

/** After a polite request to stop, this long until the turn in progress is given up. */
const PATIENCE_MS = 5_000;

export interface RunPlan {
  readonly episodes: number;
  /** How long a busy workdir is waited for, in milliseconds. */
  readonly lockWaitMs: number;
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
}

/**
 * Plays episodes one after another, holding the workdir. The first signal stops after the turn in progress, which is
 * given up after 5 seconds; the second stops at once. Rejects with LockedError when the workdir stays busy.
 */
export async function playRun(services: RunServices, plan: RunPlan): Promise<RunResult> {
  const stop = listenForStop(plan);
  const lock = await acquireRunLock(services.config.workdir, `pid-${process.pid}`, {
    waitMs: plan.lockWaitMs,
    signal: stop.signal,
  });
  const summaries: EpisodeSummary[] = [];
  try {
    while (summaries.length < plan.episodes && stop.by() === null) {
      const summary = await playEpisode(services, {
        signal: stop.signal,
        stopRequested: () => stop.by() !== null,
        progress: plan.progress,
        complain: plan.complain,
      });
      summaries.push(summary);
      plan.onSummary(summary);
    }
    return { summaries, stoppedBy: stop.by() };
  } finally {
    stop.end();
    lock.release();
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
