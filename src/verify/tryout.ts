import { isSure, type Recipe } from '../domain/recipe.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { Course, gainsOnWalk, earnsOnWalk, walk, type Visit, type Steps } from './walk.ts';
import { newDdminProgress, type Minimised, type DdminProgress } from './ddmin.ts';
import { sealRecipe } from './recipe-lines.ts';

/** A way is trusted only after trials in so many games. */
export const FEWEST_GAMES = 8;

export interface TryoutPorts {
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
  /** Seeds that nobody played. */
  readonly seeds: readonly number[];
}

interface FollowedWay {
  readonly commands: readonly string[];
  /** Its visits on each seed, as far as it was played there. */
  readonly visits: readonly (readonly Visit[])[];
}

/** The games, one on each unplayed seed, in which ways are tried before they are trusted. */
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

  /** A recipe with its present results. Null if the steps ended. */
  check(recipe: Recipe): Recipe | null {
    const followed = this.follow(recipe.commands);
    if (followed === null) return null;
    return this.sealed({ ...recipe, ...this.#reached(followed, recipe) });
  }

  /** A sure recipe with takes in a row joined into one command, if it still earns its points on every seed. */
  joined(recipe: Recipe): Recipe {
    const { points } = recipe;
    const commands = joinTakes(recipe.commands, (some) =>
      this.courses.every((course) => course.earns({ commands: some, points })),
    );
    if (commands.length === recipe.commands.length) return recipe;
    const checked = this.check({ ...recipe, commands });
    return checked !== null && isSure(checked) ? checked : recipe;
  }

  /** Plays a way on every seed, as far as the steps allow. Null if these are too few. */
  follow(commands: readonly string[]): FollowedWay | null {
    const visits: (readonly Visit[])[] = [];
    for (const course of this.courses) {
      const played = course.play(commands);
      if (played === null && this.#ports.steps.isSpent) break;
      course.keep();
      visits.push(played ?? []);
    }
    return visits.length < FEWEST_GAMES ? null : { commands, visits };
  }

  /** The games in which a way was tried and missed its points. */
  missedBy({ commands, visits }: FollowedWay, points: number): readonly Course[] {
    return this.courses.filter(
      (_, at) => at < visits.length && !earnsOnWalk(visits[at], commands.length, points),
    );
  }

  /** A recipe for each gain of points on a way, according to its visits in one game. */
  levels(
    { commands, visits }: FollowedWay,
    short: Minimised | null,
    own: readonly Visit[],
  ): readonly Recipe[] {
    return gainsOnWalk(own).map(({ end, points }) => {
      const some = commands.slice(0, end);
      const recipe = { commands: some, points };
      const isTested = short?.loose?.has(points) === false;
      const progress = { ...newDdminProgress(some), ...(isTested && { tested: end }) };
      const isLast = end === commands.length && short !== null;
      const reached = this.#reached({ commands: some, visits }, recipe);
      return this.sealed({ ...recipe, ...reached }, isLast ? short : progress);
    });
  }

  sealed(
    recipe: Recipe,
    { tested, next }: DdminProgress = newDdminProgress(recipe.commands),
  ): Recipe {
    // If every command was tested, no next one is needed.
    const { length } = recipe.commands;
    const after = tested < length ? next : length - 1;
    return sealRecipe(this.story, { ...recipe, proof: { tested, next: after, seal: '' } });
  }

  #reached({ commands, visits }: FollowedWay, { points }: { readonly points: number }) {
    const seeds = this.#ports.seeds.slice(0, visits.length);
    const reached = seeds.filter((_, at) => earnsOnWalk(visits[at], commands.length, points));
    return { seeds, reached };
  }
}

/** A verb that parsers take several things with. */
const HANDLING = /^(take|get|drop) ([^,]+)$/;
const NOT_ONE_THING = /\b(?:all|everything|both|and|from|in|into|on|off|with|out|except|but)\b/;

/** Joins takes or drops in a row into one command, `take lamp and sword`, if the way still earns its points. */
export function joinTakes(
  commands: readonly string[],
  earns: (commands: readonly string[]) => boolean,
): readonly string[] {
  let joined = commands;
  for (let at = 0; at + 1 < joined.length;) {
    const both = together(joined[at] ?? '', joined[at + 1] ?? '');
    const candidate = both === null ? joined : joined.toSpliced(at, 2, both);
    if (both !== null && earns(candidate)) joined = candidate;
    else at += 1;
  }
  return joined;
}

/** Two commands in one. Null if the parser could read it otherwise. The first may be joined already. */
function together(one: string, next: string): string | null {
  const [, verb, things = ''] = HANDLING.exec(one) ?? [];
  const [, same, thing = ''] = HANDLING.exec(next) ?? [];
  const isPlain = (words: string) => !NOT_ONE_THING.test(words);
  if (verb === undefined || verb !== same || !isPlain(thing)) return null;
  return things.split(' and ').every(isPlain) ? `${verb} ${things} and ${thing}` : null;
}

/** A way, and its points before the first command and after each, in several games. */
interface PaidWay {
  readonly commands: readonly string[];
  readonly points: readonly (readonly number[])[];
}

/** Tries sure ways on more seeds, as far as the steps allow: rare chance needs many. Adds the seeds to the recipe's. */
export function tryoutInFurtherGames({
  seeds,
  steps,
  open,
}: TryoutPorts): (recipe: Recipe) => Recipe {
  const ways: PaidWay[] = [];
  const play = (commands: readonly string[]): PaidWay => {
    const points: (readonly number[])[] = [];
    for (const seed of seeds) {
      if (!steps.affords(commands.length)) break;
      const game = open(seed);
      const score = () => game.facts().score ?? 0;
      const opening = score();
      points.push([0, ...walk(game, commands, steps, () => score() - opening).seen]);
    }
    return { commands, points };
  };
  return (recipe) => {
    const { commands } = recipe;
    const isOn = (way: PaidWay) => commands.every((one, at) => one === way.commands[at]);
    const known = ways.find(isOn);
    const { points } = known ?? play(commands);
    if (known === undefined) ways.push({ commands, points });
    const tried = seeds.slice(0, points.length);
    const isEarned = (at: number) => (points[at]?.[commands.length] ?? -1) >= recipe.points;
    const others = (some: readonly number[]) => some.filter((seed) => !seeds.includes(seed));
    return {
      ...recipe,
      seeds: [...others(recipe.seeds), ...tried],
      reached: [...others(recipe.reached), ...tried.filter((_, at) => isEarned(at))],
    };
  };
}
