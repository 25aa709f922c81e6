import { canonicalAction, walkingDirection } from '../domain/command.ts';
import { saysTooMuch } from './answers.ts';
import type { Choice } from './choice.ts';
import { foesOf } from './fighting.ts';
import { isLamp } from './handling.ts';
import { entries } from './read-prompt.ts';
import { isBlow } from './remembered.ts';
import type { Situation } from './situation.ts';

const SURE = {
  section: 'Checked way to points',
  told: /\bthe checked way to points from command (\d+) of \d+ on, \+\d+ in \d+ turns?: (.+?)(?:, then .*)?\.(?: \(.*\))?$/m,
};
const LUCKY = {
  section: 'Way to more points that needs luck',
  told: /\bthe way that needs luck \([^)]*\) from command (\d+) of \d+ on, \+\d+ in \d+ turns?: (.+?)(?:, then .*)?\.$/m,
};
/** What costs more to take than what lies about openly is left where it is. */
const AT_HAND = 1.5;
const MOST_TRIES = 2;

/** A way to points while it is followed. */
interface Way {
  readonly isSure: boolean;
  /** The command that comes next, as it is spelt. */
  readonly next: string;
  readonly commands: readonly string[];
  /** How many commands were played. */
  readonly step: number;
  /** How often the next command was played without getting on. */
  readonly inVain: number;
}

/**
 * The next command of a checked way to points while it is followed, or something for its sake: what lies beside it is
 * taken along, for the shortest way leaves out what scores nothing and is needed later; where it does not go on, that is
 * put down again. Null where no way is followed, or does not go on.
 */
export function recipeChoice(situation: Situation, local: readonly Choice[]): Choice | null {
  const way = followedWay(situation);
  if (way === null) return null;
  if (!way.isSure) return luckyChoice(way, situation, local);
  const isStopped = way.inVain > 0;
  const aside = isStopped ? putDown(way, situation) : takenAlong(way, situation, local);
  if (aside !== null) return aside;
  if (way.inVain >= MOST_TRIES) return null;
  return { action: way.next, cost: 0, why: 'It was checked that this way leads to points.' };
}

/** The next walk of the way that is followed, unless it comes now. */
export function walksOfRecipe(situation: Situation): readonly Choice[] {
  const { commands, step } = followedWay(situation) ?? { commands: [], step: 0 };
  const action = commands.slice(step).find((one) => walkingDirection(one) !== null) ?? '';
  if (action === commands[step]) return [];
  const way = situation.ways.find(({ command }) => canonicalAction(command) === action);
  if (way === undefined) return [];
  return [{ action, cost: 0, why: 'The checked way goes there.', target: way.to }];
}

/**
 * The next command of a way that needs luck. An enemy is fought as fights are fought, and blows at one who is gone are
 * left out.
 */
function luckyChoice(way: Way, situation: Situation, local: readonly Choice[]): Choice | null {
  if (foesOf(situation).length > 0) return null;
  const aside = way.inVain > 0 ? null : takenAlong(way, situation, local);
  if (aside !== null) return aside;
  const [next] = way.commands.slice(way.step).filter((command) => !isBlow(command));
  if (next === undefined || way.inVain >= MOST_TRIES) return null;
  return { action: next, cost: 0, why: 'With luck this way leads to more points.' };
}

/** The way to most points that things still stand as on. */
function followedWay(situation: Situation): Way | null {
  return wayOf(situation, LUCKY) ?? wayOf(situation, SURE);
}

function wayOf({ sections, journal }: Situation, told: typeof SURE): Way | null {
  const route = sections.get('Route') ?? '';
  const [, step, next = ''] = told.told.exec(route) ?? [];
  const refused = entries(sections, 'Refused this turn').map(({ name }) => canonicalAction(name));
  const action = canonicalAction(next);
  if (step === undefined || next === '' || refused.includes(action)) return null;
  const whole = /^\| (.*)$/m.exec(sections.get(told.section) ?? '')?.[1] ?? '';
  const commands = whole.split('; ').map(canonicalAction);
  const timesIn = (done: readonly string[]) => done.filter((one) => one === action).length;
  const played = timesIn(journal.map((turn) => turn.action));
  const done = commands.slice(0, Number(step) - 1);
  const inVain = played - timesIn(done);
  return { isSure: told === SURE, next, commands, step: done.length, inVain };
}

/** What is at hand and no command of the way takes, while nobody fights and hands are free. */
function takenAlong(
  { commands }: Way,
  { sections, journal, isDark }: Situation,
  local: readonly Choice[],
): Choice | null {
  const isBusy = isDark || (sections.get('Now') ?? '').includes('In combat');
  if (isBusy || journal.some(({ text }) => saysTooMuch(text))) return null;
  const takes = local.filter(
    ({ action, cost }) =>
      cost <= AT_HAND && action.startsWith('take ') && !commands.includes(canonicalAction(action)),
  );
  const [first] = takes.toSorted((a, b) => a.cost - b.cost);
  return first ?? null;
}

/** Something that was taken along, for it may be in the way; a light is needed more. */
function putDown({ commands }: Way, { held, journal }: Situation): Choice | null {
  const extra = held.find(
    (thing) =>
      !isLamp(thing) &&
      !commands.includes(`take ${thing.word}`) &&
      journal.some(({ action }) => action === `take ${thing.word}`),
  );
  return extra === undefined
    ? null
    : { action: `drop ${extra.word}`, cost: 0, why: `The ${extra.word} may be in the way.` };
}
