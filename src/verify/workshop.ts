import type { Recipe } from '../domain/recipe.ts';
import { Course, gainsOn, isWalkEarned, type Visit, type WayToPoints } from './walk.ts';
import { ddmin, newProgress, type Minimised, type DdminProgress, type Trials } from './ddmin.ts';
import { FEWEST_GAMES, type Tryout, type TryoutPorts } from './tryout.ts';

/** Engine steps that shortening leaves for what is taken along. */
const STEPS_FOR_ALONG = 700;

/** Games that tell whether a way needs luck before it is made short. */
const PROBED_GAMES = 3;

/** A way is played so often before anything is known of it; one for which the steps do not suffice is left out. */
const TIMES_PLAYED = 1 + PROBED_GAMES + FEWEST_GAMES;

/** Games in which a shortened way failed are added to those it is made short in, so often; a known way then gets all. */
const MOST_GAMES = 3;

/** So often a way is played for what it lost too much of, before it is tried on all seeds again. */
const TIMES_MENDED = 24;

export interface PlayedWay extends WayToPoints {
  readonly seed: number;
}

export interface Worked {
  readonly recipes: readonly Recipe[];
  /** What the rest of it earns on some of the seeds. */
  readonly luck: () => readonly Recipe[];
}

interface Around {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

const NOTHING: Worked = { recipes: [], luck: () => [] };

/** Where played ways are made short, with what trying them tells. */
export class Workshop {
  readonly #tryout: Tryout;
  readonly #ports: TryoutPorts;

  constructor(tryout: Tryout, ports: TryoutPorts) {
    this.#tryout = tryout;
    this.#ports = ports;
  }

  /**
   * The recipes that a played way comes to, one for each of its gains of points; empty where it cannot be played again or
   * the steps ended. What of it is not luck is made short, in its own game and in those that then miss something.
   */
  recipesOf(way: PlayedWay): Worked {
    const { steps, open } = this.#ports;
    if (!steps.affords(TIMES_PLAYED * way.commands.length)) return NOTHING;
    const own = new Course(open(way.seed), steps);
    if (!own.earns(way)) return NOTHING;
    own.keep();
    const played = own.visits;
    // Where it comes out otherwise everywhere, what is left out may be what it comes of.
    const sure = this.#withoutLuck(own, way) ?? way;
    const looked = [own];
    let start: WayToPoints = sure;
    let from: DdminProgress | null = null;
    for (let worked = NOTHING; ;) {
      if (!begin(looked, start)) return worked;
      const short = this.#shorten(looked, start, from);
      const followed = this.#tryout.follow(short.commands);
      if (followed === null) return worked;
      const recipes = this.#tryout.levels(followed, short, own.visits);
      worked = { recipes, luck: () => this.#lucky(short, way, sure, played) };
      const isLate = !steps.affords(TIMES_MENDED * short.commands.length);
      if (isLate || looked.length >= MOST_GAMES) return worked;
      const missed = this.#tryout.missedBy(followed, sure.points);
      const able = missed.find((course) => !looked.includes(course) && course.earns(sure));
      if (able === undefined) return worked;
      looked.push(able);
      start = { ...sure, commands: lastGood(able, sure, short.history) };
      from = newProgress(start.commands);
    }
  }

  /** The beginning of a way that earns its points in some of the other games, too; null where none does. */
  #withoutLuck(own: Course, { commands }: PlayedWay): WayToPoints | null {
    const probes = this.#tryout.courses
      .slice(0, PROBED_GAMES)
      .map((course) => course.play(commands));
    const sure = gainsOn(own.visits).findLast(({ end, points }) =>
      probes.every((visits) => isWalkEarned(visits, end, points)),
    );
    return sure ? { commands: commands.slice(0, sure.end), points: sure.points } : null;
  }

  /**
   * What the rest of a way, which needs luck, earns after the beginning was made short; where that left out what the rest
   * needs, after a beginning that keeps it, and where there is none, after the beginning as it was played.
   */
  #lucky(short: Minimised, way: PlayedWay, sure: WayToPoints, played: readonly Visit[]) {
    const rest = way.commands.slice(sure.commands.length);
    if (rest.length === 0) return [];
    const followed = this.#tryout.follow([...short.commands, ...rest]);
    const [best = []] = followed?.visits.toSorted((a, b) => b.length - a.length) ?? [];
    const gains = followed === null ? [] : this.#tryout.levels(followed, null, best);
    if (gains.some(({ points }) => points >= way.points)) return gains;
    const kept = this.#keepingWhatIsNeeded(way, sure);
    if (kept.some(({ points, reached }) => points >= way.points && reached.length > 0))
      return [...gains, ...kept];
    const whole = this.#tryout.follow(way.commands);
    return whole === null ? gains : [...gains, ...this.#tryout.levels(whole, null, played)];
  }

