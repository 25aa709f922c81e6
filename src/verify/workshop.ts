import type { Recipe } from '../domain/recipe.ts';
import { Course, gainsOnWalk, earnsOnWalk, type Visit, type WayToPoints } from './walk.ts';
import {
  ddmin,
  isMinimal,
  newDdminProgress,
  type Minimised,
  type DdminProgress,
  type Trials,
} from './ddmin.ts';
import type { OpenRoutes } from '../managers/map/routes.ts';
import { FEWEST_GAMES, type Tryout, type TryoutPorts } from './tryout.ts';

/** Engine steps reserved for things to take along. */
const STEPS_FOR_ALONG = 700;

/** The games that show whether a way needs luck before it is made short. */
const PROBED_GAMES = 3;

/** A way is played so often before anything is known of it. If the steps do not suffice, it is left out. */
const TIMES_PLAYED = 1 + PROBED_GAMES + FEWEST_GAMES;

/** So many times, games in which a shortened way failed are added to those for shortening. Then a known way gets all. */
const MOST_GAMES = 3;

/** A way that lost too much is played so often to mend it, before it is tried on all seeds again. */
const TIMES_MENDED = 24;

export interface PlayedWay extends WayToPoints {
  readonly seed: number;
}

export interface Worked {
  readonly recipes: readonly Recipe[];
  /** The points of its rest on some of the seeds. */
  readonly luck: () => readonly Recipe[];
}

interface Around {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

const NOTHING: Worked = { recipes: [], luck: () => [] };

type WorkshopPorts = TryoutPorts & { readonly routes: OpenRoutes };

/** Makes played ways short and finds out whether they need luck. */
export class Workshop {
  readonly #tryout: Tryout;
  readonly #ports: WorkshopPorts;

  constructor(tryout: Tryout, ports: WorkshopPorts) {
    this.#tryout = tryout;
    this.#ports = ports;
  }

  /** The recipes from a played way, one for each gain. Empty if it cannot be played again or the steps ended. */
  recipesOf(way: PlayedWay): Worked {
    const { steps, open } = this.#ports;
    if (!steps.affords(TIMES_PLAYED * way.commands.length)) return NOTHING;
    const own = new Course(open(way.seed), steps);
    if (!own.earns(way)) return NOTHING;
    own.keep();
    const played = own.visits;
    // If it fails in all other games, shortening may remove what it depends on.
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
      from = newDdminProgress(start.commands);
    }
  }

  /** The beginning of a way that earns its points in some of the other games, too. Null if there is none. */
  #withoutLuck(own: Course, { commands }: PlayedWay): WayToPoints | null {
    const probes = this.#tryout.courses
      .slice(0, PROBED_GAMES)
      .map((course) => course.play(commands));
    const sure = gainsOnWalk(own.visits).findLast(({ end, points }) =>
      probes.every((visits) => earnsOnWalk(visits, end, points)),
    );
    return sure ? { commands: commands.slice(0, sure.end), points: sure.points } : null;
  }

  /** The points of a lucky rest after its shortened beginning; if that misses something, after one that keeps it. */
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

  /** A way whose rest needs luck: shortens the rest, then the beginning with the same luck after it each time. */
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

  /** Makes a sure recipe shorter or tries it further, then those to fewer points on it. Empty without steps. */
  goOn(recipe: Recipe): readonly Recipe[] {
    const { courses } = this.#tryout;
    const looked = courses.slice(0, 1);
    for (;;) {
      if (!begin(looked, recipe)) return [];
      const proof = recipe.proof ?? newDdminProgress(recipe.commands);
      const short = this.#shorten(looked, recipe, proof);
      if (short.commands.length === recipe.commands.length)
        return isMinimal(recipe.commands, proof) ? [] : [this.#tryout.sealed(recipe, short)];
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

  /** Makes a way short, or a part of one that is played between other commands. */
  #shorten(
    looked: readonly Course[],
    { commands, points }: WayToPoints,
    from: DdminProgress | null,
    { before = [], after = [] }: Around = {},
  ): Minimised {
    const { steps, routes } = this.#ports;
    const keepBack = (some: readonly string[]) =>
      steps.keepBack(FEWEST_GAMES * some.length + STEPS_FOR_ALONG);
    keepBack([...before, ...commands, ...after]);
    const trials = trialsOn(looked, { points, kept: keepBack });
    const short = ddmin(trialsOfPart(trials, before, after), commands, from, routes);
    steps.keepBack(0);
    return short;
  }
}

/** Plays a way in some games and keeps it there. False if it misses its points. */
function begin(looked: readonly Course[], way: WayToPoints): boolean {
  return looked.every((course) => {
    const isEarned = course.earns(way);
    course.keep();
    return isEarned;
  });
}

/** Tests candidates in several games that have kept the way. One that earns the points in all is kept, and reported. */
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
        if (!earnsOnWalk(visits, candidate.length, points)) return { passes: false, visits };
      }
      for (const course of courses) course.keep();
      kept(candidate);
      return { passes: true, visits: first.visits };
    },
  };
}

/** Tests candidates for a part of a way, with the commands before and after it. */
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

/** The last of ever shorter forms of a way that earns its points in a game, found by halving. */
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
