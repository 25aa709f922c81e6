import { InterpreterError } from '../domain/errors.ts';
import {
  commonStanding,
  isWhole,
  luckyRecipes,
  standingOf,
  standsAs,
  sureRecipes,
  withAlong,
  type Recipe,
  type RecipePlan,
  type RecipeUse,
  type Standing,
} from '../domain/recipe.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { limitSteps, type Steps } from './steps.ts';

/** Of the seeds that a recipe was checked on, so many tell how things stand on its way. */
const COMPARED_SEEDS = 3;

/** Engine steps that choosing a recipe may take: recipes are short, what a person wrote may not be. */
const MOST_STEPS = 8_000;

/** What is to be followed in an episode. */
export interface ChosenRecipe {
  /** Null where nothing can be followed. */
  readonly plan: RecipePlan | null;
  /** A way to more points than that, which needs luck: told to the player and never played for it, but for a sure opening. */
  readonly luck: RecipePlan | null;
  /** Recipes that do not reach their points any more, though the file says so; those that were looked at. */
  readonly broken: readonly Recipe[];
}

/**
 * Chooses the recipe for an episode by trying the sure ones in games of their own (simulated): the one that earns most
 * and reaches its points on the episode's seed, too, whatever else comes out otherwise there than on the seeds it was
 * checked on; where there is none, the best with as many of its commands as come out alike. Beside it the way to more
 * points that needs luck, whose sure opening is what the tool plays where the sure recipe leads away from it; whether the
 * episode's seed has the luck is not looked up. A function of the recipes, the story and the seed alone.
 */
export function planRecipe(
  recipes: readonly Recipe[],
  open: (seed: number) => Interpreter,
  { seed, use }: { readonly seed: number; readonly use: RecipeUse },
): ChosenRecipe {
  const steps = limitSteps(MOST_STEPS);
  const sure = planSure(recipes, open, { seed, use, steps });
  const lucky = planLuck(recipes, open, { sure: sure.plan, steps });
  const opening =
    use === 'play' && lucky !== null
      ? openingOf(lucky, open, { sure: sure.plan, seed, steps })
      : null;
  return { ...sure, plan: opening ?? sure.plan, luck: lucky?.plan ?? null };
}

function planSure(
  recipes: readonly Recipe[],
  open: (seed: number) => Interpreter,
  { seed, use, steps }: { readonly seed: number; readonly use: RecipeUse; readonly steps: Steps },
): Omit<ChosenRecipe, 'luck'> {
  const broken: Recipe[] = [];
  let partly: RecipePlan | null = null;
  for (const recipe of sureRecipes(recipes).flatMap((one) => waysOf(one, use))) {
    const standings = standingsOf(recipe, open, steps);
    if (standings === null && steps.isSpent) break;
    if (standings === null) {
      if (recipes.includes(recipe)) broken.push(recipe);
      continue;
    }
    const here = follow(open(seed), recipe.commands, steps);
    const plan = planOf(recipe, standings, here);
    if (isWhole(plan)) return { plan, broken };
    if (plan.turns > 0) partly ??= plan;
  }
  return { plan: partly, broken };
}

/** A way that needs luck and earns more than the sure recipe. */
interface LuckyWay {
  readonly recipe: Recipe;
  readonly plan: RecipePlan;
}

/** How things stand on a way that needs luck, where it had it; null where none earns more than the sure one. */
function planLuck(
  recipes: readonly Recipe[],
  open: (seed: number) => Interpreter,
  { sure, steps }: Omit<Trial, 'seed'>,
): LuckyWay | null {
  const least = sure?.earned ?? 0;
  for (const recipe of luckyRecipes(recipes).filter(({ points }) => points > least)) {
    const { commands, points, seeds, reached } = recipe;
    const standings = standingsOf({ ...recipe, seeds: reached }, open, steps);
    if (standings === null) continue;
    const counts = { checkedSeeds: reached.length, triedSeeds: seeds.length };
    const whole = { turns: commands.length, earned: points };
    return { recipe, plan: { commands, points, ...counts, standings, ...whole } };
  }
  return null;
}

interface Trial {
  readonly sure: RecipePlan | null;
  readonly seed: number;
  readonly steps: Steps;
}

