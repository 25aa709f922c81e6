import { isMetaCommand } from '../domain/command.ts';
import { withoutReturn } from '../domain/lined-document.ts';
import type { Recipe, RecipeProof, TakenAlong } from '../domain/recipe.ts';
import { fromLatin1, toLatin1 } from '../domain/text.ts';
import { sha256 } from '../storage/bytes.ts';

/** A mistake, by its line under the heading. */
export interface Mistake {
  readonly at: number;
  readonly message: string;
}

const TITLE = /^##[ \t]+(.*)$/;
const POINTS = /^(\d{1,9}) points?$/;
const SEEDS_LINE = '**Seeds:**';
const SEEDS = /^\*\*Seeds:\*\* ([^|]*)\|[^|]*?(?:\| \*\*Failed:\*\* ([^|]*))?$/;
const COMMAND = /^\d+\.[ \t]*(.*)$/;
/** As in `**Needed:** known for 12 of 40 commands so far, tried next: 27 | **Seal:** 0a1b2c3d`: so many were left out in vain. */
const NEEDED = '**Needed:**';
/** The name of this line in older files. */
const TESTED = '**Tested:**';
const DONE = 'nothing left to shorten';
const PROOF = new RegExp(
  `^\\*\\*(?:Tested|Needed):\\*\\* (?:known for )?(\\d{1,4}) of \\d+(?: commands)?(?: so far)?, (?:(?:tried )?next:? (\\d{1,4})|${DONE}) \\| \\*\\*Seal:\\*\\* ([0-9a-f]{8})$`,
);
const LONGEST_COMMAND = 120;
/** As in `12. take lamp (brass lantern, Living Room, needed to go on)`, which comes before command 12. */
const ALONG = '**Taken along:**';
const TAKEN = /^([1-9]\d{0,8})\. ([^;()]+) \(([^;(),]+), ([^;()]+?)(, needed to go on)?\)$/;

export function readRecipeLines(lines: readonly string[]) {
  const plain = lines.map((line) => fromLatin1(withoutReturn(line)).trim());
  const title = TITLE.exec(plain[0] ?? '')?.[1] ?? '';
  if (!/point/i.test(title)) return { recipe: null, mistakes: [] };
  const points = POINTS.exec(title)?.[1];
  const headed =
    points === undefined ? [{ at: 0, message: 'a recipe is headed "## 26 points"' }] : [];
  const read = plain.flatMap((line, at) => {
    const command = COMMAND.exec(line)?.[1];
    return command === undefined ? [] : [{ command, at }];
  });
  const commands = read.map(({ command }) => command);
  const none = read.length === 0 ? [{ at: 0, message: 'it has no commands' }] : [];
  const tried = readLine(plain, SEEDS_LINE, readSeeds, { seeds: [], reached: [] });
  const along = readLine(plain, ALONG, (line) => readAlong(line, commands.length), { along: [] });
  const marked = [...headed, ...tried.mistakes, ...along.mistakes];
  const mistakes = [...marked, ...none, ...read.flatMap((one) => wrongWith(one))];
  if (mistakes.length > 0) return { recipe: null, mistakes };
  const taken = along.read.along.length === 0 ? {} : along.read;
  const proof = readProof(plain, commands.length);
  return {
    recipe: { commands, points: Number(points), ...tried.read, ...taken, ...proof },
    mistakes,
  };
}

/** The value of the first line with this beginning. `none` if there is no such line, or it cannot be read. */
function readLine<T>(
  plain: readonly string[],
  start: keyof typeof NONSENSE,
  read: (line: string) => T | null,
  none: T,
): { readonly read: T; readonly mistakes: readonly Mistake[] } {
  const at = plain.findIndex((line) => line.startsWith(start));
  const found = at === -1 ? none : read(plain[at] ?? '');
  if (found !== null) return { read: found, mistakes: [] };
  return { read: none, mistakes: [{ at, message: NONSENSE[start] }] };
}

