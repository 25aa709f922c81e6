import { isSure, type Recipe } from '../domain/recipe.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { Course, type Visit } from './course.ts';
import { gainsOn, lastGood, reaches, trialsOn } from './course-trials.ts';
import { seal } from './recipe-lines.ts';
import { Shortening, isMinimal, type Progress, type Shortened } from './shorten.ts';
import type { Steps } from './steps.ts';

/** Engine steps that shortening leaves for what is taken along. */
const STEPS_FOR_ALONG = 700;

/** Games that tell whether a way needs luck before it is made short. */
const PROBED_GAMES = 3;

/** Games in which a way is tried at least before it is trusted. */
const FEWEST_GAMES = 8;

/** A way is played so often before anything is known of it; one for which the steps do not suffice is left out. */
const TIMES_PLAYED = 1 + PROBED_GAMES + FEWEST_GAMES;

/** Games in which a shortened way failed are added to those it is made short in, so often. */
const MOST_GAMES = 3;

/** What a workshop works with. */
export interface WorkshopPorts {
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
  /** Seeds that nobody played. */
  readonly seeds: readonly number[];
  /** The score before the first command. */
  readonly opening: number;
}

/** A way to points as it was played in the game of a seed. */
export interface PlayedWay {
  readonly commands: readonly string[];
  readonly points: number;
  readonly seed: number;
}

/** A way that was followed on all seeds. */
interface FollowedWay {
  readonly commands: readonly string[];
  readonly visits: readonly (readonly Visit[])[];
}

/** So often a way is played for what it lost too much of, before it is tried on all seeds again. */
const TIMES_MENDED = 24;

/** What a played way came to. */
export interface Worked {
  readonly recipes: readonly Recipe[];
  /** What the rest of it earns on some of the seeds. */
  readonly luck: () => readonly Recipe[];
}

const NOTHING: Worked = { recipes: [], luck: () => [] };

/** Where ways are made short and tried: a game on each of the seeds that nobody played. */
export class Workshop {
  readonly courses: readonly Course[];
  readonly story: string;
  readonly #ports: WorkshopPorts;

  constructor(ports: WorkshopPorts) {
    const games = ports.seeds.map((seed) => ports.open(seed));
    this.courses = games.map((game) => new Course(game, ports.steps));
    this.story = games[0]?.story.key ?? '';
    this.#ports = ports;
  }

  /** A recipe as it comes out now; null where the steps ended. */
  check(recipe: Recipe): Recipe | null {
    const followed = this.#follow(recipe.commands);
    if (followed === null) return null;
    return this.#sealed({ ...recipe, ...this.#reached(followed, recipe) }, null);
  }

