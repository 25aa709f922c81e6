import type { Cause } from '../domain/turn-record.ts';
import { max } from 'd3-array';
import { isBelieved, isLasting } from '../domain/memory.ts';
import type { EpisodeView } from './episode-view.ts';
import type { EpisodeData, EpisodeFacts, FiledMemory, ReportData } from './report-data.ts';
import { isDeath } from '../records/recorded-turn.ts';
import { episodesWithoutProgress, newestRun } from './runs.ts';

/** A death of the newest run; the cause is known where waiting instead was tried, too. */
export interface Death {
  readonly episode: number;
  readonly turn: number;
  readonly room: string;
  readonly action: string;
  readonly cause: Cause | null;
}

/** Points that were won in the newest run, and by what. */
export interface Gain {
  readonly episode: number;
  readonly turn: number;
  readonly change: number;
  readonly action: string;
}

/** What of one kind failed in an episode of the newest run. */
export interface Fault {
  readonly episode: number;
  readonly kind: 'model call' | 'lesson';
  readonly times: number;
  /** Where the first was, when that is known, and what it said. */
  readonly first: { readonly turn: number | null; readonly says: string };
}

/** A memory by its place in the page's list; null when it is in the file no more. */
export interface ListedMemory {
  readonly filed: FiledMemory;
  readonly place: number | null;
}

/** What the newest run brought. */
export type RunNews = NonNullable<ReturnType<typeof runNews>>;

/** Null when nothing was played. */
export function runNews(data: ReportData, views: readonly EpisodeView[]) {
  const newest = newestRun(data.history);
  if (newest === null) return null;
  const { run, earlier } = newest;
  const isOfRun = ({ number }: { readonly number: number }) =>
    run.some((episode) => episode.number === number);
  return {
    ...newest,
    withoutProgress: episodesWithoutProgress(data.history),
    mostRoomsBefore: max(earlier, ({ rooms }) => rooms) ?? null,
    ...memoryNews(data, run),
    gains: views.filter(isOfRun).flatMap(gainsIn),
    deaths: views.filter(isOfRun).flatMap(deathsIn),
    faults: data.episodes.filter(isOfRun).flatMap(faultsIn),
  };
}

/** What its episodes taught; lost is what the run found and the file believes no more, null when nobody kept that. */
function memoryNews(
  { memories, memoriesBefore }: ReportData,
  run: readonly EpisodeFacts[],
): { readonly came: readonly ListedMemory[]; readonly went: readonly ListedMemory[] | null } {
  const now = memories.map((filed, place): ListedMemory => ({ filed, place }));
  const own = new Set(run.map(({ number }) => number));
  const came = now.filter(({ filed: { memory } }) => own.has(memory.episode) && isLasting(memory));
  if (memoriesBefore === null) return { came, went: null };
  const believed = new Set(
    now.filter(({ filed }) => isBelieved(filed.memory)).map(({ filed }) => keyOf(filed)),
  );
  const placeOf = (filed: FiledMemory) =>
    now.find((one) => keyOf(one.filed) === keyOf(filed)) ?? { filed, place: null };
  const was = memoriesBefore.filter(({ memory }) => isBelieved(memory));
  return { came, went: was.filter((filed) => !believed.has(keyOf(filed))).map(placeOf) };
}

function keyOf({ locationId, memory: { title, text } }: FiledMemory): string {
  return JSON.stringify([locationId, title, text]);
}

function gainsIn({ number: episode, marks }: EpisodeView): Gain[] {
  return marks
    .filter(({ change }) => change > 0)
    .map(({ turn, change, action }) => ({ episode, turn, change, action }));
}

function deathsIn({ number, turns, stopReason }: EpisodeView): Death[] {
  const deaths = turns.flatMap(({ record }): Death[] => {
    if (record === null || !isDeath(record)) return [];
    const { turn, before, decision, cause = null } = record;
    const { name: room } = before.location;
    return [{ episode: number, turn, room, action: decision.action, cause }];
  });
  // Of an episode whose turns are gone only its end is known.
  const isTold = deaths.length > 0 || turns.length > 0 || stopReason !== 'death';
  return isTold ? deaths : [{ episode: number, turn: 0, room: '', action: '', cause: null }];
}

function faultsIn({ number: episode, calls, failedLessons }: EpisodeData): Fault[] {
  const failed = calls.flatMap((call) =>
    call.outcome === 'failed'
      ? [{ turn: call.turn ?? null, says: `the ${call.role} (${call.kind}): ${call.message}` }]
      : [],
  );
  const lessons = failedLessons.map(({ turn, lesson, reason }) => {
    return { turn, says: `${lesson}: ${reason}` };
  });
  return [
    { episode, kind: 'model call' as const, times: failed.length, first: failed[0] },
    { episode, kind: 'lesson' as const, times: lessons.length, first: lessons[0] },
  ].flatMap(({ first, ...fault }) => (first === undefined ? [] : [{ ...fault, first }]));
}
