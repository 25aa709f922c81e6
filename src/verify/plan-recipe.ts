import {
  playsRecipes,
  isWholeRecipe,
  recipesWithLuck,
  sureRecipes,
  recipeWithAlong,
  type Recipe,
  type RecipePlan,
  type RecipeUse,
} from '../domain/recipe.ts';
import { type Standing, standingOf, standsAs } from '../domain/standing.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import { commonStandings } from './recording.ts';
import { pointsOfWalk, walkStepLimit, walk } from './walk.ts';

/** The state along a way is compared on so many of its checked seeds. */
const COMPARED_SEEDS = 3;

/** The most engine steps for choosing a recipe. Recipes are short, but a person's may not be. */
const MOST_STEPS = 8_000;

export interface ChosenRecipe {
  /** Null if no recipe can be followed. */
  readonly plan: RecipePlan | null;
  /** The advice for a player who goes on from the end of a plan that led to something untried. */
  readonly onwards?: RecipePlan | null;
  /** A way to more points that needs luck. The player is told of it; the tool plays at most its sure opening. */
  readonly luck: RecipePlan | null;
  /** Recipes that do not reach their points any more, though the file says so, as far as examined. */
  readonly broken: readonly Recipe[];
  /** The bound that ended the search early, in a sentence. Null if none did. */
  readonly cut: string | null;
}

export const OUT_OF_STEPS = `The search for a checked way ended after ${MOST_STEPS} engine steps; there may be a better one.`;

/**
 * Chooses the recipe for an episode by trying the sure ones in games of their own (simulated): the one with the most points
 * that also succeeds on the episode's seed, else the one with the most points from commands that come out alike. Also
 * chooses a way to more points that needs luck, without looking up whether the seed has it. A function of recipes, story and
 * seed alone.
 */
export function planRecipe(
  recipes: readonly Recipe[],
  open: (seed: number) => Interpreter,
  { seed, use }: { readonly seed: number; readonly use: RecipeUse },
): ChosenRecipe {
  const trial = new Trial(open);
  const { plan, broken } = planSure(recipes, trial, { seed, use });
  const lucky = planLuck(recipes, trial, plan);
  const isOpened = lucky !== null && plan !== null && isWholeRecipe(plan);
  const opening = isOpened ? openingOf(lucky, trial, { sure: plan, seed }) : null;
  const cut = trial.isCutShort ? OUT_OF_STEPS : null;
  return { plan: opening ?? plan, broken, luck: lucky?.plan ?? null, cut };
}

/** A game, the commands last played in it, and the states since its start. */
interface Followed {
  readonly game: Interpreter;
  readonly commands: readonly string[];
  readonly seen: readonly { readonly standing: Standing; readonly state: Snapshot | null }[];
}

/** So many states of a way are kept, each some dozens of kilobytes. */
const MOST_KEPT = 200;

/** Plays ways in games of their own, as far as the steps allow. */
export class Trial {
  readonly #open: (seed: number) => Interpreter;
  readonly #steps = walkStepLimit(MOST_STEPS);
  readonly #last = new Map<number, Followed>();

  constructor(open: (seed: number) => Interpreter) {
    this.#open = open;
  }

  get isCutShort(): boolean {
    return this.#steps.isSpent;
  }

