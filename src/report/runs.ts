import type { EpisodeFacts } from './episode-view.ts';
import { greatest, group, sum } from 'd3-array';
import { listEpisodes } from '../records/episodes.ts';
import { deletedEpisodes } from '../records/history.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import {
  costWords,
  countedWords,
  durationWords,
  foundWords,
  knownSum,
  moment,
  pointsWords,
} from './wording.ts';

/** The facts that tell which run an episode belongs to. */
export type OfRun = Pick<EpisodeFacts, 'number' | 'run'>;

/** Episodes by run, the oldest first. Those without a known run come before all others, each alone. */
export function runsOf<T extends OfRun>(episodes: readonly T[]): readonly (readonly T[])[] {
  const alone = episodes.filter(({ run }) => run === null).map((episode) => [episode]);
  const known = episodes.filter(({ run }) => run !== null);
  const runs = [...group(known, ({ run }) => run ?? '')].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...alone, ...runs.map(([, played]) => played)];
}

/** The measure of progress: the score, or without one, the rooms. */
type Result = Pick<EpisodeFacts, 'score' | 'rooms'>;

/** The best of some episodes, the first of equals. Null for none. */
export function bestOf<T extends Result>(episodes: readonly T[]): T | null {
  return episodes.reduce<T | null>(
    (best, episode) => (best === null || isBetter(episode, best) ? episode : best),
    null,
  );
}

export function isBetter(one: Result, other: Result): boolean {
  if (one.score === null && other.score === null) return one.rooms > other.rooms;
  return (one.score ?? -Infinity) > (other.score ?? -Infinity);
}

/** An episode that may be better than the best so far. */
export type Attempt = Result &
  Pick<EpisodeFacts, 'turnsPlayed' | 'stopReason' | 'isFork'> &
  Partial<Pick<EpisodeFacts, 'scoreTurn'>>;

/** How many episodes came after the first of the best. Forks and episodes of fewer turns do not count. */
export function episodesWithoutProgress(episodes: readonly Attempt[]): number {
  const best = bestOf(episodes);
  if (best === null) return 0;
  const later = episodes.slice(episodes.indexOf(best) + 1);
  return later.filter((one) => !one.isFork && !isCutBefore(one, best)).length;
}

/** Stop reasons that play brought about. */
const PLAYED_OUT: readonly string[] = ['victory', 'death', 'stuck'];

/** Whether something else than play, such as a limit of turns, ended an episode before the other one was over. */
function isCutBefore({ stopReason, turnsPlayed }: Attempt, other: Attempt): boolean {
  return !PLAYED_OUT.includes(stopReason) && turnsPlayed < other.turnsPlayed;
}

/** Whether two episodes began at the start and had enough turns to compare. */
function areAlike(one: Attempt, other: Attempt): boolean {
  return !(one.isFork || other.isFork || isCutBefore(one, other) || isCutBefore(other, one));
}

/** The newest run, its best episode, the best of the last run like it, and the best of all earlier ones. Null for none. */
export function newestRun<T extends OfRun & Attempt>(episodes: readonly T[]) {
  const runs = runsOf(episodes);
  const run = runs.at(-1) ?? [];
  const best = bestOf(run);
  if (best === null) return null;
  const played = runs.slice(0, -1).map((one) => one.filter(({ turnsPlayed }) => turnsPlayed > 0));
  const before = played.map((one) => one.filter((episode) => areAlike(episode, best)));
  const earlier = played.flat();
  const last = before.findLast((one) => one.length > 0) ?? [];
  return { run, best, before: bestOf(last), bestBefore: bestOf(earlier), earlier };
}

/** The episodes that were played to an end in a workdir, deleted ones included. */
export function endedIn(workdir: string): readonly EpisodeSummary[] {
  const kept = listEpisodes(workdir);
  return [...deletedEpisodes(workdir, kept), ...kept.flatMap(({ summary }) => summary ?? [])];
}

/** Each story of a workdir with its finished episodes and the best of them, in the order of play. Throws StorageError. */
export function storiesPlayed(workdir: string, nameOf: (ifid: string) => string) {
  const byNumber = endedIn(workdir).toSorted((a, b) => a.episode - b.episode);
  return [...group(byNumber, ({ story }) => story)].map(([story, played]) => {
    const best = bestOf(played.map(asAttempt));
    const { episode, score = null, maxScore = null } = best ?? {};
    return {
      story,
      title: nameOf(story),
      episodes: played.length,
      best: { episode, score, maxScore },
    };
  });
}

/** The newest run of the story of the newest episode. Null for none. */
export function newestRunOf(summaries: readonly EpisodeSummary[]) {
  const newest = greatest(summaries, ({ episode }) => episode);
  return newestRun(summaries.filter(({ story }) => story === newest?.story).map(asAttempt));
}

function asAttempt(one: EpisodeSummary) {
  const { episode: number, locationsVisited: rooms, turns: turnsPlayed } = one;
  return { ...one, number, rooms, turnsPlayed, isFork: one.parent !== undefined };
}

