import { INVALIDATION_MARKER, type Memory } from '../domain/memory.ts';
import { sum } from 'd3-array';
import type { StopReason } from '../domain/stop-reason.ts';
import { plural, signed } from '../domain/text.ts';
import { STEP_PURPOSES, type StepCounts } from '../interpreter/interpreter.ts';
import { PLAYERS } from '../model/players.ts';
import type { EpisodeSummary } from '../records/summary.ts';

/** A count for people: `1,234`, `56.7 k`, `1.2 M`. */
export function countWords(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toFixed(1))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toFixed(value >= 1e5 ? 0 : 1))} k`;
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** The sum of the known values. Null if there are none. */
export function knownSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sum(known);
}

/** Bytes for people: `1.9 MiB`, `69.6 GiB`. */
export function sizeWords(bytes: number): string {
  const [unit, name] = bytes >= 1024 ** 3 ? [1024 ** 3, 'GiB'] : [1024 ** 2, 'MiB'];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

/** US dollars, with as many decimals as a small sum needs. */
export function dollarWords(value: number): string {
  return `$${value.toFixed(value >= 1 || value === 0 ? 2 : 4)}`;
}

/** US dollars without needless decimals: `$0.3`. */
export function shortDollarWords(value: number): string {
  return `$${Number(value.toPrecision(3))}`;
}

export function durationWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Day, minute and zone of an ISO 8601 time in an IANA zone, by default this machine's: `2026-11-22 03:15 CET`. */
export function moment(iso: string, timeZone?: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? iso : Number.NaN);
  if (Number.isNaN(date.getTime())) return iso;
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return `${day} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}

/** The same without the zone, for a table in which each row would repeat it. */
export function minuteHere(iso: string): string {
  return moment(iso).split(' ').slice(0, 2).join(' ');
}

/** The day of an ISO 8601 time in an IANA zone: `2026-11-22`. */
export function dayWords(iso: string, timeZone: string): string {
  return moment(iso, timeZone).split(' ')[0] ?? iso;
}

/** `45/350`, or its known part. */
export function pointsWords(score: number | null, maxScore: number | null): string {
  if (score === null) return 'unknown';
  return maxScore === null ? String(score) : `${score}/${maxScore}`;
}

/** Marks points and turns before the player's first one. */
export const WITHOUT_PLAYER = 'until then the tool played a checked way, without the player';

/** Where the player began after a way that was played for it. Empty if nothing was. */
export function wayWords({ recipeTurns, way }: Beginning): string {
  if (recipeTurns === 0) return '';
  const at = way === undefined ? '' : ` in ${way.room.name} (${way.room.id})`;
  return `turn ${recipeTurns}${at}, simulated`;
}

/** The moment at which a fork left its parent. Empty for any other episode. */
export function forkWords(parent: EpisodeSummary['parent']): string {
  return parent === undefined ? '' : `turn ${parent.turn} of episode ${parent.episode}`;
}

/** What an episode found: the points after the way that was played for the player, and new rooms. */
export function foundWords({ way, newRooms = 0 }: Found): string {
  const found = [
    ...(way === undefined ? [] : [`${signed(way.beyond)} points after the way`]),
    ...(newRooms === 0 ? [] : [countedWords(newRooms, 'new room')]),
  ];
  return found.join(', ');
}

type Beginning = Pick<EpisodeSummary, 'recipeTurns' | 'way'>;
type Found = Pick<EpisodeSummary, 'way' | 'newRooms'>;

/** A count of something, for people: `1 episode`, `56.7 k tokens`. */
export function countedWords(number: number, one: string, many?: string): string {
  return plural(number, one, many, countWords);
}

const STEP_WORDS: Readonly<Record<keyof StepCounts, string>> = {
  turns: 'to play and to check commands',
  exits: 'to find ways out',
  twins: 'to compare with waiting',
  verification: 'to check what was learnt',
};

/** Engine lines by purpose: `1,234: 40 to play and to check commands, …`. */
export function stepWords(steps: StepCounts): string {
  const parts = STEP_PURPOSES.map(
    (purpose) => `${countWords(steps[purpose])} ${STEP_WORDS[purpose]}`,
  );
  const all = sum(STEP_PURPOSES, (purpose) => steps[purpose]);
  return `${countWords(all)}: ${parts.join(', ')}`;
}

/** The cost of an episode: `free` if nobody takes money, or there were no answers. */
export function priceWords(costUsd: number | null, model: string): string {
  const free = [PLAYERS.offline, PLAYERS.mcp];
  if (costUsd === 0 || free.some(({ modelName }) => modelName() === model)) return 'free';
  return costUsd === null ? 'unknown' : dollarWords(costUsd);
}

/** A model's name for people. The offline player is no model. */
export function calledModel(model: string): string {
  return model === PLAYERS.offline.modelName() ? 'the offline player' : model;
}

/** The same within a sentence: `free`, `cost $1.50`, `cost unknown`. */
export function costWords(costUsd: number | null, model: string): string {
  const words = priceWords(costUsd, model);
  return words === 'free' ? words : `cost ${words}`;
}

/** The fate of a memory that is no longer believed. Empty for a believed one. */
export function memoryGoneWords({
  supersededBy,
  supersededAtTurn,
  invalidationReason,
}: Memory): string {
  if (supersededBy === null) return '';
  const when = supersededAtTurn === null ? '' : ` at turn ${supersededAtTurn}`;
  if (supersededBy !== INVALIDATION_MARKER) return `Replaced${when} by "${supersededBy}"`;
  return `Found wrong${when}${invalidationReason === null ? '' : `: ${invalidationReason}`}`;
}

const ENDS: Readonly<Record<StopReason | 'unfinished', string>> = {
  victory: 'the story was won',
  death: 'the player died',
  quit: 'the player quit',
  'max-turns': 'all its turns were played',
  stuck: 'nothing had come of it for too long',
  budget: 'its budget was used up',
  interruption: 'it was interrupted',
  'model-failed': 'a model failed',
  'provider-down': 'the endpoint of a model stayed down',
  'interpreter-failed': 'the story could not go on',
  abandoned: 'it was given up',
  unfinished: 'it is being played, or it was ended from outside',
};

/** Why an episode ended, to follow "because". */
export function endWords(stopReason: string): string {
  return ENDS[stopReason as StopReason] ?? stopReason;
}
