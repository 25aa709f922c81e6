import { randomInt } from 'node:crypto';
import { isPlayed } from '../domain/recipe.ts';
import {
  deadEndsIn,
  chooseRecipe,
  findersOfRooms,
  mostTurnsOfWay,
  recipeUse,
  type RecipeFiles,
} from './choose-recipe.ts';
import { EpisodeFiles } from '../records/episode-files.ts';
import type { BeginsBy, PlayedRecipe } from '../records/manifest.ts';
import { writeStart } from '../records/start-files.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import type { ChosenRecipe } from '../verify/plan-recipe.ts';
import { LOOK_MS, playSession, type EpisodeControls } from './play-session.ts';
import type { RunServices } from './run-services.ts';

/** Of seeds that are drawn. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** Plays one episode, in the next directory or one that never had a manifest. Rejects with StorageError and LockedError. */
export async function playEpisode(
  services: RunServices,
  controls: EpisodeControls,
  place?: EpisodeDirectory,
): Promise<EpisodeSummary> {
  const files = new EpisodeFiles(place ?? (await services.directories.allocate()));
  const begin = () => {
    const seed = services.config.seed ?? randomInt(1, LARGEST_SEED);
    let begins: PlayedRecipe | null = null;
    const start = writeStart(services, files, {
      seed,
      run: controls.run ?? null,
      recipeOf: (learnt) => (begins = playedRecipe(services, learnt, { seed, ...controls })),
    });
    const own = { ...services, begins: begins ?? undefined };
    return { services: own, seed, start, earlier: [], isResumed: false };
  };
  const summary = await playSession(files, controls, { waitMs: LOOK_MS, begin });
  if (summary === null) throw new Error(`${files.directory} is new and repeats nothing.`);
  return summary;
}

/** What of a recipe the tool plays; null where it is to play none. Recipes that ceased to work are told. */
function playedRecipe(
  services: RunServices,
  learnt: RecipeFiles,
  { seed, complain }: Pick<EpisodeControls, 'complain'> & { readonly seed: number },
): PlayedRecipe | null {
  const use = recipeUse(services.config);
  if (use === 'off') return null;
  const begins: BeginsBy = use === 'explore' ? beginsBy(services, learnt) : {};
  const chosen = chooseRecipe({ ...services, begins }, learnt, seed);
  const { plan } = chosen;
  for (const one of mishapsOf(chosen, begins, seed)) complain(one);
  if (!isPlayed(use)) return null;
  const room = use === 'explore' ? (plan?.standings[plan.turns]?.room ?? null) : null;
  const played = { turns: plan?.turns ?? 0, points: plan?.earned ?? 0 };
  return { ...played, ...(room !== null && { room }), ...begins };
}

function beginsBy({ config, story, begins = {} }: RunServices, { map }: RecipeFiles): BeginsBy {
  const { ifid } = story.identity;
  const { from, deadEnds } = begins;
  return {
    ...(from !== undefined && { from }),
    mostTurns: mostTurnsOfWay(config, begins),
    // A worker has no earlier episodes and is told what came of them.
    deadEnds: deadEnds ?? deadEndsIn(config.workdir, ifid, findersOfRooms(map, ifid)),
  };
}

/** What a person is told of the choice: recipes that ceased to work, a bound that ended the search, no way to a named room. */
function mishapsOf(
  { plan, broken, cut }: ChosenRecipe,
  { from }: BeginsBy,
  seed: number,
): readonly string[] {
  const ceased = broken.map(
    ({ points }) => `The recipe for ${points} points does not earn them any more and is not used.`,
  );
  const isLost = from !== undefined && plan === null;
  const lost = `No checked way leads to room ${from} in the game with seed ${seed}; the episode begins at the start.`;
  return [...ceased, ...(cut === null ? [] : [cut]), ...(isLost ? [lost] : [])];
}