  /**
   * The recipes that a played way comes to, one for each of its gains of points; empty where it cannot be played again or
   * the steps ended. As far as it is not luck it is made short, in its own game, and in others where that missed something
   * that they need.
   */
  recipesOf(way: PlayedWay): Worked {
    if (!this.#ports.steps.affords(TIMES_PLAYED * way.commands.length)) return NOTHING;
    const own = new Course(this.#ports.open(way.seed), this.#ports.steps);
    if (!this.#isEarnedBy(own, way)) return NOTHING;
    own.keep();
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
      const followed = this.#follow(short.commands);
      if (followed === null) return worked;
      const rest = way.commands.slice(sure.commands.length);
      const recipes = this.#levels(followed, short, own.visits);
      worked = { recipes, luck: () => this.#lucky(short, rest) };
      const missed = this.courses.filter((_, at) => this.#fails(followed, at, sure));
      const others = missed.filter((course) => !looked.includes(course));
      const isLate = !this.#ports.steps.affords(TIMES_MENDED * short.commands.length);
      const able = isLate ? undefined : others.find((course) => this.#isEarnedBy(course, sure));
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
    const probes = this.courses.slice(0, PROBED_GAMES).map((course) => course.play(way.commands));
    const sure = gainsOn(own.visits, this.#ports.opening).findLast(({ end, points }) =>
      probes.every((arrival) => this.#earns(arrival?.visits, { points }, end)),
    );
    if (sure === undefined) return null;
    return { ...way, commands: way.commands.slice(0, sure.end), points: sure.points };
  }

  /** What the rest of a way, which needs luck, earns after the beginning was made short. */
  #lucky(short: Shortened, rest: readonly string[]): readonly Recipe[] {
    if (rest.length === 0) return [];
    const followed = this.#follow([...short.commands, ...rest]);
    if (followed === null) return [];
    const [best = []] = followed.visits.toSorted((a, b) => b.length - a.length);
    return this.#levels(followed, null, best.length > short.commands.length ? best : []);
  }

  /** A sure recipe made shorter or tried further, then those to fewer points on its shorter way; none without steps. */
  goOn(recipe: Recipe): readonly Recipe[] {
    const looked = this.courses.slice(0, 1);
    const { tested, next } = recipe.proof ?? { tested: 0, next: recipe.commands.length - 1 };
    for (;;) {
      if (!this.#begin(looked, recipe)) return [];
      const short = this.#shorten(looked, recipe, { tested, next });
      if (short.commands.length === recipe.commands.length) return [this.#sealed(recipe, short)];
      const followed = this.#follow(short.commands);
      if (followed === null) return [];
      const missed = this.courses.find((_, at) => this.#fails(followed, at, recipe));
      if (missed === undefined) {
        const { along: _, ...rest } = { ...recipe, commands: short.commands };
        const gains = this.#levels(followed, short, followed.visits[0] ?? []);
        return [this.#sealed(rest, short), ...gains.filter(({ points }) => points < rest.points)];
      }
      if (looked.includes(missed) || looked.length >= MOST_GAMES) return [];
      looked.push(missed);
    }
  }

  /** Plays a way in some games and keeps it there; false where it does not earn its points. */
  #begin(looked: readonly Course[], way: Pick<Recipe, 'commands' | 'points'>): boolean {
    return looked.every((course) => {
      const isEarned = this.#isEarnedBy(course, way);
      course.keep();
      return isEarned;
    });
  }

  #shorten(
    looked: readonly Course[],
    way: Pick<Recipe, 'commands' | 'points'>,
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

  /** Plays a way on every seed, as far as the steps suffice; null where that are too few. */
  #follow(commands: readonly string[]): FollowedWay | null {
    const visits: (readonly Visit[])[] = [];
    for (const course of this.courses) {
      const arrival = course.play(commands);
      if (arrival === null && this.#ports.steps.isSpent) break;
      course.keep();
      visits.push(arrival?.visits ?? []);
    }
    return visits.length < FEWEST_GAMES ? null : { commands, visits };
  }

  #isEarnedBy(course: Course, { commands, points }: Pick<Recipe, 'commands' | 'points'>): boolean {
    return reaches(course.play(commands), this.#ports.opening + points);
  }

  #earns(
    visits: readonly Visit[] | undefined,
    { points }: { readonly points: number },
    end = (visits?.length ?? 0) - 1,
  ): boolean {
    const score = visits?.[end]?.score;
    return score !== undefined && score - this.#ports.opening >= points;
  }

  /** Whether a way was tried in a game and does not earn its points there. */
  #fails({ visits }: FollowedWay, at: number, way: { readonly points: number }): boolean {
    return at < visits.length && !this.#earns(visits[at], way);
  }

  #reached({ commands, visits }: FollowedWay, { points }: { readonly points: number }) {
    const seeds = this.#ports.seeds.slice(0, visits.length);
    const reached = seeds.filter((_, at) => this.#earns(visits[at], { points }, commands.length));
    return { seeds, reached };
  }

  /** A recipe for each gain of points on a way. */
  #levels(
    { commands, visits }: FollowedWay,
    short: Shortened | null,
    own: readonly Visit[],
  ): readonly Recipe[] {
    return gainsOn(own, this.#ports.opening).map(({ end, points }) => {
      const some = commands.slice(0, end);
      const score = points + this.#ports.opening;
      const isLast = end === commands.length;
      const isTested = short?.loose !== null && short?.loose.has(score) === false;
      const progress =
        isLast && short !== null ? short : { tested: isTested ? end : 0, next: end - 1 };
      const recipe = {
        commands: some,
        points,
        ...this.#reached({ commands: some, visits }, { points }),
      };
      return this.#sealed(recipe, progress);
    });
  }

  #sealed(recipe: Recipe, progress: Pick<Progress, 'tested' | 'next'> | null): Recipe {
    const { tested, next } = progress ?? { tested: 0, next: recipe.commands.length - 1 };
    return seal(this.story, { ...recipe, proof: { tested, next, seal: '' } });
  }
}

/** Whether a recipe is sure and can perhaps be shorter. */
export function canBeShorter(recipe: Recipe): boolean {
  const { commands, proof } = recipe;
  return isSure(recipe) && !isMinimal({ commands, tested: 0, next: 0, ...proof });
}
