import { sum } from 'd3-array';
import { compareRunScores, endedIn, newestRunOf } from './runs.ts';
import {
  costWords,
  countedWords,
  durationWords,
  foundWords,
  knownSum,
  moment,
  pointsWords,
  wayWords,
} from './wording.ts';

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
  const found = isFirst
    ? [foundWords({ ...best, newRooms: 0 }), countedWords(best.rooms, 'room')]
    : [foundWords(best)];
  const way = wayWords(best);
  const began = way === '' ? [] : [`begun after a checked way at ${way}`];
  const all = [pointsWords(best.score, best.maxScore), ...began, ...found];
  const told = all.filter((words) => words !== '').join(', ');
  return isFirst ? `First run: ${told}.` : `Score ${told}: ${compareRunScores(night)}.`;
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
