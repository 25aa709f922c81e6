import { readLearntFolder } from '../../storage/learnt-folder.ts';
import { isSure, LUCK_RULE, recipesWithLuck, type Recipe } from '../../domain/recipe.ts';
import { graphInMapFile } from '../../managers/map/map-file.ts';
import { checkedOpenWays } from '../../run/choose-recipe.ts';
import { openLearntRecipes } from '../../run/open-learnt.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { openRoutes } from '../../managers/map/routes.ts';
import { lostTrust, makeRecipes } from '../../verify/make-recipes.ts';
import {
  keepRecipes,
  recipeMistakes,
  parseRecipes,
  recipesOf,
} from '../../verify/recipe-document.ts';
import type { Call } from '../command.ts';
import { learntPlace, openVerification } from '../learnt-place.ts';
import { renderRows, type Columns } from '../layout.ts';

const MOST_STEPS = 2_000_000;

export async function listRecipes(call: Call): Promise<void> {
  const place = await learntPlace(call);
  const { ways, cut, told } = checkedOpenWays(place, readLearntFolder(place.folder));
  if (cut !== null) call.tell(cut);
  tellAll(call, readRecipes(call, place.recipes), { open: ways, told });
}

export async function showRecipe(call: Call<{ readonly points?: number }>): Promise<void> {
  const all = readRecipes(call, (await learntPlace(call)).recipes);
  const { word } = call;
  if (word !== '' && !/^\d{1,9}$/.test(word)) call.refuse('a recipe is named by its points');
  const points = word === '' ? call.options.points : Number(word);
  const wanted =
    points === undefined ? all.filter(isSure).at(-1) : all.find((one) => one.points === points);
  const recipe = wanted === undefined ? null : jsonOf(wanted);
  // Input for another command has no heading.
  if (wanted !== undefined) {
    call.tell(
      `${wanted.commands.length} commands to ${wanted.points} points; they worked on ${shareOf(wanted)} seeds:`,
    );
  }
  const nothing = 'There is no such recipe; see zorkgpt recipes list.';
  call.answer({ schemaVersion: 1, recipe }, () => recipe?.commands.join('\n') ?? { nothing });
}

export async function remakeRecipes(call: Call): Promise<void> {
  const { file, known, made } = await openVerification(call, MOST_STEPS, ({ place, ...play }) => {
    const known = readRecipes(call, place.recipes);
    const tell = ({ points, commands }: Recipe) =>
      call.tell(`${points} points: ${commands.length} commands.`);
    const { map } = readLearntFolder(place.folder);
    const routes = openRoutes(graphInMapFile(map, place.story.identity.ifid, call.tell));
    const made = makeRecipes({ ...play, routes, known, fresh: null, carryOn: 0, tell });
    return { file: place.recipes, known, made };
  });
  lostTrust(known, made).forEach(call.tell);
  await keepRecipes(openLearntRecipes(file, call.tell, 'person'), made);
  tellAll(call, made);
}

/** The recipes of a file by their points. Mistakes are reported with their line. */
function readRecipes({ tell }: Call, file: string): readonly Recipe[] {
  const document = parseRecipes(readBytesFile(file));
  for (const { line, message } of recipeMistakes(document)) {
    tell(`${file}, line ${line}: ${message}; this recipe is not used.`);
  }
  return recipesOf(document).toSorted((a, b) => a.points - b.points);
}

type Checked = ReturnType<typeof checkedOpenWays>;

/** Tells recipes; after `list` also the ways to open places, and the points of the ways that the player is told. */
function tellAll(
  call: Call,
  recipes: readonly Recipe[],
  found: { readonly open?: Checked['ways']; readonly told?: Checked['told'] } = {},
): void {
  const { open = [], told = [] } = found;
  const luck = recipes
    .filter((recipe) => !isSure(recipe))
    .map((recipe) => ({ ...jsonOf(recipe), share: shareOf(recipe) }));
  const sure = recipes.filter(isSure).map(jsonOf);
  const nothing = 'There is no recipe yet: no recorded episode earned points.';
  const json = { schemaVersion: 1, by: 'simulated', recipes: sure, luck, ...found };
  if (recipes.length + open.length === 0) return call.answer(json, () => ({ nothing }));
  call.answer(json, (width) =>
    [
      recipes.length === 0 ? nothing : renderRows(columnsWith(told), recipes, width),
      ...(recipesWithLuck(recipes).length === 0 ? [] : ['', LUCK_RULE]),
      ...(open.length === 0 ? [] : ['', OPEN_WAYS, renderRows(OPEN_COLUMNS, open, width)]),
    ].join('\n'),
  );
}

function jsonOf({ commands, points, seeds, along }: Recipe) {
  return { commands, points, seeds, ...(along !== undefined && { along }) };
}

function shareOf({ seeds, reached }: Recipe): string {
  return `${reached.length} of ${seeds.length}`;
}

const OPEN_WAYS =
  'Ways to rooms where something is untried. Each is the checked way to its points and a walk on from there:';

const OPEN_COLUMNS: Columns<Checked['ways'][number]> = {
  room: ({ room: { id, name } }) => `${name} (${id})`,
  points: ({ points }) => points,
  commands: ({ commands }) => commands.length,
  untried: ({ untried }) => untried.join(', '),
};

function columnsWith(told: Checked['told']): Columns<Recipe> {
  return {
    points: ({ points }) => points,
    commands: ({ commands }) => commands.length,
    'worked on seeds': shareOf,
    note: (recipe) =>
      [luckOf(recipe), ...toldOf(recipe, told)].filter((one) => one !== '').join(', '),
  };
}

function luckOf(recipe: Recipe): string {
  if (isSure(recipe)) return '';
  return recipe.reached.length > 0 ? 'needs luck' : 'did not work';
}

function toldOf({ points }: Recipe, told: Checked['told']): readonly string[] {
  return told.includes(points) ? ['the player is told this way'] : [];
}
