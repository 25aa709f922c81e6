import { isSure, type Recipe } from '../../domain/recipe.ts';
import { openNamed } from '../../interpreter/open-story.ts';
import { openRecipes } from '../../run/open-learnt.ts';
import { openStoryFile } from '../../run/read-story.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { makeRecipes } from '../../verify/make-recipes.ts';
import { mistakesOf, parseRecipes, recipesOf } from '../../verify/recipe-document.ts';
import { keepRecipes } from '../../verify/recipe-file.ts';
import { readRecordings } from '../../verify/recording.ts';
import { limitSteps } from '../../verify/steps.ts';
import { answer, settingsFor, type CommonOptions } from '../command.ts';
import { claimedPlace, learntPlace } from '../learnt-place.ts';
import { note } from '../output.ts';
import { renderRows, type Columns } from '../render-table.ts';
import type { World } from '../world.ts';

/** Bounds the work for a story whose steps never end; some minutes of ordinary ones. */
const MOST_STEPS = 2_000_000;

/** Options of `recipes show`. */
export interface ShowOptions extends CommonOptions {
  readonly points?: number;
}

/** One line per recipe. Rejects with ConfigError, StoryError and StorageError. */
export async function list(world: World, options: CommonOptions): Promise<void> {
  const { recipes: file } = await learntPlace(world, options);
  tell(world, options, readRecipes(world, file));
}

/** The commands of a recipe. Rejects with ConfigError, StoryError and StorageError. */
export async function show(world: World, options: ShowOptions): Promise<void> {
  const { recipes: file } = await learntPlace(world, options);
  const all = readRecipes(world, file);
  const { points } = options;
  const wanted =
    points === undefined ? all.filter(isSure).at(-1) : all.find((one) => one.points === points);
  answer(
    world,
    options,
    { schemaVersion: 1, recipe: wanted === undefined ? null : jsonOf(wanted) },
    () =>
      wanted === undefined
        ? { nothing: 'There is no such recipe; see zorkgpt recipes list.' }
        : wanted.commands.join('\n'),
  );
}

/** Makes recipes of the recordings and checks those known. Rejects as reading does, and with LockedError. */
export async function make(world: World, options: CommonOptions): Promise<void> {
  const { config } = await settingsFor(world, options);
  const story = openStoryFile(config.story);
  const { recipes: file } = await claimedPlace(world, options);
  const recordings = readRecordings(config.workdir, story);
  for (const { episode, problem } of recordings) {
    if (problem !== null) note(world, `Episode ${episode}: ${problem}.`);
  }
  const steps = limitSteps(MOST_STEPS);
  const made = makeRecipes({
    recordings,
    known: readRecipes(world, file),
    open: (seed) => openNamed(story.bytes, { seed, names: config.names }),
    fresh: null,
    carryOn: 0,
    tell: ({ points, commands }) => note(world, `${points} points: ${commands.length} commands.`),
    steps,
  });
  if (steps.isSpent) note(world, `It stopped after ${MOST_STEPS} engine steps.`);
  await keepRecipes(
    openRecipes(file, (said) => note(world, said), 'person'),
    made,
  );
  tell(world, options, made);
}

/** The recipes of a file by their points; what in it cannot be followed is told with its line. */
function readRecipes(world: World, file: string): readonly Recipe[] {
  const document = parseRecipes(readBytesFile(file));
  for (const { line, message } of mistakesOf(document)) {
    note(world, `${file}, line ${line}: ${message}; this recipe is not used.`);
  }
  return recipesOf(document).toSorted((a, b) => a.points - b.points);
}

function tell(world: World, options: CommonOptions, recipes: readonly Recipe[]): void {
  const luck = recipes.filter((recipe) => !isSure(recipe)).map(luckOf);
  const sure = recipes.filter(isSure).map(jsonOf);
  const json = { schemaVersion: 1, by: 'simulated', recipes: sure, luck };
  answer(world, options, json, (width) =>
    recipes.length === 0
      ? { nothing: 'There is no recipe yet: no recorded episode earned points.' }
      : renderRows(COLUMNS, recipes, width),
  );
}

function jsonOf({ commands, points, seeds, along }: Recipe) {
  return { commands, points, seeds, ...(along !== undefined && { along }) };
}

function luckOf(recipe: Recipe) {
  return { ...jsonOf(recipe), share: shareOf(recipe) };
}

function shareOf({ seeds, reached }: Recipe): string {
  return `${reached.length} of ${seeds.length}`;
}

const COLUMNS: Columns<Recipe> = {
  points: ({ points }) => points,
  commands: ({ commands }) => commands.length,
  worked: shareOf,
  is: (recipe) => (isSure(recipe) ? 'checked' : 'luck: not used'),
};
