import {
  endLines,
  isBlank,
  parseLines,
  withoutReturn,
  type LinedBlock,
  type LinedDocument,
} from '../domain/lined-document.ts';
import type { Recipe } from '../domain/recipe.ts';
import { isNote, readRecipe, renderRecipe, type Mistake } from './recipe-lines.ts';

/** A section of recipes.md and what was understood of it. */
export interface RecipeBlock extends LinedBlock {
  /** Null before the first recipe, under another heading, and where something is wrong. */
  readonly recipe: Recipe | null;
  /** What cannot be followed, by its line in the block. */
  readonly mistakes: readonly Mistake[];
}

/** recipes.md as it is, byte for byte. */
export type RecipeDocument = LinedDocument<RecipeBlock>;

/** A line of recipes.md that cannot be followed; lines count from 1. */
export interface RecipeMistake {
  readonly line: number;
  readonly message: string;
}

export const HEAD = [
  '# Recipes',
  '',
  'Checked ways from the start of the game to points, tried again in the engine on seeds that were not played (simulated).',
];

/** Reads the file's bytes; null stands for no file. Never fails. */
export function parseRecipes(bytes: Uint8Array | null): RecipeDocument {
  return parseLines(bytes, parseRecipeBlock);
}

export function recipesOf({ blocks }: RecipeDocument): readonly Recipe[] {
  return blocks.flatMap(({ recipe }) => recipe ?? []);
}

/** What in the file cannot be followed, in its order. */
export function mistakesOf({ blocks }: RecipeDocument): readonly RecipeMistake[] {
  let before = 0;
  return blocks.flatMap(({ lines, mistakes }) => {
    const start = before;
    before += lines.length;
    return mistakes.map(({ at, message }) => ({ line: start + at + 1, message }));
  });
}

/** Understands the lines of one block. */
export function parseRecipeBlock(lines: readonly string[]): RecipeBlock {
  return { lines, ...readRecipe(lines) };
}

/** The document with a recipe in place of the one for the same points, else before the next that earns more. */
export function putRecipe(document: RecipeDocument, recipe: Recipe): RecipeDocument {
  const { blocks } = document;
  const index = blocks.findIndex((block) => block.recipe?.points === recipe.points);
  const known = blocks[index];
  const before = known?.recipe ?? null;
  if (known !== undefined && before !== null) {
    if (isSame(before, recipe)) return document;
    const notes = known.lines.filter((line, at) => at > 0 && isNote(line));
    const lines = endLines(document, [...renderRecipe(recipe), ...notes.map(withoutReturn), '']);
    return {
      ...document,
      blocks: blocks.with(index, parseRecipeBlock(closed(lines, index, blocks))),
    };
  }
  const head = isEmpty(document)
    ? [parseRecipeBlock(endLines(document, [...HEAD, '']))]
    : terminated(document);
  const next = head.findIndex((block) => (block.recipe?.points ?? -1) > recipe.points);
  const at = next === -1 ? head.length : next;
  const block = parseRecipeBlock(
    closed(endLines(document, [...renderRecipe(recipe), '']), at, head),
  );
  return { ...document, blocks: head.toSpliced(at, 0, block) };
}

function isSame(one: Recipe, other: Recipe): boolean {
  return JSON.stringify(renderRecipe(one)) === JSON.stringify(renderRecipe(other));
}

function isEmpty({ blocks }: RecipeDocument): boolean {
  return blocks.every(({ lines }) => lines.every(isBlank));
}

/** The blocks, the last of which ends with a blank line, so that another can follow. */
function terminated(document: RecipeDocument): readonly RecipeBlock[] {
  const { blocks } = document;
  const last = blocks.at(-1);
  if (last === undefined) return [];
  const end = last.lines.findLastIndex((line) => !isBlank(line)) + 1;
  const lines = [
    ...endLines(document, last.lines.slice(0, end).map(withoutReturn)),
    ...endLines(document, ['']),
  ];
  return blocks.with(blocks.length - 1, parseRecipeBlock(lines));
}

/** A block's lines; the last block of a file ends with its line feed, which is an empty line without a return. */
function closed(
  lines: readonly string[],
  at: number,
  blocks: readonly RecipeBlock[],
): readonly string[] {
  return at === blocks.length ? [...lines.slice(0, -1), ''] : lines;
}
