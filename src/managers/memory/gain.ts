import {
  isCommandForAll,
  canonicalAction,
  eachThing,
  isPassive,
  nounsInCommand,
  normaliseAction,
  walkingDirection,
} from '../../domain/command.ts';
import {
  type Attempt,
  type GameState,
  type Outcome,
  bestOutcomeOf,
} from '../../domain/game-state.ts';
import { type LocationId, locationId } from '../../domain/ids.ts';
import { type Memory, isLasting } from '../../domain/memory.ts';
import { isNamedWhole } from '../../domain/named-things.ts';
import { wordsIn } from '../../domain/text.ts';
import { readsCommand } from '../../domain/vocabulary.ts';
import { isWarning } from './evidence.ts';

export interface KnownWays {
  waysFrom(room: LocationId): readonly { readonly command: string; readonly to: LocationId }[];
  /** Whether the story reads words as a command. Absent if it cannot be asked. */
  isCommand?(words: string): boolean;
}

export type Progress = Pick<GameState, 'episode' | 'attempts' | 'visits' | 'won'>;

const EVERYTHING = / (?:all|everything|both)\b/;

/** `6 points each`, `+6 each`, or `each gift pays 6`. */
const EACH = /\b(\d+)(?: points?)? (?:each|apiece)\b|\beach [^.;:\d]{0,30}\b(\d+)\b/i;

const STEP_ENDS = /[;,]|\bthen\b/;
/** Asides in a title: points, things that it lists. */
const ASIDES = / ?\([^()]*\)/g;

const EFFECTS: ReadonlySet<Attempt['brought']> = new Set(['moved', 'changed', 'told', 'death']);

/** Whether a memory tells how to win points, in a way that holds in every episode. */
export function isGain(memory: Memory): boolean {
  return isLasting(memory) && (memory.scoreChange ?? 0) > 0 && !isWarning(memory.category);
}

/** The aim of a command, which identifies a gain: the room that it leads to, else its things, else the command itself. */
function aimOf(room: LocationId, command: string, map: KnownWays): string {
  const action = canonicalAction(command);
  const way = map.waysFrom(room).find((one) => canonicalAction(one.command) === action);
  if (way !== undefined) return `to ${way.to}`;
  return nounsInCommand(action).toSorted().join(' ') || action;
}

