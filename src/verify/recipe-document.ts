import { insertEntryPlace, rewriteEntries, type EntryFormat } from '../domain/entry-edits.ts';
import {
  documentHeading,
  isBlank,
  startsDocumentBlock,
  parseLines,
  printDocumentLines,
  withoutReturn,
  type LinedBlock,
  type LinedDocument,
} from '../domain/lined-document.ts';
import { LUCK_RULE, type Recipe } from '../domain/recipe.ts';
import type { DurableFile } from '../storage/storage.ts';
import { isRecipeNote, readRecipeLines, renderRecipe, type Mistake } from './recipe-lines.ts';

/** A section of recipes.md, with its meaning. */
interface RecipeBlock extends LinedBlock {
  /** Null before the first recipe, under another heading, and if there is a mistake. */
  readonly recipe: Recipe | null;
  /** The mistakes, by their line in the block. */
  readonly mistakes: readonly Mistake[];
}

/** recipes.md byte for byte. */
type RecipeDocument = LinedDocument<RecipeBlock>;

const HEAD = [
  '# Recipes',
  '',
  'Ways from the start of the game to points, the best one found for each number of points. Each was played again by the engine alone (simulated), on seeds of chance that no episode had.',
  'Worked: on how many of these seeds it earned its points. Failed: the seeds on which it did not.',
  LUCK_RULE,
  'Needed: for how many of its commands the way was tried without them and failed. Later runs try it without each of the others; "tried next" tells which comes first.',
  'Taken along: commands beside the way. Each is played before the command of the way that has its number, and takes something that is of use later.',
  'Seal: a checksum. It tells when you changed a way, which is then played again.',
];

/** Parses the file's bytes; null stands for no file. Never fails. */
export function parseRecipes(bytes: Uint8Array | null): RecipeDocument {
  return parseLines(bytes, parseRecipeBlock);
}

export function recipesOf({ blocks }: RecipeDocument): readonly Recipe[] {
  return blocks.flatMap(({ recipe }) => recipe ?? []);
}

/** The mistakes in the file, in order. Lines count from 1. */
export function recipeMistakes({ blocks }: RecipeDocument) {
  let before = 0;
  return blocks.flatMap(({ lines, mistakes }) => {
    const start = before;
    before += lines.length;
    return mistakes.map(({ at, message }) => ({ line: start + at + 1, message }));
  });
}

function parseRecipeBlock(lines: readonly string[]): RecipeBlock {
  return { lines, ...readRecipeLines(lines) };
}

/** The entries of recipes.md: the text under one heading. */
export const RECIPE_ENTRIES: EntryFormat<RecipeBlock> = {
  parseBlock: parseRecipeBlock,
  placeOf: documentHeading,
  spansOf({ lines }) {
    const at = startsDocumentBlock(lines[0] ?? '') ? 1 : 0;
    const from = lines.findIndex((line, index) => index >= at && !isBlank(line));
    const to = lines.findLastIndex((line) => !isBlank(line));
    return from === -1 || to < from ? [] : [{ at: from, length: to - from + 1, name: 'recipe' }];
  },
  title: HEAD,
  openPlace: (heading, entries) => [heading, ...entries.flatMap(({ text }) => text.split('\n'))],
  orderOf(place) {
    const points = /^## (\d{1,9}) points?$/.exec(place)?.[1];
    return points === undefined ? null : Number(points);
  },
};

/** Replaces the recipe for the same points, or inserts it before the next one with more points. */
export function putRecipe(document: RecipeDocument, recipe: Recipe): RecipeDocument {
  const [heading = '', ...lines] = renderRecipe(recipe);
  const index = document.blocks.findIndex((block) => block.recipe?.points === recipe.points);
  const known = document.blocks[index];
  if (known === undefined || known.recipe === null) {
    const entry = { place: heading, heading, name: 'recipe', text: lines.join('\n') };
    return insertEntryPlace(document, heading, [entry], RECIPE_ENTRIES);
  }
  if (renderRecipe(known.recipe).join('\n') === [heading, ...lines].join('\n')) return document;
  const notes = known.lines.filter((line, at) => at > 0 && isRecipeNote(line)).map(withoutReturn);
  const to = [...lines, ...notes];
  const changed = RECIPE_ENTRIES.spansOf(known).map((span) => ({ ...span, to }));
  const rewritten = rewriteEntries(known, changed, RECIPE_ENTRIES);
  return { ...document, blocks: document.blocks.with(index, rewritten) };
}

/** Puts recipes into the newest file. Rejects with LockedError and StorageError. */
export async function keepRecipes(file: DurableFile, recipes: readonly Recipe[]): Promise<void> {
  if (recipes.length === 0) return;
  await file.update((bytes) => {
    const read = parseRecipes(bytes);
    const document = recipes.reduce(putRecipe, read);
    return document === read ? bytes : printDocumentLines(document);
  });
}
