import { isSure, type Recipe } from '../domain/recipe.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { Course } from './course.ts';
import type { Recording } from './recording.ts';
import { shorten } from './shorten.ts';
import { thingsAlong } from './take-along.ts';
import { limitSteps, type Steps } from './steps.ts';

/** Seeds on which a recipe is checked. */
const CHECKED_SEEDS = 10;
const FIRST_SEED = 900_001;
const SEED_STEP = 7_919;

/** Of the ways to the same points so many are made short, the shortest first. */
const MOST_WAYS = 2;

/** Ways to more points than are sure, that are made short in the hope that they become so. */
const MOST_LUCKY = 2;

/** Engine steps for what is taken along. */
const ALONG_STEPS = 2_000;

/** What recipes are made of. */
interface RecipeSources {
  readonly recordings: readonly Recording[];
  /** The recipes that are known; each is checked again. */
  readonly known: readonly Recipe[];
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
}

/** A way to points as somebody played it. */
interface Way {
  readonly commands: readonly string[];
  readonly points: number;
}

/** A way with the points that it earns on each seed that was not played. */
interface TriedWay extends Way {
  readonly gains: readonly number[];
}

/**
 * The recipes that are known, checked again, and those that the recordings add: for each gain of points the shortest way
 * found that leads there on every checked seed, and what was luck, with its share. What earns most is made short first,
 * until no command can be left out; where the steps do not suffice for that, a way stays as it was played.
 */
export function makeRecipes({ recordings, known, open, steps }: RecipeSources): readonly Recipe[] {
  const opening = openingScore(recordings);
  if (opening === null) return known;
  const seeds = checkedSeeds(recordings);
  let left = steps;
  const take = {
    take: () => left.take(),
    get isSpent() {
      return left.isSpent;
    },
  };
  const ground = { seeds, opening, courses: seeds.map((seed) => new Course(open(seed), take)) };
  const made = new Map(known.map((recipe) => [recipe.points, recipe]));
  const put = (way: TriedWay) => made.set(way.points, recipeOf(way, seeds));
  for (const recipe of known.toReversed()) {
    const tried = tryWay(ground, recipe);
    const along = recipe.along === undefined ? {} : { along: recipe.along };
    if (tried !== null) made.set(recipe.points, { ...recipeOf(tried, seeds), ...along });
  }
  const ways = waysTo(recordings, opening)
    .filter((way) => !isLonger(way, made.get(way.points)))
    .flatMap((way) => tryWay(ground, way) ?? []);
  const sure = sureWays(ways);
  for (const way of [...ways.filter(isLucky), ...sure]) {
    if (isBetter(recipeOf(way, seeds), made.get(way.points))) put(way);
  }
  for (const way of toShorten(ways, sure)) {
    if (isLonger(way, made.get(way.points))) continue;
    const short = makeShort(ground, shorterStart(way, [...made.values()]));
    if (short !== null && isBetter(recipeOf(short, seeds), made.get(way.points))) put(short);
  }
  left = limitSteps(ALONG_STEPS);
  const isNew = (recipe: Recipe) => !known.some((one) => isSameWay(one, recipe));
  return [...made.values()]
    .sort((a, b) => b.points - a.points)
    .map((recipe) => {
      if (!isSure(recipe) || !(isNew(recipe) || recipe.along === undefined)) return recipe;
      const along = thingsAlong(ground, recipe, recordings);
      return along.length === 0 ? recipe : { ...recipe, along };
    })
    .sort((a, b) => a.points - b.points);
}

function isSameWay(one: Recipe, other: Recipe): boolean {
  return one.points === other.points && one.commands.join('\n') === other.commands.join('\n');
}

/** The best sure way, those that earn more with luck, for less of a way may need less of it, then the other sure ones. */
function toShorten(ways: readonly TriedWay[], sure: readonly TriedWay[]): readonly TriedWay[] {
  const [best, ...others] = sure;
  const more = ways.filter((way) => isLucky(way) && way.points > (best?.points ?? 0));
  const fewest = more.slice(0, MOST_LUCKY);
  return [...(best === undefined ? [] : [best]), ...fewest, ...others];
}

/** A way begins as a sure one that earns more, where that is shorter. */
function shorterStart(way: TriedWay, made: readonly Recipe[]): TriedWay {
  if (isLucky(way)) return way;
  const shorter = made.filter(
    (recipe) =>
      isSure(recipe) && recipe.points >= way.points && recipe.commands.length < way.commands.length,
  );
  const [first] = shorter.toSorted((a, b) => a.commands.length - b.commands.length);
  return first === undefined ? way : { ...way, commands: first.commands };
}

/** Where recipes are tried: a game on each seed. */
interface Ground {
  readonly seeds: readonly number[];
  readonly opening: number;
  readonly courses: readonly Course[];
}