  /** A way whose rest needs luck: the rest made short, then the beginning with the same luck after it each time. */
  #keepingWhatIsNeeded(way: PlayedWay, sure: WayToPoints): readonly Recipe[] {
    const { steps, open } = this.#ports;
    const { points } = way;
    const opening = sure.commands;
    const rest = way.commands.slice(opening.length);
    const able = this.#tryout.courses.slice(0, PROBED_GAMES).filter((course) => course.earns(way));
    const looked = [new Course(open(way.seed), steps), ...able].slice(0, MOST_GAMES);
    if (!begin(looked, way)) return [];
    const { commands: after } = this.#shorten(looked, { commands: rest, points }, null, {
      before: opening,
    });
    const whole = { commands: [...opening, ...after], points };
    const [own] = looked;
    if (own?.fixChance(whole, after.length) !== true) return [];
    const short = this.#shorten([own], { commands: opening, points }, null, { after });
    const followed = this.#tryout.follow([...short.commands, ...after]);
    return followed === null ? [] : this.#tryout.levels(followed, null, own.visits);
  }

  /** A sure recipe made shorter or tried further, then those to fewer points on its shorter way; none without steps. */
  goOn(recipe: Recipe): readonly Recipe[] {
    const { courses } = this.#tryout;
    const looked = courses.slice(0, 1);
    for (;;) {
      if (!begin(looked, recipe)) return [];
      const short = this.#shorten(looked, recipe, recipe.proof ?? newProgress(recipe.commands));
      if (short.commands.length === recipe.commands.length)
        return [this.#tryout.sealed(recipe, short)];
      const followed = this.#tryout.follow(short.commands);
      if (followed === null) return [];
      const [missed] = this.#tryout.missedBy(followed, recipe.points);
      if (missed === undefined) {
        const { along: _, ...rest } = { ...recipe, commands: short.commands };
        const gains = this.#tryout.levels(followed, short, followed.visits[0] ?? []);
        const fewer = gains.filter(({ points }) => points < rest.points);
        return [this.#tryout.sealed(rest, short), ...fewer];
      }
      if (looked.length >= courses.length) return [];
      const others = courses.filter((course) => !looked.includes(course));
      looked.push(...(looked.length < MOST_GAMES ? [missed] : others));
    }
  }

  /** A way made short, or a part of one that is played between others. */
  #shorten(
    looked: readonly Course[],
    { commands, points }: WayToPoints,
    from: DdminProgress | null,
    { before = [], after = [] }: Around = {},
  ): Minimised {
    const { steps } = this.#ports;
    const keepBack = (some: readonly string[]) =>
      steps.keepBack(FEWEST_GAMES * some.length + STEPS_FOR_ALONG);
    keepBack([...before, ...commands, ...after]);
    const trials = trialsOn(looked, { points, kept: keepBack });
    const short = ddmin(trialsOfPart(trials, before, after), commands, from);
    steps.keepBack(0);
    return short;
  }
}

/** Plays a way in some games and keeps it there; false where it does not earn its points. */
function begin(looked: readonly Course[], way: WayToPoints): boolean {
  return looked.every((course) => {
    const isEarned = course.earns(way);
    course.keep();
    return isEarned;
  });
}

/** Candidates tested in several games, which have kept the way; one that earns the points in all is kept, and told. */
function trialsOn(
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
        if (!isWalkEarned(visits, candidate.length, points)) return { passes: false, visits };
      }
      for (const course of courses) course.keep();
      kept(candidate);
      return { passes: true, visits: first.visits };
    },
  };
}

/** Candidates for a part of a way, tested with what is played before and after it. */
function trialsOfPart(trials: Trials, before: readonly string[], after: readonly string[]): Trials {
  const own = <T>(all: readonly T[]) => all.slice(before.length, all.length - after.length);
  return {
    get visits() {
      return own(trials.visits);
    },
    worlds: () => own(trials.worlds()),
    test(candidate, aligned) {
      const tested = trials.test([...before, ...candidate, ...after], before.length + aligned);
      return tested && { ...tested, visits: tested.visits.slice(before.length) };
    },
  };
}

/** Of the ever shorter forms of a way the last that earns its points in a game, as far as halving finds it. */
function lastGood(
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
