import { isBelieved } from '../domain/memory.ts';
import path from 'node:path';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { CallRecord } from '../model/call-record.ts';
import { evidenceKey, parseEvidence, VERDICTS } from '../managers/memory/evidence.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import { takeExam } from '../exam/exam.ts';
import { readLearnt } from '../exam/learnt.ts';
import { readPlayed } from '../exam/played.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import { learntFile, mapLearnt } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import type { RunServices } from '../run/run-services.ts';
import type { RecordedStory } from '../verify/recording.ts';

/** What trying a believed memory again came to; `untried` where nothing did so far. */
export const MEMORY_VERDICTS = [...VERDICTS, 'untried'] as const;
export type MemoryVerdict = (typeof MEMORY_VERDICTS)[number];

/** What a finished episode left on disk. */
export interface PlayedEpisode {
  readonly summary: EpisodeSummary;
  readonly turns: readonly TurnRecord[];
  readonly calls: readonly CallRecord[];
  /** The memories that are believed after the episode, with what trying them again came to. */
  readonly believed: readonly { readonly room: number; readonly verdict: MemoryVerdict }[];
  /** Of the questions that recorded play can be asked so far, how many have their answer in what was learnt. */
  readonly exam: { readonly questions: number; readonly stored: number };
}

/** Where an episode was played. */
export interface PlayedIn {
  readonly config: Pick<RunServices['config'], 'workdir'>;
  readonly learnt: string;
}

/** What an episode that this process just finished left on disk. Throws StorageError. */
export function readPlayedEpisode(
  services: PlayedIn,
  summary: EpisodeSummary,
  story: RecordedStory,
): PlayedEpisode {
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
    believed: believedIn(services.learnt),
    exam: examined(services, story),
  };
}

function examined({ config, learnt }: PlayedIn, story: RecordedStory): PlayedEpisode['exam'] {
  const bytes = mapLearnt((_, what) => readBytesFile(learntFile(learnt, what)));
  const whole = { seed: 1, size: Infinity };
  const exam = takeExam(
    readPlayed(config.workdir, story),
    readLearnt(bytes, story.identity.ifid),
    whole,
  );
  const stored = exam.examined.filter((one) => one.stored !== null).length;
  return { questions: exam.examined.length, stored };
}

function believedIn(learnt: string): PlayedEpisode['believed'] {
  const rooms = roomsOf(parseDocument(readBytesFile(learntFile(learnt, 'memories'))));
  const evidence = parseEvidence(readBytesFile(learntFile(learnt, 'evidence')));
  return [...rooms.values()].flatMap(({ id, memories }) =>
    memories.filter(isBelieved).map((memory) => ({
      room: id,
      verdict: evidence.get(evidenceKey(id, memory))?.verdict ?? 'untried',
    })),
  );
}
