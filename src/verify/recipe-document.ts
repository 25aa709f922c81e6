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
import type { Recipe, TakenAlong } from '../domain/recipe.ts';

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
const SEEDS_LINE = '**Seeds:**';
const SEEDS = /^\*\*Seeds:\*\* ([^|]*)\|[^|]*?(?:\| \*\*Failed:\*\* ([^|]*))?$/;
const COMMAND = /^\d+\.[ \t]*(.*)$/;
const LONGEST_COMMAND = 120;
/** As in `12. take lamp (brass lantern, Living Room, needed to go on)`: it comes before command 12. */
const ALONG = '**Taken along:**';
const TAKEN = /^([1-9]\d{0,8})\. ([^;()]+) \(([^;(),]+), ([^;()]+?)(, needed to go on)?\)$/;

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
  const headed =
    points === undefined ? [{ at: 0, message: 'a recipe is headed "## 26 points"' }] : [];
  const { commands, mistakes: wrong } = readCommands(plain);
  const tried = readLine(plain, SEEDS_LINE, readSeeds, { seeds: [], reached: [] });
  const along = readLine(plain, ALONG, (line) => readAlong(line, commands.length), { along: [] });
  const mistakes = [...headed, ...tried.mistakes, ...along.mistakes, ...wrong];
  if (mistakes.length > 0) return { lines, recipe: null, mistakes };
  const taken = along.read.along.length === 0 ? {} : along.read;
  return {
    lines,
    recipe: { commands, points: Number(points), ...tried.read, ...taken },
    mistakes,
  };
}

/** What the first line that begins so says; what stands for none, where there is none or it says something else. */
function readLine<T>(
  plain: readonly string[],
  start: keyof typeof NONSENSE,
  read: (line: string) => T | null,
  none: T,
): { readonly read: T; readonly mistakes: RecipeBlock['mistakes'] } {
  const at = plain.findIndex((line) => line.startsWith(start));
  const found = at === -1 ? none : read(plain[at] ?? '');
  if (found !== null) return { read: found, mistakes: [] };
  return { read: none, mistakes: [{ at, message: NONSENSE[start] }] };
}

const NONSENSE = {
  [SEEDS_LINE]: 'seeds are whole numbers with commas between',
  [ALONG]: 'that cannot be taken along on this way',
} as const;

function readCommands(plain: readonly string[]) {
  const read = plain.flatMap((line, at) => {
    const command = COMMAND.exec(line)?.[1];
    return command === undefined ? [] : [{ command, at }];
  });
  const none = read.length === 0 ? [{ at: 0, message: 'it has no commands' }] : [];
  return {
    commands: read.map(({ command }) => command),
    mistakes: [...none, ...read.flatMap((one) => wrongWith(one))],
  };
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
export function renderRecipe({ commands, points, seeds, reached, along = [] }: Recipe): string[] {
  const failed = seeds.filter((seed) => !reached.includes(seed));
  const worked = `**Worked:** ${reached.length} of ${seeds.length}`;
  const missed = failed.length === 0 ? '' : ` | **Failed:** ${failed.join(', ')}`;
  return [
    `## ${points} points`,
    `**Seeds:** ${seeds.join(', ')} | ${worked}${missed}`,
    ...(along.length === 0 ? [] : [toLatin1(`${ALONG} ${along.map(alongWords).join('; ')}`)]),
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

function alongWords({ after, command, thing, room, isNeeded }: TakenAlong): string {
  return `${after + 1}. ${command} (${thing}, ${room}${isNeeded ? ', needed to go on' : ''})`;
}

/** What is taken along on a way of so many commands; null where the line says something else. */
function readAlong(line: string, length: number): { readonly along: readonly TakenAlong[] } | null {
  const taken = line
    .slice(ALONG.length)
    .split(';')
    .map((one) => TAKEN.exec(one.trim()));
  const along = taken.flatMap((one): readonly TakenAlong[] => {
    const [, before, command = '', thing = '', room = '', needed] = one ?? [];
    const isCommand = wrongWith({ command, at: 0 }).length === 0;
    const after = Number(before) - 1;
    if (!isCommand || !(after <= length)) return [];
    return [{ after, command, thing, room, isNeeded: needed !== undefined }];
  });
  return along.length === taken.length ? { along } : null;
}

function wrongWith({ command, at }: { readonly command: string; readonly at: number }) {
  if (command === '') return [{ at, message: 'a command is missing' }];
  if (command.length > LONGEST_COMMAND) return [{ at, message: 'that is no command' }];
  if (isMetaCommand(command)) return [{ at, message: `"${command}" acts on the session` }];
  return [];
}

function isNote(line: string): boolean {
  const text = line.trim();
  return (
    text !== '' && ![SEEDS_LINE, ALONG].some((own) => text.startsWith(own)) && !COMMAND.test(text)
  );
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
