import path from 'node:path';
import type * as z from 'zod';
import { ConfigError, StorageError, unlessBroken } from '../domain/errors.ts';
import { callRecordSchema, type CallRecord } from '../model/call-record.ts';
import { readCompressedFile } from '../storage/compressed-file.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import { readTextFile, readFolderNames } from '../storage/read-file.ts';
import { parseRecords } from '../storage/record-log.ts';
import { wholeCalls, readCassette, type Cassette } from './cassette.ts';
import { readLogLine, type LogLine } from './episode-log.ts';
import { factsSchema, manifestSchema, type Manifest, type ManifestFacts } from './manifest.ts';
import {
  placedTurnSchema,
  turnSchema,
  wholeTurns,
  type PlacedTurn,
  type RecordedTurn,
} from './recorded-turn.ts';
import { summarySchema, type EpisodeSummary } from './summary.ts';

const NAMES = {
  manifest: 'manifest.json',
  /** Folder with the learnt files as the episode found them. */
  start: 'start',
  turns: 'trajectory.jsonl',
  calls: 'model-calls.jsonl',
  inputs: 'inputs.jsonl',
  transcript: 'transcript.txt',
  commands: 'commands.rec',
  log: 'log.jsonl',
  /** Folder with the versions of the knowledge base. */
  knowledge: 'knowledge',
  summary: 'summary.json',
} as const;

type FileOf = keyof typeof NAMES;

/** The records of a file, and the number of those in an unknown form. */
export interface ReadRecords<T> {
  readonly records: readonly T[];
  readonly strange: number;
}

const KEPT_NAME = /^(\d{4,9})-turn-(\d{4,9})\.md$/;

/** The directory of one episode. Reads everything on request, writes nothing. Methods throw StorageError. */
export class EpisodeFiles {
  readonly number: number;
  readonly directory: string;

  constructor({ number, path: directory }: EpisodeDirectory) {
    this.number = number;
    this.directory = directory;
  }

  path(what: FileOf): string {
    return path.join(this.directory, NAMES[what]);
  }

  name(what: FileOf): string {
    return NAMES[what];
  }

  /** Whether the episode began. Without a manifest there is nothing to resume. */
  hasBegun(): boolean {
    return readFolderNames(this.directory).includes(NAMES.manifest);
  }

  /** Null if the episode was killed before it had one. Throws ConfigError for a damaged one and for another version. */
  manifest(): Manifest | null {
    return this.#json('manifest', manifestSchema);
  }

  /** The parts of the manifest for display, without those for playing; else as `manifest`. */
  facts(): ManifestFacts | null {
    return this.#json('manifest', factsSchema);
  }

  /** Null while the episode is played and after it was killed. Throws ConfigError for a damaged one. */
  summary(): EpisodeSummary | null {
    return this.#json('summary', summarySchema);
  }

  turns(): ReadRecords<RecordedTurn> {
    return valid(wholeTurns(this.#records('turns')), turnSchema);
  }

  /** The same with what was in reach. */
  placedTurns(): ReadRecords<PlacedTurn> {
    return valid(wholeTurns(this.#records('turns')), placedTurnSchema);
  }

  calls(): ReadRecords<CallRecord> {
    return valid(wholeCalls(this.#records('calls')), callRecordSchema);
  }

  /** The recorded turns, calls and inputs, for playing the episode again. Throws StorageError, also for another form. */
  cassette(): Cassette {
    return readCassette({
      turns: this.#records('turns'),
      calls: this.#records('calls'),
      inputs: this.#records('inputs'),
      path: (what) => this.path(what),
    });
  }

  /** The logged events that are read again. Null if there is no log. */
  log(): readonly LogLine[] | null {
    const text = this.text('log');
    return text === null ? null : text.split('\n').flatMap((line) => readLogLine(line) ?? []);
  }

  /** The log (a JSON object in each line), the transcript, or the commands (one per line). Null for no file. */
  text(what: 'log' | 'transcript' | 'commands'): string | null {
    return readTextFile(this.path(what));
  }

  /** The versions of the knowledge base, the oldest first, each with the turn after which it was valid; 0 for the start. */
  knowledge() {
    const folder = this.path('knowledge');
    return readFolderNames(folder).flatMap((name) => {
      const [, count, turn] = KEPT_NAME.exec(name) ?? [];
      if (count === undefined || turn === undefined) return [];
      return [{ count: Number(count), turn: Number(turn), file: path.join(folder, name) }];
    });
  }

  knowledgeFile(count: number, turn: number): string {
    const digits = (value: number) => String(value).padStart(4, '0');
    return path.join(this.path('knowledge'), `${digits(count)}-turn-${digits(turn)}.md`);
  }

  #records(what: FileOf): readonly unknown[] {
    const file = this.path(what);
    const bytes = readCompressedFile(file);
    return bytes === null ? [] : parseRecords(bytes, file).records;
  }

  #json<T>(what: FileOf, schema: z.ZodType<T>): T | null {
    const file = this.path(what);
    const text = readTextFile(file);
    if (text === null) return null;
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw new ConfigError(
        `${file} is damaged or of another version of zorkgpt; restore it, move it away, or use the version that wrote it.`,
        { cause },
      );
    }
  }
}

function valid<T>(all: readonly unknown[], schema: z.ZodType<T>): ReadRecords<T> {
  const records = all.flatMap((record) => schema.safeParse(record).data ?? []);
  return { records, strange: all.length - records.length };
}

/** The result of `read`. Null for a damaged episode, which is reported where it matters. */
export function readableEpisode<T>(read: () => T): T | null {
  return unlessBroken(read, ConfigError, StorageError);
}
