import path from 'node:path';
import { commandsSink, transcriptSink } from '../events/transcript-sinks.ts';
import type { Sink } from '../events/fan-out.ts';
import { logSink } from '../events/log-sink.ts';
import { openRecordLog } from '../storage/record-log.ts';
import type { RecordLog } from '../storage/storage.ts';
import { openTextLog } from '../storage/text-log.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import type { Journal } from '../turn/turn-deps.ts';

/** The files of one episode while it is played. */
export interface EpisodeRecords {
  readonly journal: Journal;
  readonly calls: RecordLog;
  /** Keeps a version of the knowledge base as it was at a turn; every call makes a file. Throws StorageError. */
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
  /** Transcript, command recording and log, by what a complaint calls them. */
  readonly sinks: Readonly<Record<string, Sink>>;
  readonly close: () => void;
}

/** Opens the files of an episode directory for writing. Throws StorageError. */
export function openEpisodeRecords(
  directory: string,
  redact: (text: string) => string,
): EpisodeRecords {
  const records = (name: string) => openRecordLog(path.join(directory, name)).log;
  const text = (name: string) => openTextLog(path.join(directory, name));
  const [trajectory, calls] = [records('trajectory.jsonl'), records('model-calls.jsonl')];
  const [transcript, commands, log] = [
    text('transcript.txt'),
    text('commands.rec'),
    text('log.jsonl'),
  ];
  return {
    journal: trajectory,
    calls,
    keepVersion: versionKeeper(path.join(directory, 'knowledge')),
    sinks: {
      transcript: transcriptSink((words) => transcript.append(words)),
      'command recording': commandsSink((words) => commands.append(words)),
      log: logSink((words) => log.append(words), redact),
    },
    close() {
      for (const file of [trajectory, calls, transcript, commands, log]) file.close();
    },
  };
}

/** Numbered in the order in which they came, so that two versions of one turn both stay. */
function versionKeeper(folder: string): EpisodeRecords['keepVersion'] {
  let kept = 0;
  return (bytes, turn) => {
    kept += 1;
    const name = `${String(kept).padStart(4, '0')}-turn-${String(turn).padStart(4, '0')}.md`;
    writeFileAtomic(path.join(folder, name), bytes);
  };
}