/**
 * The beginning of a way that needs luck, up to the last points that come on every seed compared, which is a recipe like
 * the sure one. Null where it earns less than that, or where the way can be gone on with from the end of the sure one just
 * as well: the shortest way leaves out what earns nothing and is needed later, as a thing that lies aside of it.
 */
function openingOf(
  { recipe: { seeds, reached }, plan: { commands, standings, points } }: LuckyWay,
  open: (seed: number) => Interpreter,
  { sure, seed, steps }: Trial,
): RecipePlan | null {
  if (sure === null || !isWhole(sure)) return null;
  const play = (one: number, way: readonly string[]) => follow(open(one), way, steps);
  const without = seeds.filter((one) => !reached.includes(one)).slice(0, COMPARED_SEEDS);
  const ways = [...without, seed].map((one) => play(one, commands));
  const differs = standings.findIndex((one, at) => !ways.every((way) => isAlike(one, way[at])));
  const common = standings.slice(0, differs === -1 ? standings.length : differs);
  const turns = common.findLastIndex((_, at) => at > 0 && gain(common, at) > gain(common, at - 1));
  const earned = gain(common, turns);
  if (turns < 1 || earned < sure.earned) return null;
  const from = standings.findIndex((_, at) => gain(standings, at) >= sure.earned);
  const onwards = [...sure.commands, ...commands.slice(from)];
  const lucky = reached.slice(0, COMPARED_SEEDS).map((one) => play(one, onwards));
  // a trial that was cut short shows nothing
  if (steps.isSpent || lucky.some((way) => gain(way, way.length - 1) >= points)) return null;
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

function gain(way: readonly Standing[], at: number): number {
  return gainOf(way.slice(0, at + 1)) ?? 0;
}

/** A recipe as it is followed: what play that goes on needs is taken along by the tool, too, else told to the player. */
function waysOf(recipe: Recipe, use: RecipeUse): readonly Recipe[] {
  const needed = (recipe.along ?? []).filter(({ isNeeded }) => isNeeded);
  if (use !== 'play' || needed.length === 0) return [recipe];
  return [{ ...recipe, commands: withAlong(recipe.commands, needed), along: [] }, recipe];
}

/** How things stand along a recipe on the seeds it was checked on; null where it does not earn its points on one. */
function standingsOf(
  { commands, points, seeds }: Recipe,
  open: (seed: number) => Interpreter,
  steps: Steps,
): readonly Standing[] | null {
  const ways = seeds.slice(0, COMPARED_SEEDS).map((seed) => follow(open(seed), commands, steps));
  const isReached = (way: readonly Standing[]) =>
    way.length === commands.length + 1 && (gainOf(way) ?? -1) >= points;
  const [first, ...rest] = ways;
  if (first === undefined || !ways.every(isReached)) return null;
  return rest.reduce(
    (common, way) => common.map((one, at) => commonStanding(one, way[at] ?? one)),
    first,
  );
}

/** How things stand before each command and after the last, as far as nobody dies and nothing breaks. */
function follow(game: Interpreter, commands: readonly string[], steps: Steps): readonly Standing[] {
  const standings = [standingOf(game.facts())];
  try {
    for (const command of commands) {
      if (!steps.take()) return standings;
      const { died, ended } = game.step(command);
      if (died || (ended !== null && ended !== 'victory')) return standings;
      standings.push(standingOf(game.facts()));
    }
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
  }
  return standings;
}

function planOf(
  { commands, points, seeds, along }: Recipe,
  standings: readonly Standing[],
  here: readonly Standing[],
): RecipePlan {
  const isReached = here.length === standings.length && (gainOf(here) ?? -1) >= points;
  const other = standings.findIndex((expected, at) => {
    const found = here[at];
    return found === undefined || !standsAs(expected, found);
  });
  const turns = isReached || other === -1 ? commands.length : Math.max(other - 1, 0);
  const earned = gainOf(here.slice(0, turns + 1)) ?? 0;
  return {
    commands,
    points,
    ...(along && { along }),
    checkedSeeds: seeds.length,
    standings: isReached
      ? standings.map((expected, at) => commonStanding(expected, here[at] ?? expected))
      : standings,
    turns,
    earned,
  };
}

/** Points from the first to the last; null where the score is unknown. */
function gainOf(way: readonly Standing[]): number | null {
  const [first, last] = [way[0]?.score ?? null, way.at(-1)?.score ?? null];
  return first === null || last === null ? null : last - first;
}
