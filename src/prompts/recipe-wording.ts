import type { RecipePlan, TakenAlong } from '../domain/recipe.ts';
import { plural } from '../domain/text.ts';
import { quote } from './quote.ts';
import { commandWords } from './wording.ts';

/** The whole recipe of an episode: its points, evidence and commands, and in lines below what to take along on it. */
export function recipeWords({ commands, points, checkedSeeds, along = [] }: RecipePlan): string {
  const taken = along.map(alongWords).join('\n');
  return [
    `${plural(commands.length, 'command')} from the start of the game that earn ${points} points. Earlier episodes found them; they were tried again in the engine (simulated), on ${checkedSeeds} other seeds and on the one of this episode. A suggestion beside your own plan, one command a turn; the state block says where on it you are, and what it still pays:`,
    quote(commands.map(commandWords).join('; ')),
    ...(taken === '' ? [] : [`${ALONG_WORDS}:`, quote(taken)]),
  ].join('\n');
}

/** A whole way that needs luck: its points, how often it came out, and its commands on one line. */
export function luckWords({ commands, points, checkedSeeds, triedSeeds }: RecipePlan): string {
  return [
    `${commands.length} commands from the start of the game that earned ${points} points in an earlier episode. Tried again in the engine (simulated) they came out in ${checkedSeeds} of ${triedSeeds ?? checkedSeeds} games, for something on the way goes by chance: whether it does here is not known. Where a command does not come out, do what the moment needs, and go on with the way if you can:`,
    quote(commands.map(commandWords).join('; ')),
  ].join('\n');
}

const ALONG_WORDS =
  'Taken along on this way in earlier episodes, one turn each; the points are earned with them, too (simulated)';

function alongWords({ after, command, thing, room, isNeeded }: TakenAlong): string {
  const needed = isNeeded ? '; of use after this way' : '';
  return `before command ${after + 1}, in ${room}: ${commandWords(command)} (${thing})${needed}`;
}

interface Ahead {
  readonly plan: RecipePlan;
  /** Infinity if an episode has no end. */
  readonly turnsLeft: number;
  readonly step: Step;
}

export interface Step {
  /** Commands of the way that come before. */
  readonly done: number;
  /** The commands to where it goes on. Empty if the player is there. */
  readonly back: readonly string[];
  /** Its commands up to the last one that pays in the turns that are left. */
  readonly rest: readonly string[];
  readonly pays: number;
  /** The next thing to take along that was not tried for. Null if there is none. */
  readonly along: TakenAlong | null;
  /** How many more turns it costs to take things along later. Absent if none. */
  readonly alongLater?: number;
  /** Points here or next door to win first, which the way does not know. Absent if there are none. */
  readonly here?: PointsHere;
}

export interface PointsHere {
  readonly commands: readonly string[];
  readonly pays: number;
}

/** So many next commands are named. The whole way is at the beginning of the conversation. */
const MOST_NEXT = 3;

/**
 * The next suggestion of a way, with its points and cost: `Suggestion: the checked way to points from command 20 of 29 on,
 * +13 in 9 turns; 21 turns are left after it: open window, then s, u ...`. Before it come points in this room, the way back,
 * and things to take along. A way that needs luck tells its chance.
 */
export function suggestionWords({ plan, turnsLeft, step }: Ahead): string {
  const { checkedSeeds, triedSeeds } = plan;
  const chance = `(worked in ${checkedSeeds} of ${triedSeeds ?? checkedSeeds} games)`;
  const name = triedSeeds === undefined ? 'checked way to points' : `way that needs luck ${chance}`;
  const ahead = recipeStepCommands(step).map(commandWords);
  return `Suggestion: the ${name} ${aheadWords(plan, step, ahead, turnsLeft)}`;
}

function aheadWords(
  { commands }: RecipePlan,
  { done, pays, back, along, alongLater = 0, here = { commands: [], pays: 0 } }: Step,
  ahead: readonly string[],
  turnsLeft: number,
): string {
  const cost = ahead.length + alongLater;
  const named = Math.max(MOST_NEXT, here.commands.length + back.length + 1);
  const [next = '', ...later] = ahead.slice(0, named);
  const rest = later.length === 0 ? '' : `, then ${later.join(', ')}`;
  const more = ahead.length > later.length + 1 ? ' ...' : '.';
  const spare = plural(turnsLeft - cost, 'turn is', 'turns are');
  const left = turnsLeft === Infinity ? '' : `; ${spare} left after it`;
  const where = `from command ${Math.min(done + 1, commands.length)} of ${commands.length} on`;
  const turns = `+${here.pays + pays} in ${plural(cost, 'turn')}${left}`;
  const notes = [
    ...(here.pays === 0 ? [] : [`+${here.pays} of it here first: ${here.commands.join(', ')}`]),
    ...(back.length === 0 ? [] : [`back to it: ${back.map(commandWords).join(', ')}`]),
    ...(along === null ? [] : [`takes along: ${along.thing}`]),
  ];
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `${where}, ${turns}: ${next}${rest}${more}${noted}`;
}

/** The next command in `suggestionWords` of one kind of way, its number, and the number of games in which the way worked. */
export function readSuggestion(words: string, kind: 'sure' | 'lucky') {
  const way =
    kind === 'sure'
      ? '()()checked way to points'
      : String.raw`way that needs luck \(worked in (\d+) of (\d+) games\)`;
  const told = new RegExp(
    String.raw`\bthe ${way} from command (\d+) of \d+ on, \+\d+ in \d+ turns?(?:; [^:]*)?: (.+?)(?:, then .*?)?(?:\.| \.\.\.)(?: \(.*\))?$`,
    'm',
  );
  const [, worked, tried, number, next] = told.exec(words) ?? [];
  if (next === undefined) return null;
  return { number: Number(number), next, worked: Number(worked), tried: Number(tried) };
}

/** Reads the commands of `recipeWords` or `luckWords`. */
export function readWay(words: string): readonly string[] {
  return (/^\| (.*)$/m.exec(words)?.[1] ?? '').split('; ');
}

/** The commands of the next step of a recipe, in the order of play. */
export function recipeStepCommands({ here, back, along, rest }: Step): readonly string[] {
  return [...(here?.commands ?? []), ...back, ...(along === null ? [] : [along.command]), ...rest];
}
