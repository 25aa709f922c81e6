import type { Observation } from './observation.ts';

/** What becomes of recipes: nothing, advice, the best one is played, or one to where something untried is left. */
export const RECIPE_USES = ['off', 'advice', 'play', 'explore'] as const;
export type RecipeUse = (typeof RECIPE_USES)[number];

/** Whether the tool itself plays recipes. */
export function playsRecipes(use: RecipeUse): boolean {
  return use === 'play' || use === 'explore';
}

/** Something that an episode took along on a way, or lit there, and that earns none of its points. */
export interface TakenAlong {
  /** Commands of the way that come before it. */
  readonly after: number;
  /** What takes it there, or what lights it then; names as in the recording. */
  readonly command: string;
  readonly thing: string;
  readonly room: string;
  /** Whether play that went on from the end of the way fared worse without it (simulated). */
  readonly isNeeded: boolean;
}

/** Whether commands of a recipe can be left out. */
export interface RecipeProof {
  /** So many, one after the other, were left out in vain; all of them when none can go. */
  readonly tested: number;
  /** Index of the one to be left out next. */
  readonly next: number;
  /** Short hash of story and recipe as they were tried; another one means that somebody changed it since. */
  readonly seal: string;
}

/** Commands that earn points from the start of an episode, checked in the engine on seeds that were not played. */
export interface Recipe {
  readonly commands: readonly string[];
  /** What can be taken along with the points still earned, in the order of the way; absent where nothing is known. */
  readonly along?: readonly TakenAlong[];
  /** Points that they earn: what the score is at their end above what it was before the first. */
  readonly points: number;
  /** How far it was tried whether a command can be left out, sealed; absent in what a person wrote. */
  readonly proof?: RecipeProof;
  /** The seeds it was tried on, and of these the ones on which it reached its points. */
  readonly seeds: readonly number[];
  readonly reached: readonly number[];
}

/** How things stand at one point of a recipe; null for what is not the same on all seeds that were looked at. */
export interface Standing {
  readonly room: number | null;
  readonly score: number | null;
  /** Numbers of the things held, ascending, with commas between. */
  readonly held: string | null;
  readonly isOver: boolean | null;
  /** Whether nothing can be seen there for want of light; nothing is compared by it. */
  readonly isDark?: true;
}

/** A recipe for one episode, after it was tried in a game of that episode's seed. */
export interface RecipePlan {
  readonly commands: readonly string[];
  readonly points: number;
  /** What the player may take along on it; see Recipe. */
  readonly along?: readonly TakenAlong[];
  /** On how many seeds that were not played it earned its points. */
  readonly checkedSeeds: number;
  /** On how many it was tried; absent for a sure one, which earned them on all. */
  readonly triedSeeds?: number;
  /** Before each command, and after the last. */
  readonly standings: readonly Standing[];
  /** Leading commands that come out in this episode's game as on the checked seeds, and the points that these earn. */
  readonly turns: number;
  readonly earned: number;
}

/** Whether a recipe reached its points wherever it was tried, so that it can be trusted. */
export function isSure({ seeds, reached }: Recipe): boolean {
  return seeds.length > 0 && seeds.every((seed) => reached.includes(seed));
}

/** The sure recipes, those that earn most first, the shortest of equals before the others. */
export function sureRecipes(recipes: readonly Recipe[]): readonly Recipe[] {
  return bestFirst(recipes.filter(isSure), ({ points }) => points);
}

/** The recipes that earned their points on some seeds and not on others, those first that earn most on average. */
export function recipesWithLuck(recipes: readonly Recipe[]): readonly Recipe[] {
  const lucky = recipes.filter((recipe) => recipe.reached.length > 0 && !isSure(recipe));
  return bestFirst(lucky, ({ points, reached, seeds }) => (points * reached.length) / seeds.length);
}

/** What becomes of ways that need luck, for people. */
export const LUCK_RULE =
  'A way that failed on some seeds needs luck. The player is told the best way that worked on every seed, and with it one that needs luck where that begins alike and earns more. Where zorkgpt plays a way itself (recipes: play), it plays only what worked on every seed.';

function bestFirst(recipes: readonly Recipe[], worth: (recipe: Recipe) => number) {
  return recipes.toSorted((a, b) => worth(b) - worth(a) || a.commands.length - b.commands.length);
}

/** Whether a whole recipe comes out in this episode as on the checked seeds. */
export function isWholeRecipe({ commands, turns }: RecipePlan): boolean {
  return turns === commands.length;
}

/** The commands of a way with those that take things along, each at its place. */
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

type Facts = Pick<Observation, 'location' | 'score' | 'inventory' | 'ended' | 'isDark'>;

/** How things stand at a point of a recipe. */
export function standingOf({ location, score, inventory, ended, isDark }: Facts): Standing {
  const held = inventory.map(({ id }) => id).sort((a, b) => a - b);
  const dark = isDark === true && { isDark };
  return { room: location.id, score, held: held.join(','), isOver: ended !== null, ...dark };
}

/** What several looks at one point of a recipe have in common. */
export function commonRecipeStanding(one: Standing, other: Standing): Standing {
  return {
    room: one.room === other.room ? one.room : null,
    score: one.score === other.score ? one.score : null,
    held: one.held === other.held ? one.held : null,
    isOver: one.isOver === other.isOver ? one.isOver : null,
    ...((one.isDark ?? other.isDark) && { isDark: true }),
  };
}

/** Whether things stand as they are expected to, as far as anything is expected. */
export function standsAs(expected: Standing, found: Standing): boolean {
  return (['room', 'score', 'held', 'isOver'] as const).every(
    (fact) => expected[fact] === null || expected[fact] === found[fact],
  );
}

/** Whether the room is the one expected, with at least the things and points expected. */
export function standsAtLeastAs(expected: Standing, found: Standing): boolean {
  const held = new Set(found.held?.split(','));
  const asked = expected.held === null || expected.held === '' ? [] : expected.held.split(',');
  return (
    asked.every((id) => held.has(id)) &&
    (expected.score ?? -Infinity) <= (found.score ?? Infinity) &&
    standsAs({ ...expected, held: null, score: null }, found)
  );
}
