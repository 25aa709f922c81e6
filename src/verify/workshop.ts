import type { Recipe } from '../domain/recipe.ts';
import { Course, type Visit } from './course.ts';
import { gainsOn, lastGood, trialsOn } from './course-trials.ts';
import { Shortening, type Progress, type Shortened } from './ddmin.ts';
import { FEWEST_GAMES, type Tryout, type TryoutPorts, type WayToPoints } from './tryout.ts';

/** Engine steps that shortening leaves for what is taken along. */
const STEPS_FOR_ALONG = 700;

/** Games that tell whether a way needs luck before it is made short. */
const PROBED_GAMES = 3;

/** A way is played so often before anything is known of it; one for which the steps do not suffice is left out. */
const TIMES_PLAYED = 1 + PROBED_GAMES + FEWEST_GAMES;

/** Games in which a shortened way failed are added to those it is made short in, so often; a known way then gets all. */
const MOST_GAMES = 3;

/** A way to points as it was played in the game of a seed. */
export interface PlayedWay extends WayToPoints {
  readonly seed: number;
}

/** So often a way is played for what it lost too much of, before it is tried on all seeds again. */
const TIMES_MENDED = 24;

/** What a played way came to. */
export interface Worked {
  readonly recipes: readonly Recipe[];
  /** What the rest of it earns on some of the seeds. */
  readonly luck: () => readonly Recipe[];
}

/** The beginning of a way that needs no luck, and the points of the whole as it was played. */
interface Beginning {
  readonly sure: PlayedWay;
  readonly played: readonly Visit[];
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
   * the steps ended. As far as it is not luck it is made short, in its own game, and in others where that missed something
   * that they need.
   */
  recipesOf(way: PlayedWay): Worked {
    if (!this.#ports.steps.affords(TIMES_PLAYED * way.commands.length)) return NOTHING;
    const own = new Course(this.#ports.open(way.seed), this.#ports.steps);
    if (!this.#tryout.isEarnedBy(own, way)) return NOTHING;
    own.keep();
    const played = own.visits;
    // Where it comes out otherwise everywhere, what is left out may be what it comes of.
    const sure = this.#withoutLuck(own, way) ?? way;
    const looked = [own];
    let [start, from]: readonly [PlayedWay, Pick<Progress, 'tested' | 'next'> | null] = [
      sure,
      null,
    ];
    for (let worked = NOTHING; ;) {
      if (!this.#begin(looked, start)) return worked;
      const short = this.#shorten(looked, start, from);
      const followed = this.#tryout.follow(short.commands);
      if (followed === null) return worked;
      const recipes = this.#tryout.levels(followed, short, own.visits);
      worked = { recipes, luck: () => this.#lucky(short, way, { sure, played }) };
      const missed = this.#tryout.courses.filter((_, at) => this.#tryout.fails(followed, at, sure));
      const others = missed.filter((course) => !looked.includes(course));
      const isLate = !this.#ports.steps.affords(TIMES_MENDED * short.commands.length);
      const able = isLate
        ? undefined
        : others.find((course) => this.#tryout.isEarnedBy(course, sure));
      if (able === undefined || looked.length >= MOST_GAMES) return worked;
      looked.push(able);
      const commands = lastGood(able, this.#ports.opening + sure.points, short.history);
      [start, from] = [
        { ...sure, commands },
        { tested: 0, next: commands.length - 1 },
      ];
    }
  }

  /** The beginning of a way that earns its points in some of the other games, too; null where none does. */
  #withoutLuck(own: Course, way: PlayedWay): PlayedWay | null {
    const probes = this.#tryout.courses
      .slice(0, PROBED_GAMES)
      .map((course) => course.play(way.commands));
    const sure = gainsOn(own.visits, this.#ports.opening).findLast(({ end, points }) =>
      probes.every((arrival) => this.#tryout.earns(arrival?.visits, { points }, end)),
    );
    if (sure === undefined) return null;
    return { ...way, commands: way.commands.slice(0, sure.end), points: sure.points };
  }

  /**
   * What the rest of a way, which needs luck, earns after the beginning was made short; where that left out what the rest
   * needs, after the beginning as it was played.
   */
  #lucky(short: Shortened, way: PlayedWay, { sure, played }: Beginning): readonly Recipe[] {
    const rest = way.commands.slice(sure.commands.length);
    if (rest.length === 0) return [];
    const followed = this.#tryout.follow([...short.commands, ...rest]);
    const [best = []] = followed?.visits.toSorted((a, b) => b.length - a.length) ?? [];
    const gains = followed === null ? [] : this.#tryout.levels(followed, null, best);
    if (gains.some(({ points }) => points >= way.points)) return gains;
    const whole = this.#tryout.follow(way.commands);
    return whole === null ? gains : [...gains, ...this.#tryout.levels(whole, null, played)];
  }

  /** A sure recipe made shorter or tried further, then those to fewer points on its shorter way; none without steps. */
  goOn(recipe: Recipe): readonly Recipe[] {
    const looked = this.#tryout.courses.slice(0, 1);
    const { tested, next } = recipe.proof ?? { tested: 0, next: recipe.commands.length - 1 };
    for (;;) {
      if (!this.#begin(looked, recipe)) return [];
      const short = this.#shorten(looked, recipe, { tested, next });
      if (short.commands.length === recipe.commands.length)
        return [this.#tryout.sealed(recipe, short)];
      const followed = this.#tryout.follow(short.commands);
      if (followed === null) return [];
      const missed = this.#tryout.courses.find((_, at) => this.#tryout.fails(followed, at, recipe));
      if (missed === undefined) {
        const { along: _, ...rest } = { ...recipe, commands: short.commands };
        const gains = this.#tryout.levels(followed, short, followed.visits[0] ?? []);
        return [
          this.#tryout.sealed(rest, short),
          ...gains.filter(({ points }) => points < rest.points),
        ];
      }
      if (looked.length >= this.#tryout.courses.length) return [];
      looked.push(...(looked.length < MOST_GAMES ? [missed] : this.#othersThan(looked)));
    }
  }

  #othersThan(looked: readonly Course[]): readonly Course[] {
    return this.#tryout.courses.filter((course) => !looked.includes(course));
  }

  /** Plays a way in some games and keeps it there; false where it does not earn its points. */
  #begin(looked: readonly Course[], way: WayToPoints): boolean {
    return looked.every((course) => {
      const isEarned = this.#tryout.isEarnedBy(course, way);
      course.keep();
      return isEarned;
    });
  }

  #shorten(
    looked: readonly Course[],
    way: WayToPoints,
    from: Pick<Progress, 'tested' | 'next'> | null,
  ): Shortened {
    const { steps, opening } = this.#ports;
    const keepBack = (length: number) => steps.keepBack(FEWEST_GAMES * length + STEPS_FOR_ALONG);
    keepBack(way.commands.length);
    const score = opening + way.points;
    const trials = trialsOn(looked, { score, kept: (some) => keepBack(some.length) });
    const short = new Shortening(trials, way.commands).run(from);
    steps.keepBack(0);
    return short;
  }
}
