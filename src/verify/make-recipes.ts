import { isSure, type Recipe } from '../domain/recipe.ts';
import { plural } from '../domain/text.ts';
import { isMinimal, newProgress } from './ddmin.ts';
import { tryoutInFurtherGames, Tryout, type TryoutPorts } from './tryout.ts';
import { isSealed } from './recipe-lines.ts';
import type { Recording } from './recording.ts';
import { thingsAlong } from './take-along.ts';
import { Workshop, type PlayedWay, type Worked } from './workshop.ts';

const CHECKED_SEEDS = 10;
/** More seeds for a new recipe that came out on all others, so that one which fails on one of twenty is seldom missed. */
const FURTHER_SEEDS = 20;
const FIRST_SEED = 900_001;
const SEED_STEP = 7_919;

/** Of the ways to the same points so many are made short, the shortest first. */
const MOST_WAYS = 2;

interface RecipeSources extends Pick<TryoutPorts, 'open' | 'steps'> {
  readonly recordings: readonly Recording[];
  readonly known: readonly Recipe[];
  /** The episode whose ways are new; null where all are, and what is known is checked again though nobody touched it. */
  readonly fresh: number | null;
  /** Steps beside the others for making known recipes shorter, however many new ways there are. */
  readonly carryOn: number;
  readonly tell?: (recipe: Recipe) => void;
}

interface RecordedWay extends PlayedWay {
  readonly episode: number;
}

/**
 * The known recipes and those that the recordings add: for each gain of points the shortest way that leads there on every
 * checked seed, and what was luck. What nobody touched is not checked again; what the steps did not suffice for goes on later.
 */
export function makeRecipes(sources: RecipeSources): readonly Recipe[] {
  const { recordings, known, fresh, steps, open, carryOn, tell = () => undefined } = sources;
  const first = recordings.find(({ turns }) => turns.length > 0)?.turns[0];
  const opening = first?.before.score ?? null;
  if (opening === null) return known;
  const unplayed = unplayedSeeds(recordings);
  const ports = { open, steps, seeds: unplayed.slice(0, CHECKED_SEEDS) };
  const tryout = new Tryout(ports);
  const workshop = new Workshop(tryout, ports);
  const book = new Book(known, tell);
  const isTried = (recipe: Recipe) => fresh !== null && isSealed(tryout.story, recipe);
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

/** Which of the known recipes were sure and are not any more, each in a sentence. */
export function lostTrust(known: readonly Recipe[], made: readonly Recipe[]): readonly string[] {
  const sure = new Set(known.filter(isSure).map(({ points }) => points));
  return made
    .filter((recipe) => sure.has(recipe.points) && !isSure(recipe))
    .map(({ points, seeds, reached }) => {
      const failed = plural(seeds.length - reached.length, 'seed');
      return `The way to ${points} points is not sure any more: tried again, it failed on ${failed} of ${seeds.length}.`;
    });
}

/** The recipes so far, one for each gain of points. */
class Book {
  readonly made: Map<number, Recipe>;
  readonly #trusted = new Map<number, Recipe>();
  readonly #tell: (recipe: Recipe) => void;

  constructor(known: readonly Recipe[], tell: (recipe: Recipe) => void) {
    this.made = new Map(known.map((recipe) => [recipe.points, recipe]));
    this.#tell = tell;
  }

  /** What is sure by now gives way only to what is sure in the end, too. */
  trust(): void {
    for (const recipe of this.all().filter(isSure)) this.#trusted.set(recipe.points, recipe);
  }

  /** Takes a recipe after its last trial; a shorter one that needs luck after all takes no sure one's place. */
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

  /** What earns least comes first. */
  all(): readonly Recipe[] {
    return [...this.made.values()].sort((a, b) => a.points - b.points);
  }
}

/** Makes recipes of the ways that are worth it, and hands back what is to be asked for their luck. */
function workWays(ways: readonly RecordedWay[], workshop: Workshop, book: Book) {
  const lucky: Worked['luck'][] = [];
  // What an episode's way to more points came to has all that those to fewer points on it would.
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

/** Makes recipes shorter until none can be: what becomes shorter brings ways to fewer points, which can be shorter in turn. */
function carryOnWith(workshop: Workshop, book: Book): void {
  const asked = new Set<string>();
  const isOpen = (recipe: Recipe) => {
    const { commands, proof = newProgress(commands) } = recipe;
    return isSure(recipe) && !isMinimal(commands, proof) && !asked.has(wordsOf(recipe));
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

/** Whether a recipe is worth more than what is known for its points: sure before luck, then on more seeds, then shorter. */
function isBetter(recipe: Recipe, known: Recipe | undefined): boolean {
  if (known === undefined) return true;
  if (isSure(recipe) !== isSure(known)) return isSure(recipe);
  const isAlike = isSure(recipe) || recipe.reached.length === known.reached.length;
  return isAlike
    ? recipe.commands.length < known.commands.length
    : recipe.reached.length > known.reached.length;
}

/** Whether no sure recipe is known that earns as much with no more commands. */
function isWorthTrying({ commands, points }: PlayedWay, made: ReadonlyMap<number, Recipe>) {
  return ![...made.values()].some(
    (recipe) =>
      isSure(recipe) && recipe.points >= points && recipe.commands.length <= commands.length,
  );
}

/** The shortest ways to each gain of points that are new, all where nothing is known yet; what earns most first. */
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
    // A key prompt may be passed with nothing, which no list of commands can say.
    return commands.includes('') ? [] : [{ commands, points: best - opening, seed, episode }];
  });
}

/** Seeds that nobody played, the same ones every time. */
export function unplayedSeeds(recordings: readonly Pick<Recording, 'seed'>[]): readonly number[] {
  const played = new Set(recordings.map(({ seed }) => seed));
  const seeds: number[] = [];
  for (let seed = FIRST_SEED; seeds.length < CHECKED_SEEDS + FURTHER_SEEDS; seed += SEED_STEP) {
    if (!played.has(seed)) seeds.push(seed);
  }
  return seeds;
}
