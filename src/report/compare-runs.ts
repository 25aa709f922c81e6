import { type Attempt, type OfRun } from './runs.ts';
import { countedWords } from './wording.ts';

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
    ...(isLikeBest ? (best.score === ever ? ['no episode had more'] : []) : [most]),
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
