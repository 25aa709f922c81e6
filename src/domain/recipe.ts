import type { Standing } from './standing.ts';

/** The use of recipes: none, advice, the best one is played, or one that leads to something untried is played. */
export const RECIPE_USES = ['off', 'advice', 'play', 'explore'] as const;
export type RecipeUse = (typeof RECIPE_USES)[number];

export function playsRecipes(use: RecipeUse): boolean {
  return use === 'play' || use === 'explore';
}

/** Something that an episode took along on a way, or lit there, and that earns none of its points. */
export interface TakenAlong {
  /** Commands of the way that come before it. */
  readonly after: number;
  /** The command that takes or lights it, with names as in the recording. */
  readonly command: string;
  readonly thing: string;
  readonly room: string;
  /** Whether play after the end of the way fared worse without it (simulated). */
  readonly isNeeded: boolean;
}

/** How far it is proved that no command of a recipe can be left out. */
export interface RecipeProof {
  /** So many in a row were left out in vain; all of them if none can go. */
  readonly tested: number;
  /** The index of the next one to leave out. */
  readonly next: number;
  /** Short hash of story and recipe at the trial. Another hash means that somebody has changed the recipe. */
  readonly seal: string;
}

/** Commands that earn points from the start of an episode, checked in the engine on seeds that were not played. */
export interface Recipe {
  readonly commands: readonly string[];
  /** The things that can be taken along without losing points, in the order of the way. Absent if unknown. */
  readonly along?: readonly TakenAlong[];
  /** The points that they earn: the score at their end minus the score at the start. */
  readonly points: number;
  /** How far it was tried to leave commands out, sealed. Absent if a person wrote the recipe. */
  readonly proof?: RecipeProof;
  /** The seeds it was tried on, and those on which it reached its points. */
  readonly seeds: readonly number[];
  readonly reached: readonly number[];
}

/** A recipe for one episode, tried in a game of that episode's seed. */
export interface RecipePlan {
  readonly commands: readonly string[];
  readonly points: number;
  /** The things that the player may take along; see Recipe. */
  readonly along?: readonly TakenAlong[];
  /** The number of unplayed seeds on which it earned its points. */
  readonly checkedSeeds: number;
  /** The number of seeds that were tried. Absent for a sure recipe, which succeeded on all. */
  readonly triedSeeds?: number;
  /** Before each command, and after the last. */
  readonly standings: readonly Standing[];
  /** The leading commands that come out in this episode's game as on the checked seeds, and the points that they earn. */
  readonly turns: number;
  readonly earned: number;
}

/** Whether a recipe reached its points on every tried seed, so that it can be trusted. */
export function isSure({ seeds, reached }: Recipe): boolean {
  return seeds.length > 0 && seeds.every((seed) => reached.includes(seed));
}

/** The sure recipes: most points first, then the shortest. */
export function sureRecipes(recipes: readonly Recipe[]): readonly Recipe[] {
  return bestFirst(recipes.filter(isSure), ({ points }) => points);
}

/** The recipes that earned their points only on some seeds, the highest average first. */
export function recipesWithLuck(recipes: readonly Recipe[]): readonly Recipe[] {
  const lucky = recipes.filter((recipe) => recipe.reached.length > 0 && !isSure(recipe));
  return bestFirst(lucky, ({ points, reached, seeds }) => (points * reached.length) / seeds.length);
}

/** The rule for ways that need luck, for people. */
export const LUCK_RULE =
  'A way that failed on some seeds needs luck. The player is told the best way that worked on every seed; also one that needs luck, if that begins in the same way and earns more. Where zorkgpt plays a way itself (recipes: play), it plays only what worked on every seed.';

function bestFirst(recipes: readonly Recipe[], worth: (recipe: Recipe) => number) {
  return recipes.toSorted((a, b) => worth(b) - worth(a) || a.commands.length - b.commands.length);
}

/** Whether a whole recipe comes out in this episode as on the checked seeds. */
export function isWholeRecipe({ commands, turns }: RecipePlan): boolean {
  return turns === commands.length;
}

/** The commands of a way, with those that take things along at their places. */
export function recipeWithAlong(
  commands: readonly string[],
  along: readonly TakenAlong[],
): readonly string[] {
  const taking = (at: number) => along.filter(({ after }) => after === at);
  return [...commands, ''].flatMap((command, at) => [
    ...taking(at).map((one) => one.command),
    ...(at === commands.length ? [] : [command]),
  ]);
}
