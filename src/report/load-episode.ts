import { ConfigError, StorageError } from '../domain/errors.ts';
import type { EpisodeFiles, ReadRecords } from '../records/episode-files.ts';
import { objectivesIn, type LogLine } from '../records/episode-log.ts';
import type { ManifestFacts } from '../records/manifest.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { runLockHolder } from '../storage/owner-directory.ts';
import type { EpisodeData, FailedLesson } from './report-data.ts';

export interface LoadedEpisode {
  readonly data: EpisodeData;
  readonly files: EpisodeFiles | null;
  readonly story: Pick<ManifestFacts['story'], 'ifid' | 'title'> | null;
  /** One sentence for each thing that could not be read. */
  readonly complaints: readonly string[];
}

/** Reads the files of an episode. What is missing or damaged is left out and said; nothing is thrown for it. */
export function loadEpisode(files: EpisodeFiles): LoadedEpisode {
  const complaints: string[] = [];
  const complain = (sentence: string): void => {
    complaints.push(`Episode ${files.number}: ${sentence}`);
  };
  const attempt = <T>(what: 'manifest' | 'summary' | 'turns' | 'calls' | 'log', read: () => T) => {
    try {
      return read();
    } catch (error) {
      if (error instanceof StorageError) complain(error.message);
      else if (error instanceof ConfigError)
        complain(`${files.name(what)} is damaged and was left out.`);
      else throw error;
      return null;
    }
  };
  const valid = <T>(what: 'turns' | 'calls', read: () => ReadRecords<T>): readonly T[] => {
    const { records, strange } = attempt(what, read) ?? { records: [], strange: 0 };
    if (strange > 0)
      complain(`${strange} records of ${files.name(what)} have another form and were left out.`);
    return records;
  };
  const facts = attempt('manifest', () => files.facts());
  const log = attempt('log', () => files.log()) ?? [];
  const data: EpisodeData = {
    number: files.number,
    isRunning: runLockHolder(files.directory) !== null,
    summary: attempt('summary', () => files.summary()),
    manifest: facts,
    turns: valid('turns', () => files.turns()),
    calls: valid('calls', () => files.calls()),
    failedLessons: failedLessons(log),
    refused: log.flatMap((line) => (line.msg === 'change-refused' ? [line] : [])),
    learnt: log.flatMap((line) => (line.msg === 'memory-added' ? [line] : [])),
    objectives: objectivesIn(log, files.number),
  };
  return { data, files, story: facts?.story ?? null, complaints };
}

/** An episode whose directory was deleted, as the history tells it. */
export function deletedEpisode(summary: EpisodeSummary): LoadedEpisode {
  const { episode: number, story: ifid } = summary;
  const objectives = objectivesIn([], number);
  const nothing = {
    isRunning: false,
    manifest: null,
    turns: [],
    calls: [],
    failedLessons: [],
    refused: [],
    learnt: [],
  };
  const data = { number, summary, objectives, ...nothing };
  return { data, files: null, story: { ifid, title: null }, complaints: [] };
}

/** Lessons that failed, under the last turn that was over when it became known. */
function failedLessons(log: readonly LogLine[]): FailedLesson[] {
  const failed: FailedLesson[] = [];
  let turn = 1;
  for (const line of log) {
    if (line.msg === 'turn-end') ({ turn } = line);
    if (line.msg !== 'lesson-failed') continue;
    failed.push({ turn, lesson: line.lesson, reason: line.reason });
  }
  return failed;
}