const COMMAND_ENDS = /[;:,.()"“”\n]|\bthen\b/;
const MOST_COMMANDS = 8;

/** The commands that each gain names, in its own words, with the walks of its title alone. Their outcome is not looked at. */
export function gainCommands(
  memories: readonly Memory[],
  dictionary: Parameters<typeof readsCommand>[1],
): readonly (readonly string[])[] {
  const commandsIn = (words: string) =>
    words
      .split(COMMAND_ENDS)
      .map(normaliseAction)
      .filter((part) => readsCommand(part, dictionary));
  // The prose of a memory mentions exits in passing.
  return memories
    .filter(isGain)
    .map(({ title, text }) =>
      [
        ...commandsIn(title),
        ...commandsIn(text).filter((part) => walkingDirection(part) === null),
      ].slice(0, MOST_COMMANDS),
    );
}

export function isSameGain(one: Memory, other: Memory): boolean {
  const [a, b] = [one, other].map((memory) =>
    aimOf(locationId(0), lastGainStep(memory, NO_WAYS), NO_WAYS),
  );
  return a === b;
}

export const NO_WAYS: KnownWays = { waysFrom: () => [] };

/** A map that knows the story's commands, too. */
export function withCommands(
  map: Pick<KnownWays, 'waysFrom'>,
  story: { readonly dictionary: Parameters<typeof readsCommand>[1] } | undefined,
): KnownWays {
  const waysFrom = (room: LocationId) => map.waysFrom(room);
  if (story === undefined) return { waysFrom };
  return { waysFrom, isCommand: (words) => readsCommand(words, story.dictionary) };
}

export function gainKey(room: LocationId, memory: Memory, map: KnownWays): string {
  return `${room} ${memory.scoreChange} ${aimOf(room, lastGainStep(memory, map), map)}`;
}

/** The points that each of several things brings. Null if the gain says no such thing or the seen score is no such sum. */
export function pointsEach({ title, text, scoreChange }: Memory): number | null {
  const [, before, behind] = EACH.exec(`${title}\n${text}`) ?? [];
  const each = Number(before ?? behind);
  return each > 0 && (scoreChange ?? 0) % each === 0 ? each : null;
}

/** Whether this episode taught a gain or did it. A gain that each of several things brings stays until each was used. */
export function isGainPaid(
  room: LocationId,
  memory: Memory,
  { episode, attempts, visits, won }: Progress,
  map: KnownWays,
): boolean {
  const each = pointsEach(memory);
  const points = each ?? memory.scoreChange ?? 0;
  const tried = attempts.get(room) ?? [];
  const isLike = () => won.get(room)?.includes(points) && !isOfOthers(memory, points, tried, map);
  if (each === null && (memory.episode === episode || isLike() === true)) return true;
  const step = lastGainStep(memory, map);
  const aim = aimOf(room, step, map);
  const [, to] = /^to (\d+)$/.exec(aim) ?? [];
  if (to !== undefined) return [...visits].some(([id, times]) => `${id}` === to && times > 0);
  const done = tried.filter((one) => mayHavePaid(one, points));
  if (memory.episode === episode && listsThings(memory, step, partsOf(done))) return true;
  const isDoneBy = (some: readonly Attempt[]) => (one: string) => {
    const wanted = aimOf(room, one, map);
    return partsOf(some).some((part) => aimOf(room, part, map) === wanted || asksTo(one, part));
  };
  // One of several things taken together may have brought all of the points.
  const winners = each === null ? done.filter((one) => wonBy(one) === points && points > 0) : [];
  return eachThing(step).some(isDoneBy(winners)) || eachThing(step).every(isDoneBy(done));
}

function wonBy(one: Attempt): number {
  return bestOutcomeOf(one).points ?? 0;
}

function partsOf(tried: readonly Attempt[]): readonly string[] {
  return tried.flatMap((one) => gainCommandsIn(one.action, bestOutcomeOf(one)));
}

/** Whether a command may have won these points: other points come from another act. Things laid down at once pay together. */
function mayHavePaid(one: Attempt, points: number): boolean {
  const won = wonBy(one);
  if (won > 0 && points > 0) return won % points === 0;
  return won > 0 || (EFFECTS.has(bestOutcomeOf(one).brought) && !isPassive(one.action));
}

/** Whether a title lists beside its step all things that won points: `Lay the gifts on the altar: 6 each (egg, comb)`. */
function listsThings({ title }: Memory, step: string, parts: readonly string[]): boolean {
  const listed = wordsIn(title);
  const asked = wordsIn(step);
  const used = parts.map((part) => nounsInCommand(part)[0] ?? '');
  return used.length > 0 && used.every((noun) => listed.includes(noun) && !asked.includes(noun));
}

/** Whether other commands won like points here. Not asked of a gain with several steps. */
function isOfOthers(
  memory: Memory,
  points: number,
  tried: readonly Attempt[],
  map: KnownWays,
): boolean {
  if (gainSteps(memory, map).length < 2) return true;
  const told = wordsIn(memory.title);
  const things = tried
    .filter((one) => bestOutcomeOf(one).points === points)
    .map(({ action }) => nounsInCommand(action)[0]);
  return things.length > 0 && things.every((noun) => noun !== undefined && !told.includes(noun));
}

/** Whether a step asks for a command. `take coin from the open box` does not ask to open the box. */
function asksTo(step: string, command: string): boolean {
  const said = normaliseAction(step);
  const isDescribing = ['the', 'a', 'an'].some((article) => said.includes(`${article} ${command}`));
  return isNamedWhole(said, command) && !isDescribing;
}

/** One command for each of its things. For "all", the things that the answer names, else those that changed hands. */
export function gainCommandsIn(
  action: string,
  { response, prior, moment }: Pick<Outcome, 'response' | 'prior' | 'moment'>,
): readonly string[] {
  if (!isCommandForAll(action)) return eachThing(action);
  const answered = [...response.matchAll(/^(?:the )?([\p{L}' -]+):/gimu)];
  const named = answered.map(([, thing = '']) => thing);
  const changed = [prior, moment].map((look) => look?.inventory ?? []);
  const moved = changed.flatMap((held, at) =>
    held.filter(({ id }) => !changed[1 - at]?.some((one) => one.id === id)),
  );
  const things = named.length > 0 ? named : moved.map(({ name }) => name);
  return things.map((thing) => action.replace(EVERYTHING, ` ${thing.toLowerCase()}`));
}

/** The steps that the title of a memory names, in order. What stands before a colon may be a name: `Brass key: open chest`. */
export function gainSteps(
  { title }: Pick<Memory, 'title'>,
  { isCommand = () => false }: Pick<KnownWays, 'isCommand'>,
): readonly string[] {
  const parts = title.replaceAll(ASIDES, '').split(': ');
  const steps = parts.map((part) => part.split(STEP_ENDS).map((step) => step.trim()));
  return steps.find((some) => some.some(isCommand)) ?? steps[0] ?? [title];
}

/** The last step of a procedure wins its points. */
export function lastGainStep(memory: Memory, map: Pick<KnownWays, 'isCommand'>): string {
  return gainSteps(memory, map).at(-1) ?? memory.title;
}
