import path from 'node:path';
import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { TOLD_EXITS } from '../domain/observation.ts';
import { STOP_REASONS } from '../domain/stop-reason.ts';
import type { EpisodeSummary } from '../episode/summary.ts';
import { callRecordSchema } from '../model/call-record.ts';
import type { EpisodeData, FailedLesson, ReportTurn } from '../report/report-data.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import { namesIn, readTextFile } from '../storage/read-file.ts';
import { readRecords } from '../storage/record-file.ts';

const sight = z.object({
  location: z.object({ id: z.int().min(0), name: z.string() }),
  inventory: z.array(z.object({ name: z.string() })),
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  moves: z.number().nullable(),
  ended: z.enum(['victory', 'death', 'quit']).nullable(),
  text: z.string(),
});

const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), score: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('rejected'), by: z.string(), score: z.number(), reason: z.string() }),
]);

const decision = z.object({
  action: z.string(),
  reasoning: z.string(),
  newObjective: z.string().nullable(),
  target: z.number().nullable(),
  judged: z.array(z.object({ proposal: z.object({ action: z.string() }), verdict })),
  overridden: z.boolean(),
});

const turnSchema: z.ZodType<ReportTurn> = z.object({
  turn: z.int().min(1),
  before: sight,
  decision,
  after: sight,
});

const count = z.number();

const summarySchema: z.ZodType<EpisodeSummary> = z.object({
  schemaVersion: z.literal(1),
  episode: z.int(),
  story: z.string(),
  seed: count,
  model: z.string(),
  exits: z.enum(TOLD_EXITS).default('probed'),
  turns: count,
  moves: count.nullable(),
  score: count.nullable(),
  maxScore: count.nullable(),
  stopReason: z.enum(STOP_REASONS),
  stopDetail: z.string(),
  locationsVisited: count,
  memoriesAdded: count,
  modelCalls: count,
  promptTokens: count,
  completionTokens: count,
  cachedTokens: count,
  costUsd: count.nullable(),
  rejections: count,
  overrides: count,
  repeatedFailureRate: count,
  durationMs: count,
  directory: z.string(),
});

const manifestSchema = z.object({
  startedAt: z.string(),
  model: z.string(),
  seed: count,
  story: z.object({ ifid: z.string(), title: z.string().nullable().default(null) }),
  helpedWith: z.object({ memory: z.string().default('') }).prefault({}),
});

type Manifest = z.infer<typeof manifestSchema>;

const logLine = z.object({
  msg: z.string(),
  turn: z.int().optional(),
  lesson: z.string().optional(),
  reason: z.string().optional(),
});

/** An episode as its files tell it, with what they did not tell. */
export interface LoadedEpisode {
  readonly data: EpisodeData;
  /** Null when there is no readable manifest. */
  readonly story: Manifest['story'] | null;
  /** One sentence for each thing that could not be read. */
  readonly complaints: readonly string[];
}

/** Reads the files of an episode. What is missing or damaged is left out and said; nothing is thrown for it. */
export function loadEpisode({ number, path: folder }: EpisodeDirectory): LoadedEpisode {
  const complaints: string[] = [];
  const complain = (sentence: string): void => {
    complaints.push(`Episode ${number}: ${sentence}`);
  };
  const file = (name: string) => path.join(folder, name);
  const manifest = readJson(file('manifest.json'), manifestSchema, complain);
  const data: EpisodeData = {
    number,
    summary: readJson(file('summary.json'), summarySchema, complain),
    manifest: manifest === null ? null : { ...manifest, memory: manifest.helpedWith.memory },
    turns: readValidRecords(file('trajectory.jsonl'), turnSchema, complain),
    calls: readValidRecords(file('model-calls.jsonl'), callRecordSchema, complain),
    failedLessons: failedLessons(attempt(() => readTextFile(file('log.jsonl')), complain) ?? ''),
  };
  return { data, story: manifest?.story ?? null, complaints };
}

type Complain = (sentence: string) => void;

function readJson<T>(file: string, schema: z.ZodType<T>, complain: Complain): T | null {
  const text = attempt(() => readTextFile(file), complain);
  if (text === null) return null;
  const parsed = schema.safeParse(jsonOrNull(text));
  if (parsed.success) return parsed.data;
  complain(`${path.basename(file)} is damaged and was left out.`);
  return null;
}

function readValidRecords<T>(file: string, schema: z.ZodType<T>, complain: Complain): T[] {
  const names = attempt(() => namesIn(path.dirname(file)), complain) ?? [];
  const isThere = names.includes(path.basename(file));
  const opened = isThere ? attempt(() => readRecords(file), complain) : null;
  const parsed = (opened?.records ?? []).map((record) => schema.safeParse(record));
  const valid = parsed.flatMap((result) => (result.success ? [result.data] : []));
  const strange = parsed.length - valid.length;
  if (strange > 0) {
    complain(`${strange} records of ${path.basename(file)} have another form and were left out.`);
  }
  return valid;
}

/** Lessons that failed, under the last turn that was over when it became known. */
function failedLessons(log: string): FailedLesson[] {
  const failed: FailedLesson[] = [];
  let last = 1;
  for (const line of log.split('\n')) {
    const { data } = logLine.safeParse(jsonOrNull(line));
    if (data?.msg === 'turn-end') last = data.turn ?? last;
    if (data?.msg !== 'lesson-failed') continue;
    failed.push({ turn: last, lesson: data.lesson ?? 'unknown', reason: data.reason ?? '' });
  }
  return failed;
}

function attempt<T>(read: () => T, complain: Complain): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    complain(error.message);
    return null;
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
