import { setMaxListeners } from 'node:events';
import {
  ConfigError,
  LockedError,
  obstacleInErrors,
  StorageError,
  unlessBroken,
  nullForLockedError,
} from '../domain/errors.ts';
import type { SpendingLedger } from '../episode/spending-ledger.ts';
import { NOTHING_SPENT, recordedSpending } from '../model/budget.ts';
import { listEpisodes, isUnfinished, type StoredEpisode } from '../records/episodes.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { acquireRunLock } from '../storage/lock.ts';
import { playEpisode } from './play-episode.ts';
import type { EpisodeControls } from './play-session.ts';
import type { RunServices } from './run-services.ts';

/** Plays an episode. Null if it was stopped before there was anything new to report. */
export type EpisodeTask = (controls: EpisodeControls) => Promise<EpisodeSummary | null>;

export interface RunPlan {
  readonly episodes: number;
  /** Episodes played at the same time, over the same learnt files. */
  readonly parallel: number;
  readonly lockWaitMs: number;
  /** Whether to play beside a run that holds the workdir. Every file in it can be shared. */
  readonly shareWorkdir: boolean;
  readonly progress: EpisodeControls['progress'];
  readonly complain: (message: string) => void;
  readonly onSummary: (summary: EpisodeSummary) => void;
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}

export interface RunResult {
  readonly summaries: readonly EpisodeSummary[];
  /** The signal that ended the run early. Null if it ran to its end. */
  readonly stoppedBy: NodeJS.Signals | null;
  /** The error that ended the run in the middle of an episode, if any. */
  readonly failure?: Error;
}

/**
 * Holds the workdir, resumes the `unfinished` episodes, then plays new ones, several at a time. An error that ends an
 * episode ends the others after their turn and is part of the result. After a refused key, or while an endpoint stays down,
 * no episode begins. Rejects with LockedError if the workdir stays busy.
 */
