import { readStartFiles, writeStartFiles } from '../records/start-files.ts';
import { chooseRecipe, longestWay, recipeUse, type RecipeFiles } from './choose-recipe.ts';
import { isUnrepeatable } from './compose-episode.ts';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { ConfigError, LockedError, StorageError, StoryError } from '../domain/errors.ts';
import { playsRecipes } from '../domain/recipe.ts';
import { isResumable } from '../domain/stop-reason.ts';
import { recordedSpending } from '../model/budget.ts';
import { EpisodeFiles, readableEpisode } from '../records/episode-files.ts';
import { hasNoTurn, type StoredEpisode } from '../records/episodes.ts';
import { abandonIntoHistory, futileResumptions } from '../records/history.ts';
import { type BeginsBy, type PlayedRecipe, type Manifest } from '../records/manifest.ts';
import type { EpisodeSummary } from '../records/summary.ts';
import type { EpisodeDirectory } from '../storage/episode-directories.ts';
import { mapLearnt, restoreLearnt, readLearntFolder } from '../storage/learnt-folder.ts';
import type { ChosenRecipe } from '../verify/plan-recipe.ts';
import { isBudgetUsedUp } from './budgets.ts';
import { deadEndsIn, findersOfRooms } from './dead-ends.ts';
import { LOOK_MS, playSession, type EpisodeControls } from './play-session.ts';
import { type RunServices } from './run-services.ts';
import { checkStoryFile, openStoryFile } from './story-file.ts';

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
    const start = readLearntFolder(services.learnt);
    const begins = playedRecipe(services, start, { seed, ...controls });
    writeStartFiles(services, files, { seed, run: controls.run, start, recipe: begins });
    return { services: { ...services, begins }, seed, start, earlier: [], isResumed: false };
  };
  const summary = await playSession(files, controls, { waitMs: LOOK_MS, begin });
  if (summary === null) throw new Error(`${files.directory} is new and repeats nothing.`);
  return summary;
}

/** The part of a recipe that the tool plays. Undefined if it plays none. Reports recipes that ceased to work. */
function playedRecipe(
  services: RunServices,
  learnt: RecipeFiles,
  { seed, complain }: Pick<EpisodeControls, 'complain'> & { readonly seed: number },
): PlayedRecipe | undefined {
  const use = recipeUse(services.config);
  if (use === 'off') return undefined;
  const begins: BeginsBy = use === 'explore' ? beginsBy(services, learnt) : {};
  const chosen = chooseRecipe({ ...services, begins }, learnt, seed);
  const { plan } = chosen;
  for (const one of mishapsOf(chosen, begins, seed)) complain(one);
  if (!playsRecipes(use)) return undefined;
  const room = use === 'explore' ? (plan?.standings[plan.turns]?.room ?? null) : null;
  const played = { turns: plan?.turns ?? 0, points: plan?.earned ?? 0 };
  return { ...played, ...(room !== null && { room }), ...begins };
}

function beginsBy({ config, story, begins = {} }: RunServices, { map }: RecipeFiles): BeginsBy {
  const { ifid } = story.identity;
  const { from, deadEnds } = begins;
  return {
    ...(from !== undefined && { from }),
    mostTurns: longestWay(config, begins),
    // A worker has no earlier episodes, and is told their results.
    deadEnds: deadEnds ?? deadEndsIn(config.workdir, ifid, findersOfRooms(map, ifid)),
  };
}

/** What a person is told of the choice: recipes that ceased to work, a bound that ended the search, no way to a named room. */
function mishapsOf({ plan, broken, cut }: ChosenRecipe, { from }: BeginsBy, seed: number) {
  const ceased = broken.map(
    ({ points }) => `The recipe for ${points} points does not earn them any more and is not used.`,
  );
  const isLost = from !== undefined && plan === null;
  const lost = `No checked way leads to room ${from} in the game with seed ${seed}; the episode begins at the start.`;
  return [...ceased, ...(cut === null ? [] : [cut]), ...(isLost ? [lost] : [])];
}

const MOST_FUTILE = 2;

interface ResumePorts {
  readonly open: (manifest: Manifest) => Promise<RunServices>;
  readonly controls: EpisodeControls;
}

/** Resumes an unfinished episode. Null if it was stopped while records were repeated. Rejects as playSession does. */
export async function resumeEpisode(
  { files }: StoredEpisode,
  manifest: Manifest,
  { open, controls }: ResumePorts,
): Promise<EpisodeSummary | null> {
  const begin = async () => {
    const services = await open(manifest);
    const { seed, earlier = [] } = manifest;
    return { services, seed, start: readStartFiles(files, manifest), earlier, isResumed: true };
  };
  return playSession(files, controls, { waitMs: 0, begin });
}

