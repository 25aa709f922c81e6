import { sum } from 'd3-array';
import type { EpisodeSummary } from '../records/summary.ts';
import { bestOf, runsOf } from './runs.ts';
import { compareScores } from './since-last-run.ts';
import { cost, counted, duration, moment, foundWords, points, wayWords } from './wording.ts';

/** An episode, as runs are compared. */
type Played = EpisodeSummary & { readonly number: number; readonly rooms: number };

/** What the newest run of a story came to. */
interface Night {
  readonly episodes: readonly Played[];
  /** Its best episode, that of the run before, and the best of all before; null where there was none. */
  readonly best: Played;
  readonly before: Played | null;
  readonly bestBefore: Played | null;
}

/** The newest run of the story that was played last; null when nothing was played to an end. Pure. */
export function lastNight(summaries: readonly EpisodeSummary[]): Night | null {
  const newest = summaries.reduce<EpisodeSummary | null>(
    (last, one) => (last === null || one.episode > last.episode ? one : last),
    null,
  );
  const played = summaries
    .filter(({ story }) => story === newest?.story)
    .map((one) => ({ ...one, number: one.episode, rooms: one.locationsVisited }));
  const runs = runsOf(played);
  const episodes = runs.at(-1) ?? [];
  const best = bestOf(episodes);
  if (best === null) return null;
  const before = bestOf(runs.at(-2) ?? []);
  return { episodes, best, before, bestBefore: bestOf(runs.slice(0, -1).flat()) };
}

/** The score of a run, with the points of a way that was played before, beside what was reached before, in a sentence. */
export function scoreWords({ best, ...earlier }: Night): string {
  const told = [points(best.score, best.maxScore), wayWords(best), foundWords(best)];
  return `Score ${told.filter((words) => words !== '').join(', ')}: ${compareScores({ best, ...earlier })}.`;
}

/** A run in three lines. */
export function nightLines(night: Night): readonly string[] {
  const { episodes, best } = night;
  const [first] = episodes;
  const began = first?.run ?? first?.startedAt ?? null;
  const deaths = episodes.filter(({ stopReason }) => stopReason === 'death').length;
  const prices = episodes.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const took = duration(sum(episodes, ({ durationMs }) => durationMs));
  const memories = sum(episodes, ({ memoriesAdded }) => memoriesAdded);
  return [
    `${counted(episodes.length, 'episode')}${began === null ? '' : `, begun ${moment(began)}`}, played for ${took}.`,
    scoreWords(night),
    `${counted(memories, 'new memory', 'new memories')}, ${counted(deaths, 'death')}, cost ${cost(prices.length === 0 ? null : sum(prices), best.model)}.`,
  ];
}
