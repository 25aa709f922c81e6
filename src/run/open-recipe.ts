import type { LocationId } from '../domain/ids.ts';
import { standingOf } from '../domain/recipe.ts';
import { EngineSteps, type Interpreter } from '../interpreter/interpreter.ts';
import { gainCommands } from '../managers/memory/gain.ts';
import { RecipeGuide } from '../managers/recipe/recipe-guide.ts';
import type { Managers } from '../turn/contextualise.ts';
import { limitSteps, walk } from '../verify/walk.ts';
import { chooseRecipe, recipeUse } from './choose-recipe.ts';
import { withoutRecipe } from './left-out.ts';
import type { AllManagers, ManagerPorts } from './open-managers.ts';
import type { Setting } from './run-services.ts';

/** Commands that are tried ahead at once. */
const MOST_AHEAD = 300;

/** Random numbers under which a way is tried ahead: what chance brings the player is not looked up. */
const NUMBERS_AHEAD = 900_001;

/** The recipe that the learnt file has for this episode, tried in games of its own. */
export function openRecipe(
  setting: Setting,
  { seed, files }: ManagerPorts,
  { map, memory }: Pick<AllManagers, 'map' | 'memory'>,
  interpreter: Interpreter,
): Managers['recipe'] {
  const { config, steps = new EngineSteps() } = setting;
  const use = recipeUse(config);
  if (use === 'off') return withoutRecipe;
  const learnt = {
    recipes: files.recipes.read(),
    map: files.map.read(),
    things: files.things.read(),
  };
  const { plan, onwards = null, luck } = chooseRecipe(setting, learnt, seed);
  const routeTo = (from: LocationId, to: LocationId) =>
    config.map.routes ? map.routeTo(from, to) : null;
  return new RecipeGuide(plan, use, {
    luck,
    onwards,
    ports: {
      routeTo,
      knownToPay(room) {
        const { memories = [] } = memory.memoryCache.get(room) ?? {};
        return config.memory.enabled ? gainCommands(memories, interpreter.dictionary) : [];
      },
      maxTurns: () => config.episode.maxTurns,
      tryAhead: (commands, game) =>
        steps.during('verification', () => tryAhead(interpreter, commands, NUMBERS_AHEAD + game)),
    },
  });
}

/** How things stand after each of these commands from this moment on; the game is left as it was. */
function tryAhead(game: Interpreter, commands: readonly string[], numbers: number) {
  const here = game.snapshot();
  try {
    game.reseed(numbers);
    return walk(game, commands, limitSteps(MOST_AHEAD), () => ({
      ...standingOf(game.facts()),
      scene: game.scene(),
    })).seen;
  } finally {
    game.restore(here);
  }
}
