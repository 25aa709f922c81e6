import type { EpisodeSummary } from '../records/summary.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import { conductEpisode } from './conduct-episode.ts';
import { readStart } from '../records/start-files.ts';
import { holdWorkdir, listenForStop, type RunPlan, type RunResult } from './play-run.ts';
import type { Started } from '../records/resumable.ts';
import type { RunServices } from './run-services.ts';

/**
 * Plays an unfinished episode to its end, holding the workdir and the episode. Signals stop it as they stop a run.
 * Rejects as conductEpisode does, and with LockedError when somebody else plays it.
 */
export async function resumeRun(
  services: RunServices,
  { episode, manifest }: Started,
  plan: Omit<RunPlan, 'episodes' | 'parallel'>,
): Promise<RunResult> {
  const stop = listenForStop(plan);
  const workdir = await holdWorkdir(services.config.workdir, plan, stop.signal);
  try {
    const lock = await acquireRunLock(episode.directory, `pid-${process.pid}`);
    try {
      const { files } = episode;
      const start = readStart(files, manifest);
      const summary: EpisodeSummary = await conductEpisode(
        services,
        { files, start, seed: manifest.seed },
        {
          signal: stop.signal,
          stopRequested: () => stop.by() !== null,
          progress: plan.progress,
          complain: plan.complain,
        },
      );
      plan.onSummary(summary);
      return { summaries: [summary], stoppedBy: stop.by() };
    } finally {
      lock.release();
    }
  } finally {
    stop.end();
    workdir.release();
  }
}
