import path from 'node:path';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { PlayedEpisode } from './played-episode.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import type { CallRecord } from '../model/call-record.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { readRecords } from '../storage/record-file.ts';
import type { RunServices } from '../run/run-services.ts';

/** What an episode that this process just finished left on disk. Throws StorageError. */
export function readPlayedEpisode(services: RunServices, summary: EpisodeSummary): PlayedEpisode {
  const directory = path.join(services.config.workdir, summary.directory);
  // The records carry checksums and were written by this very program, so their form needs no second check.
  const records = (name: string) => readRecords(path.join(directory, name)).records;
  return {
    summary,
    turns: records('trajectory.jsonl') as readonly TurnRecord[],
    calls: records('model-calls.jsonl') as readonly CallRecord[],
    roomsRemembered: roomsRemembered(services.learnt),
  };
}

function roomsRemembered(learnt: string): ReadonlySet<number> {
  const rooms = roomsOf(parseDocument(readBytesFile(path.join(learnt, 'Memories.md'))));
  const isKnown = (memories: readonly { readonly status: string }[]) =>
    memories.some(({ status }) => status !== 'SUPERSEDED');
  return new Set([...rooms].filter(([, { memories }]) => isKnown(memories)).map(([id]) => id));
}