  /**
   * The state before each command and after the last, until the player dies or something breaks. A beginning shared with the
   * last way of the seed is not played again, but its steps are counted, so that no result depends on the order.
   */
  follow(seed: number, commands: readonly string[]): readonly Standing[] {
    const { game, seen } = this.#begun(seed, commands);
    const missing = seen.findIndex((_, at) => at > 0 && !this.#steps.take());
    if (missing > 0) return seen.slice(0, missing).map(({ standing }) => standing);
    const look = (played: number) => ({
      standing: standingOf(game.facts()),
      state: seen.length + played > MOST_KEPT ? null : game.snapshot(),
    });
    const { seen: onwards } = walk(game, commands.slice(seen.length - 1), this.#steps, look);
    const all = [...seen, ...onwards];
    this.#last.set(seed, { game, commands, seen: all });
    return all.map(({ standing }) => standing);
  }

  /** The game of a seed at the point where a way leaves the last one. */
  #begun(seed: number, commands: readonly string[]): Omit<Followed, 'commands'> {
    const last = this.#last.get(seed);
    if (last === undefined) {
      const game = this.#open(seed);
      return { game, seen: [{ standing: standingOf(game.facts()), state: game.snapshot() }] };
    }
    const { game } = last;
    const parts = [...commands, null].findIndex((one, at) => one !== last.commands[at]);
    const kept = last.seen.slice(0, parts + 1);
    const seen = kept.slice(0, kept.findLastIndex(({ state }) => state !== null) + 1);
    const state = seen.at(-1)?.state;
    if (state) game.restore(state);
    return { game, seen };
  }

  /** The state along a recipe on its checked seeds. Null if it misses its points on one. */
  standings({ commands, points, seeds }: Recipe): readonly Standing[] | null {
    const ways = seeds.slice(0, COMPARED_SEEDS).map((seed) => this.follow(seed, commands));
    const isReached = (way: readonly Standing[]) =>
      way.length === commands.length + 1 && pointsOfWalk(way) >= points;
    if (ways.length === 0 || !ways.every(isReached)) return null;
    return commonStandings(ways);
  }
}

function planSure(
  recipes: readonly Recipe[],
  trial: Trial,
  { seed, use }: { readonly seed: number; readonly use: RecipeUse },
): Pick<ChosenRecipe, 'plan' | 'broken'> {
  const broken: Recipe[] = [];
  let partly: RecipePlan | null = null;
  for (const recipe of sureRecipes(recipes).flatMap((one) => waysOf(one, use))) {
    const standings = trial.standings(recipe);
    if (standings === null && trial.isCutShort) break;
    if (standings === null) {
      if (recipes.includes(recipe)) broken.push(recipe);
      continue;
    }
    const plan = planOf(recipe, standings, trial.follow(seed, recipe.commands));
    if (isWholeRecipe(plan)) return { plan, broken };
    if (plan.turns > 0) partly ??= plan;
  }
  return { plan: partly, broken };
}

/** A way that needs luck and earns more than the sure recipe. */
interface LuckyWay {
  readonly recipe: Recipe;
  readonly plan: RecipePlan;
}

/** The state along a way that needs luck, on a seed that had it. Null if none earns more than the sure recipe. */
function planLuck(
  recipes: readonly Recipe[],
  trial: Trial,
  sure: RecipePlan | null,
): LuckyWay | null {
  const least = sure?.earned ?? 0;
  for (const recipe of recipesWithLuck(recipes).filter(({ points }) => points > least)) {
    const { commands, points, seeds, reached } = recipe;
    const standings = trial.standings({ ...recipe, seeds: reached });
    if (standings === null) continue;
    const counts = { checkedSeeds: reached.length, triedSeeds: seeds.length };
    const whole = { turns: commands.length, earned: points };
    return { recipe, plan: { commands, points, ...counts, standings, ...whole } };
  }
  return null;
}

/** The beginning of a lucky way up to the points that always come. Null if a sure recipe earns more or leads on as well. */
function openingOf(
  { recipe: { seeds, reached }, plan: { commands, standings, points } }: LuckyWay,
  trial: Trial,
  { sure, seed }: { readonly sure: RecipePlan; readonly seed: number },
): RecipePlan | null {
  const without = seeds.filter((one) => !reached.includes(one)).slice(0, COMPARED_SEEDS);
  const ways = [...without, seed].map((one) => trial.follow(one, commands));
  const differs = standings.findIndex((one, at) => !ways.every((way) => isAlike(one, way[at])));
  const common = standings.slice(0, differs === -1 ? standings.length : differs);
  const turns = common.findLastIndex(
    (_, at) => at > 0 && pointsOfWalk(common, at) > pointsOfWalk(common, at - 1),
  );
  const earned = pointsOfWalk(common, turns);
  if (turns < 1 || earned < sure.earned) return null;
  const from = standings.findIndex((_, at) => pointsOfWalk(standings, at) >= sure.earned);
  const onwards = [...sure.commands, ...commands.slice(from)];
  const lucky = reached.slice(0, COMPARED_SEEDS).map((one) => trial.follow(one, onwards));
  // A trial that was cut short shows nothing.
  if (trial.isCutShort || lucky.some((way) => pointsOfWalk(way) >= points)) return null;
  return {
    commands: commands.slice(0, turns),
    standings: common.slice(0, turns + 1),
    checkedSeeds: Math.min(reached.length, COMPARED_SEEDS) + without.length,
    turns,
    points: earned,
    earned,
  };
}

function isAlike(expected: Standing, found: Standing | undefined): boolean {
  const isKnown = Object.values(expected).every((fact) => fact !== null);
  return found !== undefined && isKnown && standsAs(expected, found);
}

/** A recipe as it is followed. Things that later play needs are taken along by the tool, or told to the player. */
function waysOf(recipe: Recipe, use: RecipeUse): readonly Recipe[] {
  const needed = (recipe.along ?? []).filter(({ isNeeded }) => isNeeded);
  if (!playsRecipes(use) || needed.length === 0) return [recipe];
  return [{ ...recipe, commands: recipeWithAlong(recipe.commands, needed), along: [] }, recipe];
}

function planOf(
  { commands, points, seeds, along }: Recipe,
  standings: readonly Standing[],
  here: readonly Standing[],
): RecipePlan {
  const isReached = here.length === standings.length && pointsOfWalk(here) >= points;
  const other = standings.findIndex((expected, at) => {
    const found = here[at];
    return found === undefined || !standsAs(expected, found);
  });
  const turns = isReached || other === -1 ? commands.length : Math.max(other - 1, 0);
  return {
    commands,
    points,
    ...(along && { along }),
    checkedSeeds: seeds.length,
    standings: isReached ? commonStandings([standings, here]) : standings,
    turns,
    earned: pointsOfWalk(here, turns),
  };
}
