import path from 'node:path';
import { jsonFile } from '../domain/json.ts';
import { EMPTY_METER, measure, type Meter } from '../events/meter.ts';
import { runLockHolder } from '../storage/run-lock.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { accountOf } from './call-log.ts';
import type { EpisodeFiles } from './episode-files.ts';
import { listEpisodes, readable } from './episodes.ts';
import { isPlayedByHand } from './standing.ts';
import { summarySchema, type EpisodeSummary } from './summary.ts';

/**
 * Closes an unfinished episode with what it came to so far, and returns its summary: it is never resumed by itself again.
 * All its records stay. Throws StorageError when the summary cannot be written.
 */
export function abandonEpisode(
  files: EpisodeFiles,
  directory: string,
  { why, run }: { readonly why: string; readonly run: string | null },
): EpisodeSummary {
  const summary: EpisodeSummary = {
    ...(files.summary() ?? fromRecords(files, directory)),
    run,
    stopReason: 'abandoned',
    stopDetail: why,
  };
  writeFileAtomic(files.path('summary'), jsonFile(summary));
  return summary;
}

/** What is told of an episode where its files tell nothing. */
const NO_FACTS = { story: { ifid: '' }, startedAt: null, seed: 0, model: '' };
const NO_CONFIG = { exits: 'probed', names: 'plain' };
const NO_SIGHT = { moves: null, score: null, maxScore: null };

/** Facts from the records of an episode that was killed; unreadable records are skipped. */
function fromRecords(files: EpisodeFiles, directory: string): EpisodeSummary {
  const turns = readable(() => files.turns().records) ?? [];
  const { story, startedAt, seed, model } = readable(() => files.facts()) ?? NO_FACTS;
  const last = turns.at(-1);
  const rooms = new Set(
    turns.flatMap(({ before, after }) => [before.location.id, after.location.id]),
  );
  const refused = turns.flatMap(({ decision }) =>
    decision.judged.filter(({ verdict }) => verdict.kind === 'rejected'),
  );
  const { exits, names } = readable(() => files.manifest())?.config ?? NO_CONFIG;
  const { moves, score, maxScore } = last?.after ?? NO_SIGHT;
  return summarySchema.parse({
    schemaVersion: 1,
    episode: files.number,
    story: story.ifid,
    startedAt,
    run: null,
    seed,
    model,
    exits,
    names,
    turns: last?.turn ?? 0,
    recipeTurns: turns.filter(({ decision }) => decision.by === 'recipe').length,
    moves,
    score,
    maxScore,
    stopReason: 'abandoned',
    stopDetail: '',
    locationsVisited: rooms.size,
    ...spentBy(files),
    rejections: refused.length,
    overrides: turns.filter(({ decision }) => decision.overridden).length,
    repeatedFailureRate: 0,
    durationMs: 0,
    directory,
  });
}

function spentBy(files: EpisodeFiles): Meter {
  const memoriesAdded = (readable(() => files.log()) ?? []).filter(
    (line) => line.msg === 'memory-added' && line.memory.persistence !== 'ephemeral',
  ).length;
  return (readable(() => files.calls().records) ?? [])
    .map(accountOf)
    .reduce<Meter>((meter, call) => measure(meter, call), {
      ...EMPTY_METER,
      memoriesAdded,
    });
}

/**
 * Closes the games of those who play by hand and were killed, with what they came to: nobody ever goes on with them.
 * Throws StorageError when a summary cannot be written.
 */
export function closeLeftGames(workdir: string): void {
  for (const episode of listEpisodes(workdir)) {
    const { summary, damage, files, directory } = episode;
    if (summary !== null || damage !== undefined || !files.hasBegun()) continue;
    if (!isPlayedByHand(episode) || runLockHolder(directory) !== null) continue;
    const why = 'Whoever played it was killed.';
    abandonEpisode(files, path.relative(workdir, directory), { why, run: null });
  }
}
