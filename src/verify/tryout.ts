import { isSure, type Recipe } from '../domain/recipe.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { Course, type Visit } from './course.ts';
import { gainsOn, reaches } from './course-trials.ts';
import { seal } from './recipe-lines.ts';
import { isMinimal, type Progress, type Shortened } from './ddmin.ts';
import type { Steps } from './steps.ts';

/** Games in which a way is tried at least before it is trusted. */
export const FEWEST_GAMES = 8;

/** What ways are tried with. */
export interface TryoutPorts {
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
  /** Seeds that nobody played. */
  readonly seeds: readonly number[];
  /** The score before the first command. */
  readonly opening: number;
}

/** A way that was followed on all seeds. */
export interface FollowedWay {
  readonly commands: readonly string[];
  /** Its points on each seed, as far as it was played there. */
  readonly visits: readonly (readonly Visit[])[];
}

/** Commands and the points that they are to earn. */
export type WayToPoints = Pick<Recipe, 'commands' | 'points'>;

/** Where ways are tried before they are trusted: a game on each of the seeds that nobody played. */
export class Tryout {
  readonly courses: readonly Course[];
  readonly story: string;
  readonly #ports: TryoutPorts;

  constructor(ports: TryoutPorts) {
    const games = ports.seeds.map((seed) => ports.open(seed));
    this.courses = games.map((game) => new Course(game, ports.steps));
    this.story = games[0]?.story.key ?? '';
    this.#ports = ports;
  }

  /** A recipe as it comes out now; null where the steps ended. */
  check(recipe: Recipe): Recipe | null {
    const followed = this.follow(recipe.commands);
    if (followed === null) return null;
    return this.sealed({ ...recipe, ...this.#reached(followed, recipe) }, null);
  }

  /** Plays a way on every seed, as far as the steps suffice; null where that are too few. */
  follow(commands: readonly string[]): FollowedWay | null {
    const visits: (readonly Visit[])[] = [];
    for (const course of this.courses) {
      const arrival = course.play(commands);
      if (arrival === null && this.#ports.steps.isSpent) break;
      course.keep();
      visits.push(arrival?.visits ?? []);
    }
    return visits.length < FEWEST_GAMES ? null : { commands, visits };
  }

  /** Plays a way in one game: whether it earns its points there. */
  isEarnedBy(course: Course, { commands, points }: WayToPoints): boolean {
    return reaches(course.play(commands), this.#ports.opening + points);
  }

  /** Whether so many points are earned at one of the visits, the last when none is named. */
  earns(
    visits: readonly Visit[] | undefined,
    { points }: { readonly points: number },
    end = (visits?.length ?? 0) - 1,
  ): boolean {
    const score = visits?.[end]?.score;
    return score !== undefined && score - this.#ports.opening >= points;
  }

  /** Whether a way was tried in a game and does not earn its points there. */
  fails({ visits }: FollowedWay, at: number, way: { readonly points: number }): boolean {
    return at < visits.length && !this.earns(visits[at], way);
  }

  /** A recipe for each gain of points on a way, as its visits in one game tell them. */
  levels(
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
      return this.sealed(recipe, progress);
    });
  }

  sealed(recipe: Recipe, progress: Pick<Progress, 'tested' | 'next'> | null): Recipe {
    const { tested, next } = progress ?? { tested: 0, next: recipe.commands.length - 1 };
    return seal(this.story, { ...recipe, proof: { tested, next, seal: '' } });
  }

  #reached({ commands, visits }: FollowedWay, { points }: { readonly points: number }) {
    const seeds = this.#ports.seeds.slice(0, visits.length);
    const reached = seeds.filter((_, at) => this.earns(visits[at], { points }, commands.length));
    return { seeds, reached };
  }
}

/** Whether a recipe is sure and can perhaps be shorter. */
export function canBeShorter(recipe: Recipe): boolean {
  const { commands, proof } = recipe;
  return isSure(recipe) && !isMinimal({ commands, tested: 0, next: 0, ...proof });
}
