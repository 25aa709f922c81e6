import { isEarned, type Course, type WayToPoints } from './course.ts';
import type { Trials } from './ddmin.ts';

/** Candidates tested in several games, which have kept the way; one that earns the points in all is kept, and told. */
export function trialsOn(
  courses: readonly Course[],
  { points, kept }: { readonly points: number; readonly kept: (way: readonly string[]) => void },
): Trials {
  const [first] = courses;
  if (first === undefined) throw new Error('Candidates are tested in no game.');
  return {
    get visits() {
      return first.visits;
    },
    worlds: () => first.worlds(),
    test(candidate, aligned) {
      for (const course of courses) {
        const visits = course.play(candidate, aligned);
        if (visits === null) return null;
        if (!isEarned(visits, candidate.length, points)) return { passes: false, visits };
      }
      for (const course of courses) course.keep();
      kept(candidate);
      return { passes: true, visits: first.visits };
    },
  };
}

/** Of the ever shorter forms of a way the last that earns its points in a game, as far as halving finds it. */
export function lastGood(
  course: Course,
  { points }: Pick<WayToPoints, 'points'>,
  history: readonly (readonly string[])[],
): readonly string[] {
  let [good, bad] = [0, history.length - 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const isGood = course.earns({ commands: history[middle] ?? [], points });
    if (isGood) course.keep();
    [good, bad] = isGood ? [middle, bad] : [good, middle];
  }
  return history[good] ?? [];
}
