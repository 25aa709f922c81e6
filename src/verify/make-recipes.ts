import { isSure, type Recipe } from '../domain/recipe.ts';
import { plural } from '../domain/text.ts';
import { isMinimal, newDdminProgress } from './ddmin.ts';
import { tryoutInFurtherGames, Tryout, type TryoutPorts } from './tryout.ts';
import type { OpenRoutes } from '../managers/map/routes.ts';
import { isRecipeSealed } from './recipe-lines.ts';
import type { Recording } from './recording.ts';
import { thingsAlong } from './take-along.ts';
import { Workshop, type PlayedWay, type Worked } from './workshop.ts';

const CHECKED_SEEDS = 10;
/** More seeds for a new recipe that succeeded on all others, so that one which fails on one of twenty is seldom missed. */
const FURTHER_SEEDS = 20;
const FIRST_SEED = 900_001;
const SEED_STEP = 7_919;

/** Of the ways to the same points, so many are made short, the shortest first. */
const MOST_WAYS = 2;

interface RecipeSources extends Pick<TryoutPorts, 'open' | 'steps'> {
  readonly recordings: readonly Recording[];
  readonly known: readonly Recipe[];
  readonly routes: OpenRoutes;
  /** The episode whose ways are new. Null if all are, and then known recipes are checked again. */
  readonly fresh: number | null;
  /** Steps reserved for making known recipes shorter, however many new ways there are. */
  readonly carryOn: number;
  readonly tell?: (recipe: Recipe) => void;
}

interface RecordedWay extends PlayedWay {
  readonly episode: number;
}

/** For each gain the shortest way that works on every checked seed, and ways that need luck. What lacks steps goes on next time. */
export function makeRecipes(sources: RecipeSources): readonly Recipe[] {
  const {
    recordings,
    known,
    fresh,
    steps,
    open,
    routes,
    carryOn,
    tell = () => undefined,
  } = sources;
  const first = recordings.find(({ turns }) => turns.length > 0)?.turns[0];
  const opening = first?.before.score ?? null;
  if (opening === null) return known;
  const unplayed = unplayedRecipeSeeds(recordings);
  const ports = { open, steps, seeds: unplayed.slice(0, CHECKED_SEEDS) };
  const tryout = new Tryout(ports);
  const workshop = new Workshop(tryout, { ...ports, routes });
  const book = new Book(known, tell);
  const isTried = (recipe: Recipe) => fresh !== null && isRecipeSealed(tryout.story, recipe);
  for (const recipe of known.filter((one) => !isTried(one)).toReversed()) {
    const checked = tryout.check(recipe);
    if (checked !== null) book.made.set(recipe.points, checked);
  }
  book.trust();
  const lucky = workWays(waysToTry(sources, opening), workshop, book);
  for (const recipe of book.all().filter((one) => isSure(one) && !known.includes(one))) {
    const joined = tryout.joined(recipe);
    if (joined !== recipe) book.put(joined);
  }
  const asKnown = new Set(known.map(wordsOf));
  const addAlong = (recipe: Recipe) => {
    if (!isSure(recipe) || asKnown.has(wordsOf(recipe))) return;
    const along = thingsAlong(tryout.courses, recipe, recordings);
    if (along.length > 0) book.made.set(recipe.points, { ...recipe, along });
  };
  book.all().filter(isSure).slice(-1).forEach(addAlong);
  for (const luck of lucky) book.putBetter(luck());
  steps.grant(carryOn);
  carryOnWith(workshop, book);
  const widened = tryoutInFurtherGames({ ...ports, seeds: unplayed.slice(CHECKED_SEEDS) });
  const isNew = (recipe: Recipe) => !known.includes(recipe);
  for (const recipe of book.all().filter(isSure).filter(isNew).toReversed()) {
    book.settle(tryout.sealed(widened(recipe), recipe.proof));
  }
  for (const recipe of book.all().toReversed()) if (recipe.along === undefined) addAlong(recipe);
  return book.all();
}

/** The recipes that were sure and are not any more, each in a sentence. */
export function lostTrust(known: readonly Recipe[], made: readonly Recipe[]): readonly string[] {
  const sure = new Set(known.filter(isSure).map(({ points }) => points));
  return made
    .filter((recipe) => sure.has(recipe.points) && !isSure(recipe))
    .map(({ points, seeds, reached }) => {
      const failed = plural(seeds.length - reached.length, 'seed');
      return `The way to ${points} points is not sure any more: tried again, it failed on ${failed} of ${seeds.length}.`;
    });
}

/** The best recipe so far for each gain of points. */
class Book {
  readonly made: Map<number, Recipe>;
  readonly #trusted = new Map<number, Recipe>();
  readonly #tell: (recipe: Recipe) => void;

  constructor(known: readonly Recipe[], tell: (recipe: Recipe) => void) {
    this.made = new Map(known.map((recipe) => [recipe.points, recipe]));
    this.#tell = tell;
  }

