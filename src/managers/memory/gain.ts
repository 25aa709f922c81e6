import {
  asksForAll,
  canonicalAction,
  eachThing,
  isPassive,
  namedNouns,
  normaliseAction,
  walkingDirection,
} from '../../domain/command.ts';
import { mostBrought, type Attempt, type GameState } from '../../domain/game-state.ts';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { isLasting, type Memory } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamed } from '../../domain/naming.ts';
import { wordsIn } from '../../domain/text.ts';
import { heldThings } from '../../domain/observation.ts';
import { readsCommand } from '../../domain/vocabulary.ts';
import { gainLines, type ToldGain } from '../../prompts/memory-lines.ts';
import { evidenceKey, evidenceWords, isWarning, type EvidenceBook } from './evidence.ts';
import type { Filed } from './memory-document.ts';

export interface KnownWays {
  waysFrom(room: LocationId): readonly { readonly command: string; readonly to: LocationId }[];
}

export type Progress = Pick<GameState, 'episode' | 'attempts' | 'visits' | 'won'>;

const EVERYTHING = / (?:all|everything|both)\b/;

/** Between the steps of what a title tells to do. */
const STEP_ENDS = /[;,]|\bthen\b/;

const EFFECTS: ReadonlySet<Attempt['brought']> = new Set(['moved', 'changed', 'told', 'death']);

/** Whether a memory tells how points were won, in a way that holds in every episode. */
export function isGain(memory: Memory): boolean {
  return isLasting(memory) && (memory.scoreChange ?? 0) > 0 && !isWarning(memory.category);
}

/** What a command in a room is about, by which gains are told apart: the room it leads to, else its things, else itself. */
function aimOf(room: LocationId, command: string, map: KnownWays): string {
  const action = canonicalAction(command);
  const way = map.waysFrom(room).find((one) => canonicalAction(one.command) === action);
  if (way !== undefined) return `to ${way.to}`;
  return namedNouns(action).toSorted().join(' ') || action;
}

