/** What tells which run an episode belongs to. */
interface OfRun {
  readonly number: number;
  readonly run: string | null;
}

/**
 * Episodes by the run that played them, the oldest run first: by when it began, those that nobody knows that of before
 * all others, each of them alone.
 */
export function runsOf<T extends OfRun>(episodes: readonly T[]): readonly (readonly T[])[] {
  const alone = episodes.filter(({ run }) => run === null).map((episode) => [episode]);
  const runs = new Map<string, T[]>();
  for (const episode of episodes) {
    if (episode.run === null) continue;
    const known = runs.get(episode.run);
    if (known === undefined) runs.set(episode.run, [episode]);
    else known.push(episode);
  }
  const byBegin = [...runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, played]) => played);
  return [...alone, ...byBegin];
}

/** What counts as getting on: the score, and rooms where the story keeps none. */
interface Result {
  readonly score: number | null;
  readonly rooms: number;
}

/** The best of some episodes, the first of equals; null of none. */
export function bestOf<T extends Result>(episodes: readonly T[]): T | null {
  return episodes.reduce<T | null>(
    (best, episode) => (best === null || isBetter(episode, best) ? episode : best),
    null,
  );
}

/** An episode that may have been better than the best so far, or may not. */
interface Attempt extends Result {
  readonly turnsPlayed: number;
  readonly stopReason: string;
  /** Whether it began in the middle of another. */
  readonly isFork: boolean;
}

/** How many episodes came after the first that was as good as the best. Forks and episodes of fewer turns do not count. */
export function episodesWithoutProgress(episodes: readonly Attempt[]): number {
  const best = bestOf(episodes);
  if (best === null) return 0;
  const isShorter = ({ stopReason, turnsPlayed }: Attempt) =>
    stopReason === 'max-turns' && turnsPlayed < best.turnsPlayed;
  const later = episodes.slice(episodes.indexOf(best) + 1);
  return later.filter((one) => !one.isFork && !isShorter(one)).length;
}

/** The best up to each of some scores; null before the first that is known. */
export function bestSoFar(scores: readonly (number | null)[]): readonly (number | null)[] {
  let best: number | null = null;
  return scores.map((score) => {
    if (score !== null) best = Math.max(best ?? score, score);
    return best;
  });
}

function isBetter(one: Result, other: Result): boolean {
  if (one.score === null && other.score === null) return one.rooms > other.rooms;
  return (one.score ?? -Infinity) > (other.score ?? -Infinity);
}