const NONSENSE = {
  [SEEDS_LINE]: 'seeds are whole numbers with commas between',
  [ALONG]: 'that cannot be taken along on this way',
} as const;

/** The lines of a recipe, in latin1. */
export function renderRecipe(recipe: Recipe): string[] {
  const { commands, points, seeds, reached, proof, along = [] } = recipe;
  const failed = seeds.filter((seed) => !reached.includes(seed));
  const worked = `**Worked:** ${reached.length} of ${seeds.length}`;
  const missed = failed.length === 0 ? '' : ` | **Failed:** ${failed.join(', ')}`;
  return [
    `## ${points} points`,
    `**Seeds:** ${seeds.join(', ')} | ${worked}${missed}`,
    ...(proof === undefined ? [] : [proofWords(proof, commands.length)]),
    ...(along.length === 0 ? [] : [toLatin1(`${ALONG} ${along.map(alongWords).join('; ')}`)]),
    '',
    ...commands.map((command, index) => toLatin1(`${index + 1}. ${command}`)),
  ];
}

function readSeeds(line: string): Pick<Recipe, 'seeds' | 'reached'> | null {
  const [, tried, failed = ''] = SEEDS.exec(line) ?? [];
  if (tried === undefined) return null;
  const numbers = (text: string) => text.split(',').flatMap((one) => one.trim() || []);
  const all = [...numbers(tried), ...numbers(failed)];
  if (!all.every((one) => /^\d{1,10}$/.test(one))) return null;
  const seeds = numbers(tried).map(Number);
  const missed = new Set(numbers(failed).map(Number));
  return { seeds, reached: seeds.filter((seed) => !missed.has(seed)) };
}

/** The recipe with a seal: a hash of its state at the trial. */
export function sealRecipe(
  story: string,
  recipe: Recipe & { readonly proof: RecipeProof },
): Recipe {
  return { ...recipe, proof: { ...recipe.proof, seal: sealOf(story, recipe) } };
}

/** Whether a recipe is unchanged since its last trial. */
export function isRecipeSealed(story: string, recipe: Recipe): boolean {
  return recipe.proof !== undefined && recipe.proof.seal === sealOf(story, recipe);
}

function sealOf(story: string, { commands, points, seeds, reached, proof }: Recipe): string {
  const tried = [story, points, commands, seeds, reached, proof?.tested, proof?.next];
  return sha256(JSON.stringify(tried)).slice(0, 8);
}

function proofWords({ tested, next, seal: sealed }: RecipeProof, length: number): string {
  const isDone = tested >= length && next === length - 1;
  const then = isDone ? `, ${DONE}` : ` so far, tried next: ${next + 1}`;
  return `${NEEDED} known for ${tested} of ${length} commands${then} | **Seal:** ${sealed}`;
}

/** How far a recipe was tried. Empty if the line cannot be read, so that it is tried again. */
function readProof(plain: readonly string[], length: number): { readonly proof?: RecipeProof } {
  const isProof = (one: string) => one.startsWith(TESTED) || one.startsWith(NEEDED);
  const [, tested, next = length, sealed] = PROOF.exec(plain.find(isProof) ?? '') ?? [];
  const proof = { tested: Number(tested), next: Number(next) - 1, seal: sealed ?? '' };
  const isSound = proof.tested <= length && proof.next >= 0 && proof.next < length;
  return isSound ? { proof } : {};
}

function alongWords({ after, command, thing, room, isNeeded }: TakenAlong): string {
  return `${after + 1}. ${command} (${thing}, ${room}${isNeeded ? ', needed to go on' : ''})`;
}

/** The things to take along on a way of so many commands. Null if the line cannot be read. */
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

/** Whether a line is a person's own. */
export function isRecipeNote(line: string): boolean {
  const text = line.trim();
  return (
    text !== '' &&
    ![SEEDS_LINE, TESTED, NEEDED, ALONG].some((own) => text.startsWith(own)) &&
    !COMMAND.test(text)
  );
}
