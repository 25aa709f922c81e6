import { randomInt } from 'node:crypto';
import type { EpisodeSummary } from '../records/summary.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import { chooseRecipe, recipeUse } from './choose-recipe.ts';
import { LOOK_MS, playSession, type EpisodeControls } from './play-session.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import type { PlayedRecipe } from '../records/manifest.ts';
import { writeStart } from '../records/start-files.ts';
import type { RunServices } from './run-services.ts';

/** Of seeds that are drawn. */
export const LARGEST_SEED = 2 ** 31 - 1;

/**
 * Plays one episode from a directory, the next one unless another is given, to its summary; what was begun there before it
 * had a manifest is begun anew. Rejects with StorageError and LockedError.
 */
export async function playEpisode(
  services: RunServices,
  controls: EpisodeControls,
  place?: EpisodeDirectory,
): Promise<EpisodeSummary> {
  const files = new EpisodeFiles(place ?? (await services.directories.allocate()));
  const begin = () => {
    const seed = services.config.seed ?? randomInt(1, LARGEST_SEED);
    const start = writeStart(services, files, {
      seed,
      run: controls.run ?? null,
      recipeOf: ({ recipes }) => playedRecipe(services, recipes, { seed, ...controls }),
    });
    return { services, seed, start, earlier: [], isResumed: false };
  };
  const summary = await playSession(files, controls, { waitMs: LOOK_MS, begin });
  if (summary === null) throw new Error(`${files.directory} is new and repeats nothing.`);
  return summary;
}

/** What of a recipe the tool plays; null where it is to play none. Recipes that ceased to work are told. */
function playedRecipe(
  services: RunServices,
  file: Uint8Array | null,
  { seed, complain }: Pick<EpisodeControls, 'complain'> & { readonly seed: number },
): PlayedRecipe | null {
  const use = recipeUse(services.config);
  if (use === 'off') return null;
  const { plan, broken } = chooseRecipe(services, file, seed);
  for (const { points } of broken) {
    complain(`The recipe for ${points} points does not earn them any more and is not used.`);
  }
  return use === 'play' ? { turns: plan?.turns ?? 0, points: plan?.earned ?? 0 } : null;
}
