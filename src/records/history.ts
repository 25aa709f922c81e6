import path from 'node:path';
import { jsonFile, parsedJson } from '../domain/json.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { EMPTY_METER, addToMeter, type Meter } from '../events/meter.ts';
import { compressFile } from '../storage/compressed-file.ts';
import { readTextFile } from '../storage/read-file.ts';
import { ownerOfRunLock } from '../storage/owner-directory.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { removeFile } from '../storage/remove-file.ts';
import { type InputRecord, callEvent } from './cassette.ts';
import { type EpisodeFiles, readableEpisode } from './episode-files.ts';
import { listEpisodes, isEpisodeByHand, type StoredEpisode } from './episodes.ts';
import { compressStartFiles } from './start-files.ts';
import { summarySchema, type EpisodeSummary } from './summary.ts';

/** The finished episodes of a workdir, by number, deleted ones included: `history.jsonl`. Throws StorageError. */
export function readHistory(workdir: string): readonly EpisodeSummary[] {
  return summariesIn(readTextFile(fileOf(workdir)) ?? '');
}

/** The finished episodes of a workdir whose directories are gone. `kept` holds those that have one. Throws StorageError. */
export function deletedEpisodes(workdir: string, kept: readonly StoredEpisode[]) {
  const numbers = new Set(kept.map(({ number }) => number));
  return readHistory(workdir).filter(({ episode }) => !numbers.has(episode));
}

/** Closes killed games, writes finished episodes into the history, compresses. Rejects with StorageError and LockedError. */
export async function tidyIntoHistory(workdir: string): Promise<void> {
  closeLeftGames(workdir);
  const finished = listEpisodes(workdir).flatMap(({ files, summary }) =>
    summary !== null && !isResumable(summary.stopReason) ? [{ files, summary }] : [],
  );
  await addToHistory(
    workdir,
    finished.map(({ summary }) => summary),
  );
  for (const { files, summary } of finished) {
    compressFile(files.path('calls'));
    compressStartFiles(files, summary.turns);
  }
}

async function addToHistory(workdir: string, summaries: readonly EpisodeSummary[]): Promise<void> {
  if (summaries.length === 0) return;
  // Commands that only read start faster without the locks.
  const { openDurableFile } = await import('../storage/durable-file.ts');
  await openDurableFile(fileOf(workdir), { backup: false }).update((bytes) => {
    const text = bytes === null ? '' : Buffer.from(bytes).toString();
    const known = new Set(summariesIn(text).map((summary) => JSON.stringify(summary)));
    const more = summaries.filter((summary) => !known.has(JSON.stringify(summary)));
    if (more.length === 0) return bytes;
    const replaced = new Set(more.map(({ episode }) => episode));
    const kept = text
      .split('\n')
      .filter((line) => line !== '' && !replaced.has(readLine(line)?.episode ?? 0));
    return Buffer.from(`${[...kept, ...more.map((one) => JSON.stringify(one))].join('\n')}\n`);
  });
}

function summariesIn(text: string): readonly EpisodeSummary[] {
  const read = text.split('\n').flatMap((line) => readLine(line) ?? []);
  const latest = new Map(read.map((summary) => [summary.episode, summary]));
  return [...latest.values()].sort((a, b) => a.episode - b.episode);
}

function readLine(line: string): EpisodeSummary | null {
  // A person's text is no episode.
  return summarySchema.safeParse(parsedJson(line)).data ?? null;
}

function fileOf(workdir: string): string {
  return path.join(workdir, 'history.jsonl');
}

/** Puts torn summaries aside and restores those in the history. Each is reported once. Throws StorageError. */
export function healHistorySummaries(workdir: string, tell: (message: string) => void): void {
  const torn = listEpisodes(workdir).filter(
    (episode) => isTorn(episode) && ownerOfRunLock(episode.directory) === null,
  );
  if (torn.length === 0) return;
  const history = readHistory(workdir);
  for (const { number, files } of torn) {
    const file = files.path('summary');
    writeFileAtomic(`${file}.damaged`, readTextFile(file) ?? '');
    const known = history.find(({ episode }) => episode === number);
    if (known === undefined) removeFile(file);
    else writeFileAtomic(file, jsonFile(known));
    const now = known === undefined ? 'the episode is resumed' : 'history.jsonl has its content';
    tell(`${file} was damaged and is put aside as ${file}.damaged; ${now}.`);
  }
}

function isTorn({ damage, files }: StoredEpisode): boolean {
  if (damage === undefined) return false;
  const text = readableEpisode(() => readTextFile(files.path('summary')));
  return text !== null && parsedJson(text) === undefined;
}

/** Closes an unfinished episode with the turns so far, and returns its summary. Throws StorageError. */
export function abandonIntoHistory(
  files: EpisodeFiles,
  directory: string,
  { why, run }: { readonly why: string; readonly run: string | null },
): EpisodeSummary {
  const summary: EpisodeSummary = {
    ...(files.summary() ?? fromRecords(files, directory)),
    run,
    stopReason: 'abandoned',
    stopDetail: why,
    modelError: undefined,
  };
  writeFileAtomic(files.path('summary'), jsonFile(summary));
  return summary;
}

/** The facts on an episode whose files tell nothing. */
const NO_FACTS = { story: { ifid: '' }, startedAt: null, seed: 0, model: '' };
const NO_CONFIG = { exits: 'probed', names: 'plain' };
const NO_SIGHT = { moves: null, score: null, maxScore: null };

/** Facts from the records of a killed episode. Unreadable records are skipped. */
function fromRecords(files: EpisodeFiles, directory: string): EpisodeSummary {
  const turns = readableEpisode(() => files.turns().records) ?? [];
  const { story, startedAt, seed, model } = readableEpisode(() => files.facts()) ?? NO_FACTS;
  const last = turns.at(-1);
  const rooms = new Set(
    turns.flatMap(({ before, after }) => [before.location.id, after.location.id]),
  );
  const refused = turns.flatMap(({ decision }) =>
    decision.judged.filter(({ verdict }) => verdict.kind === 'rejected'),
  );
  const { exits, names } = readableEpisode(() => files.manifest())?.config ?? NO_CONFIG;
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
  const memoriesAdded = (readableEpisode(() => files.log()) ?? []).filter(
    (line) => line.msg === 'memory-added' && line.memory.persistence !== 'ephemeral',
  ).length;
  return (readableEpisode(() => files.calls().records) ?? [])
    .map(callEvent)
    .reduce<Meter>((meter, call) => addToMeter(meter, call), { ...EMPTY_METER, memoriesAdded });
}

/** Closes killed games by hand, because nobody resumes them. Throws StorageError. */
function closeLeftGames(workdir: string): void {
  for (const episode of listEpisodes(workdir)) {
    const { summary, damage, files, directory } = episode;
    if (summary !== null || damage !== undefined || !files.hasBegun()) continue;
    if (!isEpisodeByHand(episode) || ownerOfRunLock(directory) !== null) continue;
    const why = 'Whoever played it was killed.';
    abandonIntoHistory(files, path.relative(workdir, directory), { why, run: null });
  }
}

/** How often in a row the episode was resumed without gaining a turn. A stop by a person ends the count. Pure. */
export function futileResumptions(inputs: readonly InputRecord[], turns: number): number {
  let count = 0;
  for (const input of inputs) {
    if (input.kind === 'stopped') count = 0;
    if (input.kind === 'resumed') count = input.turns === turns ? count + 1 : 0;
  }
  return count;
}