/** The best up to each of some scores. Null before the first known one. */
export function bestOfRunsSoFar(scores: readonly (number | null)[]): readonly (number | null)[] {
  let best: number | null = null;
  return scores.map((score) => {
    if (score !== null) best = Math.max(best ?? score, score);
    return best;
  });
}

type Compared = Pick<OfRun & Attempt, 'score' | 'number'> & Partial<Pick<Attempt, 'scoreTurn'>>;

/** The best score of a run compared with the like run before and with all before, in words. */
export function compareRunScores({
  best,
  before,
  bestBefore,
}: {
  readonly best: Compared & Pick<Attempt, 'isFork'> & Partial<Pick<Attempt, 'turnsPlayed'>>;
  readonly before: Compared | null;
  readonly bestBefore: Compared | null;
}): string {
  if (best.turnsPlayed === 0) return 'no turn was played';
  if (bestBefore === null) return 'the first run';
  if (best.score === null) return 'the story keeps no score';
  const ever = bestBefore.score ?? 0;
  const isBetter = best.score > ever;
  const isLikeBest = before?.number === bestBefore.number;
  const most = `${isBetter ? 'before it, the best was' : 'the best so far is'} ${ever}, in episode ${bestBefore.number}`;
  const like = before === null ? [] : [likeBefore(best.score, best, before)];
  return [
    ...(best.isFork ? ['a fork, whose first turns are those of another episode'] : []),
    ...(isBetter ? ['a new best'] : []),
    ...(isLikeBest && best.score < ever ? [`${like.join('')}, which is the best so far`] : like),
    ...(best.score === ever ? ['no episode had more'] : isLikeBest ? [] : [most]),
  ].join('; ');
}

/** Also the difference in turns for the same score, if it was counted. */
function likeBefore(score: number, best: Compared, before: Compared): string {
  const compared = comparedWithRun(score, before.score ?? 0, before);
  const sooner = (before.scoreTurn ?? Number.NaN) - (best.scoreTurn ?? Number.NaN);
  if (score !== before.score || !(Math.abs(sooner) > 0)) return compared;
  return `${compared}, reached in ${countedWords(Math.abs(sooner), 'turn')} ${sooner > 0 ? 'fewer' : 'more'}`;
}

/** A number of a run compared with that of an earlier episode. */
export function comparedWithRun(now: number, before: number, { number }: Pick<OfRun, 'number'>) {
  if (now === before) return `as many as in episode ${number}`;
  return `${Math.abs(now - before)} ${now > before ? 'more' : 'less'} than in episode ${number}`;
}

/** The newest run of the last played story in a workdir. Null if nothing was played to an end. Throws StorageError. */
export function lastNight(workdir: string) {
  return newestRunOf(endedIn(workdir));
}

type Night = NonNullable<ReturnType<typeof lastNight>>;

/** The score of a run, with the points of a way played before, compared with earlier results, in a sentence. */
export function runScoreWords(night: Night): string {
  const { best, bestBefore } = night;
  if (best.turnsPlayed === 0) return 'No turn was played.';
  const isFirst = bestBefore === null;
  const rooms = isFirst
    ? countedWords(best.rooms, 'room')
    : foundWords({ newRooms: best.newRooms });
  const all = [pointsWords(best.score, best.maxScore), ...sharesOf(best), rooms];
  const told = all.filter((words) => words !== '').join(', ');
  return isFirst ? `First run: ${told}.` : `Score ${told}: ${compareRunScores(night)}.`;
}

/** The points of a way that was played before, and those of the player. Empty if nothing was played before. */
function sharesOf({ recipeTurns, way }: Night['best']): readonly string[] {
  if (recipeTurns === 0) return [];
  const played = `a checked way of ${countedWords(recipeTurns, 'turn')}`;
  if (way === undefined) return [`begun after ${played}, simulated`];
  const { room, points, beyond } = way;
  return [
    `${points} of them by ${played} to ${room.name} (${room.id}), simulated`,
    `${beyond} by the player`,
  ];
}

export function nightLines(night: Night): readonly string[] {
  const { run, best } = night;
  const began = run[0]?.run ?? run[0]?.startedAt ?? null;
  const deaths = run.filter(({ stopReason }) => stopReason === 'death').length;
  const took = durationWords(sum(run, ({ durationMs }) => durationMs));
  const memories = sum(run, ({ memoriesAdded }) => memoriesAdded);
  const spent = knownSum(run.map(({ costUsd }) => costUsd));
  return [
    `${countedWords(run.length, 'episode')}${began === null ? '' : `, begun ${moment(began)}`}, played for ${took}.`,
    runScoreWords(night),
    `${countedWords(memories, 'new memory', 'new memories')}, ${countedWords(deaths, 'death')}, ${costWords(spent, best.model)}.`,
  ];
}
