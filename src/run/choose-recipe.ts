import type { GameConfiguration } from '../config/schema.ts';
import type { RecipeUse } from '../domain/recipe.ts';
import { openNamed } from '../interpreter/open-story.ts';
import { playsByHand } from '../model/players.ts';
import { planRecipe, type ChosenRecipe } from '../verify/plan-recipe.ts';
import { parseRecipes, recipesOf } from '../verify/recipe-document.ts';
import type { Setting } from './setting.ts';

/** What becomes of recipes: nothing for a player that has no memory, or plays by hand. */
export function recipeUse({ memory, player, recipes }: GameConfiguration): RecipeUse {
  return memory.enabled && !playsByHand(player) ? recipes : 'off';
}

/** What was chosen last for a story, and of what: an episode asks as it starts, and when its managers are built. */
const newest = new WeakMap<object, { readonly of: string; readonly chosen: ChosenRecipe }>();

/** The recipe for an episode with this seed, from the bytes of recipes.md. Throws InterpreterError where the story breaks. */
export function chooseRecipe(
  { story, config }: Pick<Setting, 'story' | 'config'>,
  file: Uint8Array | null,
  seed: number,
): ChosenRecipe {
  const { names } = config;
  const use = recipeUse(config);
  const of = JSON.stringify([seed, names, use, Buffer.from(file ?? []).toString('latin1')]);
  const last = newest.get(story);
  if (last?.of === of) return last.chosen;
  const open = (one: number) => openNamed(story.bytes, { seed: one, names });
  const chosen = planRecipe(recipesOf(parseRecipes(file)), open, { seed, use });
  newest.set(story, { of, chosen });
  return chosen;
}