/** Between the commands that a memory names. */
const COMMAND_ENDS = /[;:,.()"“”\n]|\bthen\b/;
const MOST_COMMANDS = 8;

/** The commands that each gain names, as it names them, but for walks. What comes of them is another question. */
export function gainCommands(
  memories: readonly Memory[],
  dictionary: Parameters<typeof readsCommand>[1],
): readonly (readonly string[])[] {
  return memories.filter(isGain).map(({ title, text }) =>
    `${title}\n${text}`
      .split(COMMAND_ENDS)
      .map(normaliseAction)
      .filter((part) => walkingDirection(part) === null && readsCommand(part, dictionary))
      .slice(0, MOST_COMMANDS),
  );
}

export function isSameAim(one: Memory, other: Memory): boolean {
  const [a, b] = [one, other].map((memory) => aimOf(locationId(0), lastStep(memory), NO_WAYS));
  return a === b;
}

export const NO_WAYS: KnownWays = { waysFrom: () => [] };

export function gainKey(room: LocationId, memory: Memory, map: KnownWays): string {
  return `${room} ${memory.scoreChange} ${aimOf(room, lastStep(memory), map)}`;
}

/** Whether this episode taught a gain or has done what it tells; of several steps, like points in the room will do. */
export function isPaid(
  room: LocationId,
  memory: Memory,
  { episode, attempts, visits, won }: Progress,
  map: KnownWays,
): boolean {
  const points = memory.scoreChange ?? 0;
  const isLike = STEP_ENDS.test(memory.title) && (won.get(room) ?? []).includes(points);
  if (memory.episode === episode || isLike) return true;
  const step = lastStep(memory);
  const aim = aimOf(room, step, map);
  const [, to] = /^to (\d+)$/.exec(aim) ?? [];
  if (to !== undefined) return [...visits].some(([id, times]) => `${id}` === to && times > 0);
  const done = (attempts.get(room) ?? []).filter((one) => {
    const { points: won = 0, brought } = mostBrought(one);
    // What paid otherwise is another act; several things laid down at once pay together.
    if (won > 0 && points > 0) return won % points === 0;
    return won > 0 || (EFFECTS.has(brought) && !isPassive(one.action));
  });
  const parts = done.flatMap(commandsOf);
  return eachThing(step).every((one) => {
    const wanted = aimOf(room, one, map);
    return parts.some((part) => aimOf(room, part, map) === wanted || asksTo(one, part));
  });
}

/** Whether a step has a command as it is played; in `take coin from the open box` nobody is asked to open the box. */
function asksTo(step: string, command: string): boolean {
  const said = normaliseAction(step);
  const isDescribing = ['the', 'a', 'an'].some((article) => said.includes(`${article} ${command}`));
  return isNamedWhole(said, command) && !isDescribing;
}

/**
 * The commands that one stands for: one for each of its things; where it asked for all, for those that the answer names, and
 * where it names none, for those that came to the hands or left them.
 */
function commandsOf(attempt: Attempt): readonly string[] {
  const { action } = attempt;
  if (!asksForAll(action)) return eachThing(action);
  const { response, prior, moment } = mostBrought(attempt);
  const answered = [...response.matchAll(/^(?:the )?([\p{L}' -]+):/gimu)];
  const named = answered.map(([, thing = '']) => thing);
  const changed = [prior, moment].map((look) => look?.inventory ?? []);
  const moved = changed.flatMap((held, at) =>
    held.filter(({ id }) => !changed[1 - at]?.some((one) => one.id === id)),
  );
  const things = named.length > 0 ? named : moved.map(({ name }) => name);
  return things.map((thing) => action.replace(EVERYTHING, ` ${thing.toLowerCase()}`));
}

/** What the title of a memory tells to do, in order. */
export function stepsOf({ title }: Pick<Memory, 'title'>): readonly string[] {
  const [told = title] = title.split(': ');
  return told.split(STEP_ENDS).map((step) => step.trim());
}

/** Points are won by the last step of a procedure. */
function lastStep(memory: Memory): string {
  return stepsOf(memory).at(-1) ?? memory.title;
}

/** Points that a command wins, and the room where it is given. */
interface GainAhead {
  readonly room: number | null;
  readonly points: number;
  readonly command: string;
}

/** What tells where a gain is and how one gets there. */
export interface GainMap extends KnownWays {
  roomName(room: LocationId): string;
  /** `shut` where every way that is known is, `none` where none is known; null where nobody is told the way. */
  commandsTo(from: LocationId, to: LocationId): ToldGain['way'] | 'none';
  /** The gains that a suggestion beside this one tells of; null where there is none. */
  readonly ahead: readonly GainAhead[] | null;
  /** The open objectives as they are told, a line each. */
  readonly objectives: readonly string[];
  /** Infinity where an episode has no end. */
  readonly turnsLeft: number;
}

interface Knowing {
  readonly map: GainMap;
  readonly evidence: EvidenceBook;
  readonly told: readonly Memory[];
}

/**
 * The points that memories know of and that are still to be won, with place, command and way; see `gainLines`. Not those that
 * an objective or `told`, the memories shown here, say already, that a suggestion wins, or to which no way is known.
 */
export function openGains(
  filed: readonly Filed[],
  state: Progress & Pick<GameState, 'observation'>,
  { map, evidence, told }: Knowing,
): string {
  const here = state.observation.location.id;
  const known = new Map<string, ToldGain>();
  const shown = new Set(
    filed.flatMap(([room, memory]) => (told.includes(memory) ? [gainKey(room, memory, map)] : [])),
  );
  const sure = filed
    .filter(([, memory]) => isGain(memory) && memory.status === 'ACTIVE')
    .filter(([room, memory]) => map.ahead?.some((gain) => isOf(gain, room, memory)) !== true)
    .filter(([room, memory]) => !map.objectives.some((line) => tells(line, room, memory)));
  for (const [room, memory] of sure) {
    const key = gainKey(room, memory, map);
    const found = evidence.get(evidenceKey(room, memory));
    if (shown.has(key) || found?.verdict === 'refuted' || isPaid(room, memory, state, map))
      continue;
    const way = room === here ? [] : map.commandsTo(here, room);
    if (way === 'none') continue;
    const points = pointsLeft(room, memory, state, map);
    // The points at the end of a title stand before it.
    const title = memory.title.replace(/[:,]? \(?\+?\d+ points?(?: each)?\)?$/, '');
    const commands = [...(known.get(key)?.commands ?? []), title];
    const missing = notHeld(lastStep(memory), state.observation);
    const condition = [
      ...(found?.verdict === 'conditional' ? [evidenceWords(found)] : []),
      ...(missing.length === 0 ? [] : [`(${missing.join(', ')} not held)`]),
    ].join(' ');
    const place = { id: room, name: map.roomName(room) };
    known.set(key, { room: place, points, commands, condition, way });
  }
  return gainLines([...known.values()], map.turnsLeft, map.ahead !== null);
}

/** A word that stands for any of several things: `put GIFT on altar`. */
const PLACEHOLDER = /\b\p{Lu}{3,}\b/u;

/** What is laid down or given away has to be held. */
const LAYING =
  /^(?:put|place|lay|set|insert|drop|hang|give|offer|show|throw) (.+?)(?: (?:in|on|into|onto|to|at|inside) .*)?$/;

/** The things that a step lays down or gives away and that are not held. */
function notHeld(step: string, now: GameState['observation']): readonly string[] {
  if (PLACEHOLDER.test(step)) return [];
  const held = heldThings(now);
  return eachThing(step)
    .flatMap((one) => LAYING.exec(normaliseAction(one))?.[1] ?? [])
    .filter((name) => !asksForAll(`take ${name}`) && thingsNamed(name, held).length === 0);
}

/** Whether an objective says what to do, where, and what it pays. */
function tells(line: string, room: LocationId, memory: Memory): boolean {
  const words = wordsIn(line);
  return (
    [`${room}`, `${memory.scoreChange}`].every((number) => words.includes(number)) &&
    namedNouns(lastStep(memory)).every((noun) => words.includes(noun))
  );
}

/** What a gain still brings: where each of several things wins so much, that of those that have not yet. */
function pointsLeft(room: LocationId, memory: Memory, state: Progress, map: KnownWays): number {
  const points = memory.scoreChange ?? 0;
  const [, each] = /\b(\d+) points? each\b/i.exec(`${memory.title}\n${memory.text}`) ?? [];
  if (Number(each) !== points) return points;
  const isOpen = (title: string) => !isPaid(room, { ...memory, title }, state, map);
  return points * Math.max(1, eachThing(lastStep(memory)).filter(isOpen).length);
}

/** Whether a gain is what a memory tells of: a room may pay the same for each of several things. */
function isOf(gain: GainAhead, room: LocationId, memory: Memory): boolean {
  const [thing] = namedNouns(gain.command);
  const isAny = thing === undefined || asksForAll(gain.command) || PLACEHOLDER.test(memory.title);
  const isThing = isAny || wordsIn(memory.title).includes(thing);
  return gain.room === room && gain.points === memory.scoreChange && isThing;
}
