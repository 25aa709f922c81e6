import path from 'node:path';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { CallRecord } from '../model/call-record.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { learntFile } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import type { RunServices } from '../run/run-services.ts';

/** What a finished episode left on disk. */
export interface PlayedEpisode {
  readonly summary: EpisodeSummary;
  readonly turns: readonly TurnRecord[];
  readonly calls: readonly CallRecord[];
  /** Rooms that have a believed memory in the file after the episode. */
  readonly roomsRemembered: ReadonlySet<number>;
}

/** What an episode that this process just finished left on disk. Throws StorageError. */
export function readPlayedEpisode(services: RunServices, summary: EpisodeSummary): PlayedEpisode {
  const directory = path.join(services.config.workdir, summary.directory);
  const { turns, calls } = new EpisodeFiles({
    number: summary.episode,
    path: directory,
  }).cassette();
  return {
    summary,
    // They carry checksums and were written by this very program, so their form needs no second check.
    turns: turns as readonly TurnRecord[],
    calls,
    roomsRemembered: roomsRemembered(services.learnt),
  };
}

function roomsRemembered(learnt: string): ReadonlySet<number> {
  const rooms = roomsOf(parseDocument(readBytesFile(learntFile(learnt, 'memories'))));
  const isKnown = (memories: readonly { readonly status: string }[]) =>
    memories.some(({ status }) => status !== 'SUPERSEDED');
  return new Set([...rooms].filter(([, { memories }]) => isKnown(memories)).map(([id]) => id));
}
