import { jsonFile } from '../domain/json.ts';
import { readTextFile } from '../storage/read-file.ts';
import { removeFile } from '../storage/write-new-file.ts';
import { runLockHolder } from '../storage/run-lock.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { listEpisodes, type StoredEpisode } from './episodes.ts';
import { readHistory } from './history.ts';

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
  try {
    JSON.parse(readTextFile(files.path('summary')) ?? '');
    return false;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}
