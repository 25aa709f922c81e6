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

/** The recipe for an episode with this seed, from the bytes of recipes.md. Throws InterpreterError where the story breaks. */
export function chooseRecipe(
  { story, config }: Pick<Setting, 'story' | 'config'>,
  file: Uint8Array | null,
  seed: number,
): ChosenRecipe {
  const open = (one: number) => openNamed(story.bytes, { seed: one, names: config.names });
  return planRecipe(recipesOf(parseRecipes(file)), open, { seed, use: recipeUse(config) });
}
