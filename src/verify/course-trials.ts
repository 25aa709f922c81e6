import type { Arrival, Course, Visit } from './course.ts';
import type { Trials } from './ddmin.ts';

/** Whether a way was played to its end and came to this score. */
export function reaches(arrival: Arrival | null, score: number): boolean {
  return arrival?.isWhole === true && arrival.score >= score;
}

/** Shorter ways tried in several games, which have kept the way; one that comes to the score in all is kept, and told. */
export function trialsOn(
  courses: readonly Course[],
  { score, kept }: { readonly score: number; readonly kept: (way: readonly string[]) => void },
): Trials {
  const [first] = courses;
  if (first === undefined) throw new Error('Shorter ways are tried in no game.');
  return {
    get visits() {
      return first.visits;
    },
    worlds: () => first.worlds(),
    attempt(some, aligned) {
      for (const course of courses) {
        const arrival = course.play(some, aligned);
        if (arrival === null) return null;
        if (!reaches(arrival, score)) return { isKept: false, visits: arrival.visits };
      }
      for (const course of courses) course.keep();
      kept(some);
      return { isKept: true, visits: first.visits };
    },
  };
}

/** Of the ever shorter forms of a way the last that comes to a score in a game, as far as halving finds it. */
export function lastGood(
  course: Course,
  score: number,
  history: readonly (readonly string[])[],
): readonly string[] {
  let [good, bad] = [0, history.length - 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const isGood = reaches(course.play(history[middle] ?? []), score);
    if (isGood) course.keep();
    [good, bad] = isGood ? [middle, bad] : [good, middle];
  }
  return history[good] ?? [];
}

/** Where a way first has more points than ever before, and how many. */
export function gainsOn(visits: readonly Visit[], opening: number) {
  let best = opening;
  return visits.flatMap(({ score }, end) => {
    if (score <= best) return [];
    best = score;
    return [{ end, points: score - opening }];
  });
}