export async function playRun(
  services: RunServices,
  plan: RunPlan,
  unfinished: () => readonly EpisodeTask[] = () => [],
): Promise<RunResult> {
  const run = new Date().toISOString();
  const stop = stopRunOnSignal(plan);
  let lock: { release(): void } | null = null;
  const summaries: EpisodeSummary[] = [];
  const { workdir } = services.config;
  let [isBroken, isRefused, isLost] = [false, false, false];
  const isOver = () => isBroken || isLost || stop.by() !== null;
  const controls: EpisodeControls = { ...plan, run, signal: stop.signal, stopRequested: isOver };
  const play = async (task: EpisodeTask): Promise<void> => {
    if (isOver() || isRefused) return;
    try {
      const summary = await task(controls);
      if (summary === null) return;
      isRefused ||=
        summary.modelError !== undefined && obstacleInErrors(summary.modelError) !== null;
      summaries.push(summary);
      plan.onSummary(summary);
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  const playNew: EpisodeTask = async () =>
    services.budgets.isSpent() ? null : playEpisode(services, controls);
  try {
    const lost = () => {
      isLost = true;
      stop.giveUp();
    };
    lock = await holdWorkdir(services, plan, { signal: stop.signal, onLost: lost });
    const failure =
      (await atATime(plan.parallel, unfinished(), play)) ??
      (await atATime(plan.parallel, Array<EpisodeTask>(plan.episodes).fill(playNew), play));
    const result = { summaries, stoppedBy: stop.by() };
    if (isLost) return { ...result, failure: takenOver(workdir) };
    return failure === null ? result : { ...result, failure };
  } catch (error) {
    if (stop.signal.aborted) return { summaries, stoppedBy: stop.by() };
    throw error;
  } finally {
    stop.end();
    lock?.release();
  }
}

/** Works through tasks, several at a time, until all are done or one failed. Resolves with the first failure. */
async function atATime<T>(
  count: number,
  tasks: readonly T[],
  work: (task: T) => Promise<void>,
): Promise<Error | null> {
  const waiting = tasks.values();
  const workers = Array.from({ length: Math.min(count, tasks.length) }, async () => {
    for (const task of waiting) await work(task);
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  return failed?.status === 'rejected' ? (failed.reason as Error) : null;
}

function takenOver(workdir: string): LockedError {
  return new LockedError(
    `${workdir} was taken over by another run, or its lock was removed; what was played is saved, run again later.`,
    { path: workdir },
  );
}

/** The interval of settling. Records are on disk at once; this shows how long a killed run lasted. */
const SETTLE_MS = 5_000;

/** Takes the workdir, a shared one only if it is free, and keeps its ledger. Rejects with LockedError and StorageError. */
async function holdWorkdir(
  { config: { workdir }, budgets }: RunServices,
  { lockWaitMs, shareWorkdir }: RunPlan,
  options: { readonly signal: AbortSignal; readonly onLost: () => void },
): Promise<{ release(): void }> {
  const take = () =>
    acquireRunLock(workdir, `pid-${process.pid}`, { waitMs: lockWaitMs, ...options });
  const lock = await (shareWorkdir ? take().catch(nullForLockedError) : take());
  try {
    if (budgets.ledger !== null) await recoverSpending(workdir, budgets.ledger);
    // What cannot be written now is written at the end of an episode, or fails the run there.
    const settle = () => void budgets.settle().catch(() => undefined);
    const timer = setInterval(settle, SETTLE_MS).unref();
    return {
      release() {
        clearInterval(timer);
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Counts what killed runs spent, by the records of their episodes. Episodes that are being played are left alone. */
async function recoverSpending(workdir: string, ledger: SpendingLedger): Promise<void> {
  const open = new Set(ledger.open());
  for (const episode of listEpisodes(workdir)) {
    const isKilled = episode.summary === null && episode.damage === undefined;
    if (isKilled || open.has(episode.number)) await recover(episode, ledger);
    open.delete(episode.number);
  }
  // For an episode whose directory is gone, the earlier count stays.
  const nothing = { spent: NOTHING_SPENT, before: NOTHING_SPENT, isOver: true };
  for (const episode of open) await ledger.recover({ ...nothing, episode });
}

async function recover(episode: StoredEpisode, ledger: SpendingLedger): Promise<void> {
  const { files, number, directory } = episode;
  try {
    const lock = await acquireRunLock(directory, `ledger, pid ${process.pid}`);
    try {
      // Resuming the episode reports what cannot be read.
      const facts = unlessBroken(() => files.facts(), ConfigError);
      const records = { calls: files.calls().records, turns: files.turns().records };
      await ledger.recover(
        {
          episode: number,
          spent: recordedSpending(records, facts?.parent?.turn ?? 0),
          before: NOTHING_SPENT,
          isOver: !isUnfinished(episode),
        },
        facts?.startedAt.slice(0, 'YYYY-MM-DD'.length),
      );
    } finally {
      lock.release();
    }
  } catch (error) {
    // Resuming reports it: somebody plays the episode, or its records are damaged.
    const isTold = error instanceof LockedError || error instanceof StorageError;
    const isHere = isTold && (error.path ?? '').startsWith(directory);
    if (!isHere) throw error;
  }
}

/** After a request to stop, the turn in progress is given up after so long. */
const PATIENCE_MS = 1_500;

export type StopListener = ReturnType<typeof stopRunOnSignal>;

/** The first signal stops after the turn in progress, which is given up after 1.5 seconds. The second stops at once. */
export function stopRunOnSignal(ports: {
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
  readonly complain: (message: string) => void;
}) {
  const now = new AbortController();
  // Every call of every episode in parallel listens.
  setMaxListeners(0, now.signal);
  let by: NodeJS.Signals | null = null;
  let patience: NodeJS.Timeout | undefined;
  const giveUp = () => now.abort(new Error('stopped on request'));
  const end = ports.onSignal((signal) => {
    if (by !== null) {
      giveUp();
      return;
    }
    by = signal;
    ports.complain('Stopping after this turn; once more stops at once.');
    patience = setTimeout(giveUp, PATIENCE_MS).unref();
  });
  return {
    /** Fires when the turn in progress is given up. */
    signal: now.signal,
    /** The signal that asked to stop. Null if there was none. */
    by: () => by,
    giveUp,
    end() {
      clearTimeout(patience);
      end();
    },
  };
}
