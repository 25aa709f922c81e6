import { ConfigError, StorageError } from '../domain/errors.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { Usage } from '../model/model.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import {
  type AddedMemory,
  type EpisodeObjectives,
  type LoggedRefusal,
  objectivesIn,
  type LogLine,
} from '../records/episode-log.ts';
import type { EpisodeFiles, ReadRecords } from '../records/episode-files.ts';
import type { ManifestFacts } from '../records/manifest.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import { ownerOfRunLock } from '../storage/owner-directory.ts';

export interface EpisodeData {
  readonly number: number;
  readonly isRunning: boolean;
  /** Null while it is being played and after it was killed. */
  readonly summary: EpisodeSummary | null;
  readonly manifest: ManifestFacts | null;
  readonly turns: readonly RecordedTurn[];
  readonly calls: readonly CallRecord[];
  readonly failedLessons: ReturnType<typeof failedLessons>;
  readonly refused: readonly LoggedRefusal[];
  readonly learnt: readonly AddedMemory[];
  readonly objectives: EpisodeObjectives;
  /** The viewer's data, and the usage of its calls. Then parts of turns and calls that nothing else shows are dropped. */
  readonly packed?: { readonly data: string; readonly usage: Usage };
}

export interface LoadedEpisode {
  readonly data: EpisodeData;
  readonly files: EpisodeFiles | null;
  readonly story: ManifestFacts['story'] | null;
  /** One sentence for each part that could not be read. */
  readonly complaints: readonly string[];
}

/** Reads the files of an episode. Missing or damaged ones are left out and reported. Throws nothing for them. */
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
    isRunning: ownerOfRunLock(files.directory) !== null,
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

export function loadDeletedEpisode(summary: EpisodeSummary): LoadedEpisode {
  const { episode: number, story: ifid } = summary;
  const objectives = objectivesIn([], number);
  const nothing = { turns: [], calls: [], failedLessons: [], refused: [], learnt: [] };
  const data = { number, summary, objectives, isRunning: false, manifest: null, ...nothing };
  return { data, files: null, story: { ifid, title: null, file: null }, complaints: [] };
}

/** Failed lessons, under the last turn that was over when they failed. */
function failedLessons(log: readonly LogLine[]) {
  let turn = 1;
  return log.flatMap((line) => {
    if (line.msg === 'turn-end') ({ turn } = line);
    return line.msg === 'lesson-failed' ? { turn, lesson: line.lesson, reason: line.reason } : [];
  });
}
