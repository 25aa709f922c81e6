import { ConfigError, LockedError, StorageError } from '../domain/errors.ts';
import type { SpendingLedger } from '../episode/spending-ledger.ts';
import { listEpisodes, type StoredEpisode } from '../records/episodes.ts';
import type { ManifestFacts } from '../records/manifest.ts';
import { isUnfinished } from '../records/standing.ts';
import { NOTHING_SPENT, recordedSpending } from '../model/spent.ts';
import { acquireRunLock } from '../storage/run-lock.ts';
import type { RunBudgets } from './budgets.ts';

/** What is recorded is on disk at once; how long a run lasted that is killed is known by this. */
const SETTLE_MS = 5_000;

/**
 * Brings the ledger of a workdir up to date and keeps it so until the returned function is called. Rejects as DurableFile
 * does.
 */
export async function keepLedger(workdir: string, budgets: RunBudgets): Promise<() => void> {
  if (budgets.ledger !== null) await recoverSpending(workdir, budgets.ledger);
  // What cannot be written now is written at the end of an episode, or fails the run there.
  const settle = () => void budgets.settle().catch(() => undefined);
  const timer = setInterval(settle, SETTLE_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Counts in the ledger of the days what killed runs of a workdir spent and did not write down: the records of their episodes
 * say it. Episodes that somebody plays now are left alone. Rejects as DurableFile does.
 */
async function recoverSpending(workdir: string, ledger: SpendingLedger): Promise<void> {
  const open = new Set(ledger.open());
  for (const episode of listEpisodes(workdir)) {
    const isKilled = episode.summary === null && episode.damage === undefined;
    if (isKilled || open.has(episode.number)) await recover(episode, ledger);
    open.delete(episode.number);
  }
  // Of an episode whose directory is gone, what was counted stays counted.
  const nothing = { spent: NOTHING_SPENT, before: NOTHING_SPENT, isOver: true };
  for (const episode of open) await ledger.recover({ ...nothing, episode });
}

async function recover(episode: StoredEpisode, ledger: SpendingLedger): Promise<void> {
  const { files, number, directory } = episode;
  try {
    const lock = await acquireRunLock(directory, `ledger, pid ${process.pid}`);
    try {
      const facts = readableFacts(episode);
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
    // Somebody plays it, or its records are damaged: going on with it tells that.
    const isTold = error instanceof LockedError || error instanceof StorageError;
    const isHere = isTold && (error.path ?? '').startsWith(directory);
    if (!isHere) throw error;
  }
}

/** What its manifest says; null where that cannot be read, which going on with it tells. */
function readableFacts({ files }: StoredEpisode): ManifestFacts | null {
  try {
    return files.facts();
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
