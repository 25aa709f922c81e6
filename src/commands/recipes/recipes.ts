import { LUCK_RULE } from '../../domain/recipe.ts';
import { wholeNumber, type Command } from '../command.ts';

export const RECIPES_COMMANDS: readonly Command[] = [
  {
    path: 'recipes',
    says: 'ways to points, made short and checked in the engine (simulated)',
    examples: [
      'zorkgpt recipes',
      'zorkgpt recipes make',
      'zorkgpt recipes show | zorkgpt play --seed 77 --commands -',
    ],
  },
  {
    path: 'recipes list',
    reads: true,
    isDefault: true,
    says: 'one line per recipe, and per room with something untried that a checked way leads to',
    more: LUCK_RULE,
    fleet: 'learnt',
    run: async (call) => (await import('./answer-recipes.ts')).listRecipes(call),
  },
  {
    path: 'recipes show',
    reads: true,
    takes: '[points]',
    says: 'the commands of a recipe, as play --commands reads them; of the best checked one when no points are named',
    options: { '--points <points>': wholeNumber('the points that it earns', { least: 0 }) },
    fleet: 'learnt',
    run: async (call) => (await import('./answer-recipes.ts')).showRecipe(call),
  },
  {
    path: 'recipes make',
    reads: true,
    says: 'make recipes of the recordings, and check those that are known',
    fleet: 'change',
    run: async (call) => (await import('./answer-recipes.ts')).remakeRecipes(call),
  },
];
