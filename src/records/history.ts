import path from 'node:path';
import { isResumable } from '../domain/stop-reason.ts';
import { compressFile } from '../storage/compressed-file.ts';
import { readTextFile } from '../storage/read-file.ts';
import { listEpisodes, readable, type StoredEpisode } from './episodes.ts';
import { closeLeftGames } from './abandon-episode.ts';
import { putStartAway } from './start-files.ts';
import { summarySchema, type EpisodeSummary } from './summary.ts';
import { EpisodeDirectories } from '../storage/episode-directories.ts';
import { acquireRunLock, runLockHolder } from '../storage/run-lock.ts';
import { isUnfinished } from './standing.ts';
import { jsonFile, parsedJson } from '../domain/json.ts';
import { removeFile } from '../storage/write-new-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

/**
 * The finished episodes of a workdir, by number, also those whose directories were deleted: `history.jsonl`, a summary in
 * each line. A line that cannot be read is passed over. Throws StorageError.
 */
export function readHistory(workdir: string): readonly EpisodeSummary[] {
  return summariesIn(readTextFile(fileOf(workdir)) ?? '');
}

/** The finished episodes of a workdir whose directories are gone; `kept` are those that have one. Throws StorageError. */
export function deletedEpisodes(
  workdir: string,
  kept: readonly StoredEpisode[],
): readonly EpisodeSummary[] {
  const numbers = new Set(kept.map(({ number }) => number));
  return readHistory(workdir).filter(({ episode }) => !numbers.has(episode));
}

/**
 * Closes games that were left by a kill, writes finished episodes that the history does not know yet into it, and puts
 * their model calls and what they started from away. What was finished
 * anew replaces its line. Rejects with StorageError and LockedError.
 */
export async function tidyEpisodes(workdir: string): Promise<void> {
  closeLeftGames(workdir);
  const finished = listEpisodes(workdir).filter(isFinished);
  await addToHistory(
    workdir,
    finished.map(({ summary }) => summary),
  );
  for (const { files, summary } of finished) {
    compressFile(files.path('calls'));
    putStartAway(files, summary.turns);
  }
}

async function addToHistory(workdir: string, summaries: readonly EpisodeSummary[]): Promise<void> {
  if (summaries.length === 0) return;
  // Commands that only look start faster without the locks.
  const { openDurableFile } = await import('../storage/durable-file.ts');
  await openDurableFile(fileOf(workdir), { backup: false }).update((bytes) => {
    const text = bytes === null ? '' : Buffer.from(bytes).toString();
    const known = new Map(summariesIn(text).map((summary) => [summary.episode, lineOf(summary)]));
    const more = summaries.filter((summary) => known.get(summary.episode) !== lineOf(summary));
    if (more.length === 0) return bytes;
    const replaced = new Set(more.map(({ episode }) => episode));
    const kept = text.split('\n').filter((line) => line !== '' && !replaced.has(episodeIn(line)));
    return Buffer.from(`${[...kept, ...more.map(lineOf)].join('\n')}\n`);
  });
}

function isFinished(
  episode: StoredEpisode,
): episode is StoredEpisode & { readonly summary: EpisodeSummary } {
  return episode.summary !== null && !isResumable(episode.summary.stopReason);
}

function summariesIn(text: string): readonly EpisodeSummary[] {
  const read = text.split('\n').flatMap((line) => readLine(line) ?? []);
  const latest = new Map(read.map((summary) => [summary.episode, summary]));
  return [...latest.values()].sort((a, b) => a.episode - b.episode);
}

function episodeIn(line: string): number {
  return readLine(line)?.episode ?? 0;
}

function readLine(line: string): EpisodeSummary | null {
  // What a person wrote is no episode.
  return summarySchema.safeParse(parsedJson(line)).data ?? null;
}

function lineOf(summary: EpisodeSummary): string {
  return JSON.stringify(summary);
}

function fileOf(workdir: string): string {
  return path.join(workdir, 'history.jsonl');
}

/**
 * Numbers of the finished episodes that are older than the newest `keep`; episodes that can be resumed or are
 * damaged never are.
 */
export function episodesToPrune(workdir: string, keep: number): readonly number[] {
  const all = listEpisodes(workdir);
  return all
    .slice(0, Math.max(0, all.length - keep))
    .filter((episode) => !isUnfinished(episode))
    .map(({ number }) => number);
}

/**
 * Deletes what `episodesToPrune` names while no run holds the workdir, and returns what was deleted. What was learnt
 * and the history stay, and no number is ever given again. Rejects with LockedError and StorageError.
 */
export async function pruneEpisodes(workdir: string, keep: number): Promise<readonly number[]> {
  if (episodesToPrune(workdir, keep).length === 0) return [];
  const lock = await acquireRunLock(workdir, `prune, pid ${process.pid}`);
  try {
    await tidyEpisodes(workdir);
    const numbers = episodesToPrune(workdir, keep);
    const directories = new EpisodeDirectories(workdir);
    for (const number of numbers) directories.remove(number);
    return numbers;
  } finally {
    lock.release();
  }
}

/**
 * Puts summaries that are cut in half aside, and writes those that the history knows anew; an episode of which it knows
 * nothing is unfinished again, and its records tell the rest. Each is told of once. Throws StorageError.
 */
export function healSummaries(workdir: string, tell: (message: string) => void): void {
  const torn = listEpisodes(workdir).filter(
    (episode) => isTorn(episode) && runLockHolder(episode.directory) === null,
  );
  if (torn.length === 0) return;
  const history = readHistory(workdir);
  for (const { number, files } of torn) {
    const file = files.path('summary');
    writeFileAtomic(`${file}.damaged`, readTextFile(file) ?? '');
    const known = history.find(({ episode }) => episode === number);
    if (known === undefined) removeFile(file);
    else writeFileAtomic(file, jsonFile(known));
    const now =
      known === undefined ? 'the episode is gone on with' : 'history.jsonl says what was in it';
    tell(`${file} was damaged and is put aside as ${file}.damaged; ${now}.`);
  }
}

/** Whether the summary is no JSON. */
function isTorn({ damage, files }: StoredEpisode): boolean {
  if (damage === undefined) return false;
  const text = readable(() => readTextFile(files.path('summary')));
  return text !== null && parsedJson(text) === undefined;
}
