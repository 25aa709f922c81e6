import type { RecipePlan, TakenAlong } from '../domain/recipe.ts';
import { quote } from './quote.ts';
import { commandWords } from './wording.ts';

/** Heading of the section that holds a recipe. */
export const RECIPE_HEADING = 'Checked way to points';

/** Heading of the section that holds a way which worked in some games and not in others. */
export const LUCK_HEADING = 'Way to more points that needs luck';

/**
 * The recipe of an episode, whole: what it earns, how that is known, and its commands on one line; then, where there is
 * something, `Taken along on this way in the best episode …` and a line for each thing:
 * `| before command 12, in Living Room: take lantern (brass lantern)`, with `; needed to go on` where it is.
 */
export function recipeWords({ commands, points, checkedSeeds, along = [] }: RecipePlan): string {
  const many = commands.length === 1 ? '1 command' : `${commands.length} commands`;
  const taken = along.map(alongWords).join('\n');
  return [
    `${many} from the start of the game that earn ${points} points. Earlier episodes found them; they were tried again in the engine (simulated), on ${checkedSeeds} other seeds and on the one of this episode. Play them first, one a turn, and go on from where they end:`,
    quote(commands.map(commandWords).join('; ')),
    ...(taken === '' ? [] : [`${ALONG_WORDS}:`, quote(taken)]),
  ].join('\n');
}

/** A way that needs luck, whole: what it earns, how often it came out, and its commands on one line. */
export function luckWords({ commands, points, checkedSeeds, triedSeeds }: RecipePlan): string {
  return [
    `${commands.length} commands from the start of the game that earned ${points} points in an earlier episode. Tried again in the engine (simulated) they came out in ${checkedSeeds} of ${triedSeeds ?? checkedSeeds} games, for something on the way goes by chance: whether it does here is not known. Where a command does not come out, do what the moment needs, and go on with the way if you can:`,
    quote(commands.map(commandWords).join('; ')),
  ].join('\n');
}

const ALONG_WORDS =
  'Taken along on this way in the best episode, one turn each; the points are earned with them, too (simulated)';

function alongWords({ after, command, thing, room, isNeeded }: TakenAlong): string {
  const needed = isNeeded ? '; needed to go on' : '';
  return `before command ${after + 1}, in ${room}: ${commandWords(command)} (${thing})${needed}`;
}

/**
 * Where the player is on the recipe, with the command that comes next. Where something is taken along before that, its
 * command is the next: `Taken along here in the best episode: brass lantern.`, `Next command: take lantern`.
 */
export function recipeStepWords(
  commands: readonly string[],
  done: number,
  along: TakenAlong | null,
): string {
  const [next = '', ...later] = [
    ...(along === null ? [] : [along.command]),
    ...commands.slice(done),
  ].map(commandWords);
  const rest = later.length === 0 ? '' : ` Then: ${later.join(', ')}.`;
  const taken = along === null ? '' : ` Taken along here in the best episode: ${along.thing}.`;
  const at = Math.min(done + 1, commands.length);
  return `On the checked way to points, command ${at} of ${commands.length}.${taken}${rest}\nNext command: ${next}`;
}

/** Where the player is on a way that needs luck: `…, command 3 of 9.`, `Next command by luck: take lantern`. */
export function luckStepWords(commands: readonly string[], done: number): string {
  const [next = ''] = commands.slice(done).map(commandWords);
  return `On the way that needs luck, command ${done + 1} of ${commands.length}.\nNext command by luck: ${next}`;
}
