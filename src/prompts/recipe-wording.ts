import type { RecipePlan, TakenAlong } from '../domain/recipe.ts';
import { quote } from './quote.ts';
import { commandWords } from './wording.ts';

/** Heading of the section that holds a recipe. */
export const RECIPE_HEADING = 'Checked way to points';

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
