import type { EntryFormat } from '../domain/entry-edits.ts';
import { isBlockStart, isBlank, printLines } from '../domain/lined-document.ts';
import type { Recipe } from '../domain/recipe.ts';
import type { DurableFile } from '../storage/storage.ts';
import {
  HEAD,
  parseRecipeBlock,
  parseRecipes,
  putRecipe,
  type RecipeBlock,
} from './recipe-document.ts';

/** The entries of recipes.md: what stands under a heading is one. */
export const RECIPE_ENTRIES: EntryFormat<RecipeBlock> = {
  parseBlock: parseRecipeBlock,
  placeOf({ lines }) {
    const first = lines[0] ?? '';
    return isBlockStart(first) ? first.replace(/\r+$/, '') : '';
  },
  spansOf({ lines }) {
    const at = isBlockStart(lines[0] ?? '') ? 1 : 0;
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

/** Puts recipes into the file as it is by then. Rejects with LockedError and StorageError. */
export async function keepRecipes(file: DurableFile, recipes: readonly Recipe[]): Promise<void> {
  if (recipes.length === 0) return;
  await file.update((bytes) => {
    const read = parseRecipes(bytes);
    const document = recipes.reduce(putRecipe, read);
    return document === read ? bytes : printLines(document);
  });
}