/** Resumes an episode, or gives it up: not repeatable, budget used up, no turn in two resumptions. Null for one without turns. */
export async function resumeOrGiveUp(
  episode: StoredEpisode,
  tonight: RunServices,
  ports: ResumePorts,
): Promise<EpisodeSummary | null> {
  const { files } = episode;
  const giveUp = (why: string): EpisodeSummary => {
    const { run = null, complain } = ports.controls;
    const directory = path.relative(tonight.config.workdir, files.directory);
    const summary = abandonIntoHistory(files, directory, { why, run });
    const { score, maxScore, turns } = summary;
    const points = `${score ?? 'no'}${maxScore === null ? '' : `/${maxScore}`} points`;
    complain(`Episode ${files.number} is closed with ${points} after ${turns} turns: ${why}`);
    return summary;
  };
  if (hasNoTurn(episode)) {
    closeUnplayed(episode, tonight, ports.controls);
    return null;
  }
  const checked = repeatable(episode, tonight);
  if (typeof checked === 'string') return giveUp(checked);
  try {
    const summary = await resumeEpisode(episode, checked, ports);
    const isOver = summary === null || !isResumable(summary.stopReason);
    if (isOver || summary.stopReason === 'interruption') return summary;
    const futile = whyFutile(episode, tonight);
    // The failed model keeps new episodes from beginning.
    return futile === null ? summary : { ...giveUp(futile), modelError: summary.modelError };
  } catch (error) {
    if (error instanceof LockedError && error.path === files.directory) return null;
    if (isUnrepeatable(error)) return giveUp(`It cannot be repeated. ${error.message}`);
    throw error;
  }
}

/** Closes an episode of an earlier run without a turn. It stays an episode of that run. */
function closeUnplayed(
  { files, summary }: StoredEpisode,
  { config }: RunServices,
  { complain }: EpisodeControls,
): void {
  const directory = path.relative(config.workdir, files.directory);
  const run = summary?.run ?? readableEpisode(() => files.facts()?.run) ?? null;
  abandonIntoHistory(files, directory, { why: 'No turn was played in it.', run });
  complain(
    `Episode ${files.number} was left by an earlier run before its first turn, and is closed without one.`,
  );
}

/** The manifest of an episode that can be resumed, else why it cannot. */
function repeatable(episode: StoredEpisode, tonight: RunServices): Manifest | string {
  try {
    const manifest = episode.files.manifest();
    if (manifest === null) return 'It ended before it began.';
    readStartFiles(episode.files, manifest);
    if (manifest.story.sha256 !== tonight.story.sha256) {
      checkStoryFile(manifest, openStoryFile(manifest.story.file).sha256);
    }
    return whyFutile(episode, tonight) ?? manifest;
  } catch (error) {
    const isTold =
      error instanceof ConfigError || error instanceof StorageError || error instanceof StoryError;
    if (isTold) return `It cannot be repeated. ${error.message}`;
    throw error;
  }
}

function whyFutile({ files }: StoredEpisode, { config }: RunServices): string | null {
  const cassette = files.cassette();
  if (futileResumptions(cassette.inputs, cassette.turns.length) >= MOST_FUTILE) {
    return `It gained no turn in ${MOST_FUTILE} resumptions.`;
  }
  return isBudgetUsedUp(config, recordedSpending(cassette, 0))
    ? 'It used up its own budget.'
    : null;
}

/** Restores a workdir, in which nothing else is played, to the state before an episode. Throws StorageError. */
export function undoEpisode(
  { learnt, directories }: Pick<RunServices, 'learnt' | 'directories'>,
  files: EpisodeFiles,
  manifest: Manifest,
): void {
  const start = readStartFiles(files, manifest);
  mapLearnt((_, what) => restoreLearnt(learnt, what, start[what]));
  directories.remove(files.number);
}

/** Undoes what a verification may have written before a kill. Nothing else may be played there. Throws StorageError. */
export function undoVerification(
  { learnt }: Pick<RunServices, 'learnt'>,
  files: EpisodeFiles,
  manifest: Manifest,
): void {
  const start = readStartFiles(files, manifest);
  for (const what of ['evidence', 'recipes'] as const) restoreLearnt(learnt, what, start[what]);
}