/** Follows a way on every seed; null where the steps ended. A death leads nowhere. */
function tryWay({ courses, opening }: Ground, { commands, points }: Way): TriedWay | null {
  const gains: number[] = [];
  for (const course of courses) {
    const arrival = course.keep(commands);
    if (arrival === null) return null;
    gains.push(arrival.isAlive ? arrival.score - opening : 0);
  }
  return { commands, points, gains };
}

/**
 * The way without what can go on any of the seeds where it earns its points, tried on all; null where the steps ended. It
 * is made short on one seed, and on the others only where that missed something that they need.
 */
function makeShort(ground: Ground, way: TriedWay): TriedWay | null {
  const { points, gains } = way;
  const reached = ground.courses.filter((_, index) => (gains[index] ?? 0) >= points);
  const looked = new Set(reached.slice(0, 1));
  for (;;) {
    for (const course of looked) if (course.keep(way.commands) === null) return null;
    const short = shorten(way.commands, (some) =>
      keepsOn([...looked], ground.opening, { ...way, commands: some }),
    );
    if (short === null) return null;
    const tried = tryWay(ground, { commands: short, points });
    if (tried === null) return null;
    const missed = reached.find(
      (course) => (tried.gains[ground.courses.indexOf(course)] ?? 0) < points,
    );
    if (missed === undefined || looked.has(missed)) return tried;
    looked.add(missed);
  }
}

/** Whether a way earns its points on each of some seeds; then it is kept there. Null where the steps ended. */
function keepsOn(courses: readonly Course[], opening: number, way: Way): boolean | null {
  for (const course of courses) {
    const arrival = course.play(way.commands);
    if (arrival === null) return null;
    if (!arrival.isAlive || arrival.score - opening < way.points) return false;
  }
  return courses.some((course) => course.keep(way.commands) === null) ? null : true;
}

function recipeOf({ commands, points, gains }: TriedWay, seeds: readonly number[]): Recipe {
  const reached = seeds.filter((_, index) => (gains[index] ?? 0) >= points);
  return { commands, points, seeds, reached };
}

/** Whether a recipe is worth more than what is known for its points: sure before luck, then on more seeds, then shorter. */
function isBetter(recipe: Recipe, known: Recipe | undefined): boolean {
  if (known === undefined) return true;
  if (isSure(recipe) !== isSure(known)) return isSure(recipe);
  if (!isSure(recipe)) return recipe.reached.length > known.reached.length;
  return recipe.commands.length < known.commands.length;
}

/** Whether a way is longer than a sure recipe for its points, so that it is not worth a look. */
function isLonger({ commands }: Pick<Way, 'commands'>, known: Recipe | undefined): boolean {
  return known !== undefined && isSure(known) && commands.length > known.commands.length;
}

/** Whether a way earns less than its points on some seed. */
function isLucky({ gains, points }: TriedWay): boolean {
  return gains.some((gain) => gain < points);
}

/** What the ways earn for sure, the most points first, and of the ways to the same points the shortest. */
function sureWays(ways: readonly TriedWay[]): readonly TriedWay[] {
  const sure = ways
    .map((way) => ({ ...way, points: Math.min(way.points, ...way.gains) }))
    .filter(({ points }) => points > 0);
  return [...new Set(sure.map(({ points }) => points))]
    .sort((a, b) => b - a)
    .flatMap((points) => shortest(sure.filter((way) => way.points === points)));
}

/** The shortest ways from the start to each gain of points that somebody played. */
function waysTo(recordings: readonly Recording[], opening: number): readonly Way[] {
  const ways = recordings.flatMap(({ turns }) => {
    let best = opening;
    return turns.flatMap(({ after }, index): readonly Way[] => {
      if (after.score === null || after.score <= best || after.ended === 'death') return [];
      best = after.score;
      const commands = turns.slice(0, index + 1).map(({ decision }) => decision.action);
      // A key prompt may be passed with nothing, which no list of commands can say.
      return commands.includes('') ? [] : [{ commands, points: best - opening }];
    });
  });
  return [...new Set(ways.map(({ points }) => points))]
    .sort((a, b) => b - a)
    .flatMap((points) => shortest(ways.filter((way) => way.points === points)));
}

function shortest<T extends Way>(ways: readonly T[]): readonly T[] {
  return ways.toSorted((a, b) => a.commands.length - b.commands.length).slice(0, MOST_WAYS);
}

function openingScore(recordings: readonly Recording[]): number | null {
  return recordings.find(({ turns }) => turns.length > 0)?.turns[0]?.before.score ?? null;
}

/** Seeds that nobody played, the same ones every time. */
function checkedSeeds(recordings: readonly Recording[]): readonly number[] {
  const played = new Set(recordings.map(({ seed }) => seed));
  const seeds: number[] = [];
  for (let seed = FIRST_SEED; seeds.length < CHECKED_SEEDS; seed += SEED_STEP) {
    if (!played.has(seed)) seeds.push(seed);
  }
  return seeds;
}