  /** From now on, a sure recipe gives way only to one that stays sure. */
  trust(): void {
    for (const recipe of this.all().filter(isSure)) this.#trusted.set(recipe.points, recipe);
  }

  /** Adds a recipe after its last trial. A shorter one that needs luck after all does not replace a sure one. */
  settle(recipe: Recipe): void {
    const before = isSure(recipe) ? undefined : this.#trusted.get(recipe.points);
    this.made.set(recipe.points, before ?? recipe);
  }

  put(recipe: Recipe): void {
    this.made.set(recipe.points, recipe);
    this.#tell(recipe);
  }

  putBetter(recipes: readonly Recipe[]): void {
    for (const recipe of recipes) {
      if (isBetter(recipe, this.made.get(recipe.points))) this.put(recipe);
    }
  }

  /** The lowest points first. */
  all(): readonly Recipe[] {
    return [...this.made.values()].sort((a, b) => a.points - b.points);
  }
}

/** Makes recipes from promising ways, and returns those whose luck is to be examined. */
function workWays(ways: readonly RecordedWay[], workshop: Workshop, book: Book) {
  const lucky: Worked['luck'][] = [];
  // The way of an episode to more points contains its ways to fewer points.
  const done = new Set<number>();
  for (const way of ways) {
    if (done.has(way.episode) || !isWorthTrying(way, book.made)) continue;
    const { recipes, luck } = workshop.recipesOf(way);
    if (recipes.length > 0 && recipes.every(isSure)) done.add(way.episode);
    book.putBetter(recipes);
    lucky.push(luck);
  }
  return lucky;
}

/** Makes recipes shorter until none can be. A shorter way yields ways to fewer points, which may become shorter in turn. */
function carryOnWith(workshop: Workshop, book: Book): void {
  const asked = new Set<string>();
  const isOpen = (recipe: Recipe) => {
    const { commands, proof = newDdminProgress(commands) } = recipe;
    // For the best one, shorter routes may have become known.
    const isDone = isMinimal(commands, proof) && recipe !== book.all().findLast(isSure);
    return isSure(recipe) && !isDone && !asked.has(wordsOf(recipe));
  };
  const next = () => book.all().findLast(isOpen);
  for (let recipe = next(); recipe !== undefined; recipe = next()) {
    asked.add(wordsOf(recipe));
    const [shorter, ...fewerPoints] = workshop.goOn(recipe);
    if (shorter !== undefined) book.put(shorter);
    book.putBetter(fewerPoints);
  }
}

function wordsOf({ points, commands }: Recipe): string {
  return [points, ...commands].join('\n');
}

/** Whether a recipe is better than the known one for its points: sure before luck, then more seeds, then shorter. */
function isBetter(recipe: Recipe, known: Recipe | undefined): boolean {
  if (known === undefined) return true;
  if (isSure(recipe) !== isSure(known)) return isSure(recipe);
  const isAlike = isSure(recipe) || recipe.reached.length === known.reached.length;
  return isAlike
    ? recipe.commands.length < known.commands.length
    : recipe.reached.length > known.reached.length;
}

/** Whether no known sure recipe earns as much with as few commands. */
function isWorthTrying({ commands, points }: PlayedWay, made: ReadonlyMap<number, Recipe>) {
  return ![...made.values()].some(
    (recipe) =>
      isSure(recipe) && recipe.points >= points && recipe.commands.length <= commands.length,
  );
}

/** The shortest ways to each new gain of points, or to each gain if no recipe is known. The highest points first. */
function waysToTry({ recordings, known, fresh }: RecipeSources, opening: number) {
  const isNew = ({ episode }: RecordedWay) =>
    fresh === null || episode === fresh || known.length === 0;
  const ways = recordings.flatMap((recording) => waysOf(recording, opening)).filter(isNew);
  return [...new Set(ways.map(({ points }) => points))]
    .sort((a, b) => b - a)
    .flatMap((points) =>
      ways
        .filter((way) => way.points === points)
        .sort((a, b) => a.commands.length - b.commands.length)
        .slice(0, MOST_WAYS),
    );
}

function waysOf({ turns, seed, episode }: Recording, opening: number): readonly RecordedWay[] {
  let best = opening;
  return turns.flatMap(({ after }, index): readonly RecordedWay[] => {
    if (after.score === null || after.score <= best || after.ended === 'death') return [];
    best = after.score;
    const commands = turns.slice(0, index + 1).map(({ decision }) => decision.action);
    // A page may be passed with an empty line, which a list of commands cannot hold.
    return commands.includes('') ? [] : [{ commands, points: best - opening, seed, episode }];
  });
}

/** Seeds that nobody played, the same ones every time. */
export function unplayedRecipeSeeds(
  recordings: readonly Pick<Recording, 'seed'>[],
): readonly number[] {
  const played = new Set(recordings.map(({ seed }) => seed));
  const seeds: number[] = [];
  for (let seed = FIRST_SEED; seeds.length < CHECKED_SEEDS + FURTHER_SEEDS; seed += SEED_STEP) {
    if (!played.has(seed)) seeds.push(seed);
  }
  return seeds;
}
