import { isMetaCommand } from '../domain/command.ts';
import {
  endLines,
  fromLatin1,
  isBlank,
  parseLines,
  toLatin1,
  withoutReturn,
  type LinedBlock,
  type LinedDocument,
} from '../domain/lined-document.ts';
import type { Recipe } from '../domain/recipe.ts';

/** A section of recipes.md and what was understood of it. */
export interface RecipeBlock extends LinedBlock {
  /** Null before the first recipe, under another heading, and where something is wrong. */
  readonly recipe: Recipe | null;
  /** What cannot be followed, by its line in the block. */
  readonly mistakes: readonly { readonly at: number; readonly message: string }[];
}

/** recipes.md as it is, byte for byte. */
export type RecipeDocument = LinedDocument<RecipeBlock>;

/** A line of recipes.md that cannot be followed; lines count from 1. */
export interface RecipeMistake {
  readonly line: number;
  readonly message: string;
}

const TITLE = /^##[ \t]+(.*)$/;
const POINTS = /^(\d{1,9}) points?$/;
const SEEDS = /^\*\*Seeds:\*\* ([^|]*)\|[^|]*?(?:\| \*\*Failed:\*\* ([^|]*))?$/;
const COMMAND = /^\d+\.[ \t]*(.*)$/;
const LONGEST_COMMAND = 120;

const HEAD = [
  '# Recipes',
  '',
  'Checked ways from the start of the game to points, tried again in the engine on seeds that were not played (simulated).',
  '',
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
  const plain = lines.map((line) => fromLatin1(withoutReturn(line)).trim());
  const title = TITLE.exec(plain[0] ?? '')?.[1] ?? '';
  if (!/point/i.test(title)) return { lines, recipe: null, mistakes: [] };
  const points = POINTS.exec(title)?.[1];
  const at = plain.findIndex((line) => line.startsWith('**Seeds:**'));
  const tried = at === -1 ? { seeds: [], reached: [] } : readSeeds(plain[at] ?? '');
  const commands = plain.flatMap((line, index) => {
    const command = COMMAND.exec(line)?.[1];
    return command === undefined ? [] : [{ command, at: index }];
  });
  const mistakes = [
    ...(points === undefined ? [{ at: 0, message: 'a recipe is headed "## 26 points"' }] : []),
    ...(tried === null ? [{ at, message: 'seeds are whole numbers with commas between' }] : []),
    ...(commands.length === 0 ? [{ at: 0, message: 'it has no commands' }] : []),
    ...commands.flatMap((one) => wrongWith(one)),
  ];
  if (mistakes.length > 0 || tried === null) return { lines, recipe: null, mistakes };
  const recipe = {
    commands: commands.map(({ command }) => command),
    points: Number(points),
    ...tried,
  };
  return { lines, recipe, mistakes };
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
    ? [parseRecipeBlock(endLines(document, HEAD))]
    : terminated(document);
  const next = head.findIndex((block) => (block.recipe?.points ?? -1) > recipe.points);
  const at = next === -1 ? head.length : next;
  const block = parseRecipeBlock(
    closed(endLines(document, [...renderRecipe(recipe), '']), at, head),
  );
  return { ...document, blocks: head.toSpliced(at, 0, block) };
}

/** The lines of a recipe, in latin1. */
export function renderRecipe({ commands, points, seeds, reached }: Recipe): string[] {
  const failed = seeds.filter((seed) => !reached.includes(seed));
  const worked = `**Worked:** ${reached.length} of ${seeds.length}`;
  const missed = failed.length === 0 ? '' : ` | **Failed:** ${failed.join(', ')}`;
  return [
    `## ${points} points`,
    `**Seeds:** ${seeds.join(', ')} | ${worked}${missed}`,
    '',
    ...commands.map((command, index) => toLatin1(`${index + 1}. ${command}`)),
  ];
}

function readSeeds(line: string): Pick<Recipe, 'seeds' | 'reached'> | null {
  const [, tried, failed = ''] = SEEDS.exec(line) ?? [];
  if (tried === undefined) return null;
  const numbers = (text: string) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const all = [...numbers(tried), ...numbers(failed)];
  if (!all.every((one) => /^\d{1,10}$/.test(one))) return null;
  const seeds = numbers(tried).map(Number);
  const missed = new Set(numbers(failed).map(Number));
  return { seeds, reached: seeds.filter((seed) => !missed.has(seed)) };
}

function wrongWith({ command, at }: { readonly command: string; readonly at: number }) {
  if (command === '') return [{ at, message: 'a command is missing' }];
  if (command.length > LONGEST_COMMAND) return [{ at, message: 'that is no command' }];
  if (isMetaCommand(command)) return [{ at, message: `"${command}" acts on the session` }];
  return [];
}

function isNote(line: string): boolean {
  const text = line.trim();
  return text !== '' && !text.startsWith('**Seeds:**') && !COMMAND.test(text);
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
