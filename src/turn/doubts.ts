import {
  canonicalAction,
  isPassive,
  nounsInCommand,
  normaliseAction,
  walkingDirection,
} from '../domain/command.ts';
import { moved } from '../domain/turn-effect.ts';
import type { Attempt } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import { memoryActions, memoryNamesUnshown, NEXT_ACTION, type Memory } from '../domain/memory.ts';
import type { Exit, Location, Observation } from '../domain/observation.ts';
import { timesWords } from '../domain/text.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { LONGEST_REFUSAL } from '../domain/game-answer.ts';
import { beginsInOrder } from '../domain/word-forms.ts';
import { quoteName, wholeSentences } from '../prompts/quote.ts';
import { changesSinceTried } from '../managers/context/changes-since-tried.ts';
import { roomWords } from '../prompts/room-wording.ts';
import type { TurnContext } from './turn-context.ts';

const ARRIVALS_KEPT = 20;

/** One return may be on the way to another place. A second one within the window looks like a circle. */
const LOOP_VISITS = 2;

/** Separates the action in a title from the prose around it. */
const PART_ENDS = /[:,.]\s|\s[-–—]\s/;
const MOST_OF_MEMORY = 600;
/** Words that do not distinguish actions. The title of a warning may begin with some of them. */
const SMALL_WORDS = new Set(
  "the a an my some to at in on of from with into under not never no do don't avoid".split(' '),
);
const WALKING = /^(?:go|walk|run|head|mov)(?:e|ing|ning)?$/;

/** The signals against an action, none of them proof. Each doubt is one line for the critic. */
export interface Doubts {
  readonly reasons: readonly string[];
  /** How often the room that a walk leads to was entered lately. */
  readonly revisit: RevisitSignal;
  /** Whether the engine's facts speak for the action, so that nobody has to be asked. */
  readonly isDecided: boolean;
}

/** Collects the signals that cost no model call: a failure here, a circle of rooms, a memory that is shown. */
export function doubtsAbout(action: string, context: TurnContext, options: RevisitOptions): Doubts {
  const revisit = revisitOf(action, context, options);
  const tried = context.attempts.find((attempt) => attempt.action === canonicalAction(action));
  // If the action had an effect here in this episode, older memories of it are out of date.
  const hasWorked = tried !== undefined && tried.failures < tried.times;
  const against = hasWorked ? [] : memoriesAgainst(action, context.memories);
  const isWarned = against.some(({ category }) => category === 'DANGER');
  const isSure = isAmong(action, context.onRoute) || isSureWay(action, context);
  const isDecided = isAmong(action, context.advised) || (!isWarned && isSure);
  const reasons = [
    ...(tried === undefined ? [] : earlierFailure(tried, context)),
    ...(revisit.visits >= LOOP_VISITS ? [revisit.reason] : []),
    ...against.map((memory) => memoryWords(memory, action)),
  ];
  return { reasons, revisit, isDecided };
}

/** The rooms entered lately, the oldest first. The room where the player began was not entered. */
export function newestArrivals(recent: readonly TurnRecord[]): LocationId[] {
  return recent
    .filter(moved)
    .map(({ after }) => after.location.id)
    .slice(-ARRIVALS_KEPT);
}

function revisitOf(action: string, context: TurnContext, options: RevisitOptions): RevisitSignal {
  const direction = walkingDirection(action);
  const exit = context.observation.exits.find((one) => one.direction === direction);
  if (exit === undefined || isAmong(action, context.towards))
    return { visits: 0, penalty: 0, reason: '' };
  return revisitDoubt(context.arrivals, exit.to, options);
}

export interface RevisitOptions {
  readonly revisitWindow: number;
  readonly revisitPenalty: number;
}

/** The signal against walking to a room. */
interface RevisitSignal {
  /** How many of the newest arrivals were there. */
  readonly visits: number;
  /** From -1 to 0. */
  readonly penalty: number;
  /** Shown to people and critics. Empty if there is no signal. */
  readonly reason: string;
}

/** Judges a walk by the newest arrivals; the player is in the last one. Staying there is no revisit. */
export function revisitDoubt(
  arrivals: readonly LocationId[],
  to: Location,
  { revisitWindow, revisitPenalty }: RevisitOptions,
): RevisitSignal {
  const isHere = arrivals.at(-1) === to.id;
  const visits = isHere ? 0 : arrivals.slice(-revisitWindow).filter((id) => id === to.id).length;
  if (visits === 0) return { visits, penalty: 0, reason: '' };
  const reason = `${roomWords(to)} was entered ${timesWords(visits)} in the last ${revisitWindow} arrivals`;
  return { visits, penalty: Math.max(-1, visits * revisitPenalty), reason };
}

function earlierFailure(tried: Attempt, { recent, observation }: TurnContext): string[] {
  // An answer of its own tells something, such as a spell that was learnt.
  if (tried.failures === 0 || tried.brought === 'told' || isHandledSince(tried, recent)) return [];
  const sameScene = tried.failedInScene === observation.scene;
  if (!sameScene && !failedAlways(tried, observation)) return [];
  const since = sameScene ? 'and nothing in reach has changed since' : 'and never had an effect';
  const answer = `the newest answer: ${quoteName(wholeSentences(tried.response, LONGEST_REFUSAL))}`;
  return [
    `it was tried here ${tried.times}x without effect ${tried.failures}x (${answer}), ${since}`,
  ];
}

/** Whether a thing that the attempt names was handled since then: a lock may be open now, or a thing wet. */
function isHandledSince(tried: Attempt, recent: readonly TurnRecord[]): boolean {
  const nouns = nounsInCommand(tried.action);
  return recent.some(
    ({ turn, decision: { action }, before, after }) =>
      turn > tried.lastTurn &&
      canonicalAction(action) !== tried.action &&
      !isPassive(action) &&
      before.moves !== after.moves &&
      nounsInCommand(action).some((noun) => nouns.includes(noun)),
  );
}

/** Whether the command brought nothing twice or more, with the same things held and in the same scene. */
function failedAlways(tried: Attempt, now: Observation): boolean {
  const { brought, failures, times, moment } = tried;
  const isVain = brought === 'nothing' || brought === 'refused';
  if (!isVain || failures < Math.max(times, 2)) return false;
  // The number of things held may be the reason for a failure: full hands, or empty ones.
  const held = ({ inventory }: Pick<Observation, 'inventory'>) =>
    inventory.map(({ id }) => id).toSorted((a, b) => a - b);
  return held(moment).join() === held(now).join() && changesSinceTried(tried, now).length === 0;
}

/** Failures and dangers shown here that name this action on this thing in their title: their text may name the cure. */
function memoriesAgainst(action: string, memories: readonly Memory[]): readonly Memory[] {
  if (isPassive(action)) return [];
  const worked = memories.some(
    ({ category, title }) => category === 'SUCCESS' && isAmong(action, [title]),
  );
  const speaksAgainst = (memory: Memory) =>
    memory.category === 'DANGER' ||
    (memory.category === 'FAILURE' && (!worked || memoryActions(memory).length < 2));
  return memories
    .filter((memory) => !memoryNamesUnshown(memory) && speaksAgainst(memory))
    .filter((memory) => actionsNaming(memory, action).length > 0);
}

function actionsNaming(memory: Memory, action: string): readonly string[] {
  return memoryActions(memory).filter((named) =>
    named.split(PART_ENDS).some((part) => names(part, action)),
  );
}

/** The title of a memory with those of its commands that mean this action. */
function memoryWords(memory: Memory, action: string): string {
  const { category, text } = memory;
  const isList = memoryActions(memory).length > 1;
  const title = isList ? actionsNaming(memory, action).join(NEXT_ACTION) : memory.title;
  return `a memory: ${wholeSentences(`[${category}] ${title}: ${text}`, MOST_OF_MEMORY)}`;
}

/** Whether a part of a title names the action. A walk has to stand first; another command may have one word in between. */
function names(part: string, action: string): boolean {
  const direction = walkingDirection(action);
  const wanted = direction === null ? contentWords(action) : [direction];
  const words = contentWords(part);
  if (direction !== null) return words.find((word) => !WALKING.test(word)) === direction;
  return wanted.length > 0 && words.some((_, at) => beginsInOrder(words.slice(at), wanted, 1));
}

function contentWords(text: string): readonly string[] {
  return normaliseAction(text)
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word));
}

function isAmong(action: string, commands: readonly string[]): boolean {
  return commands.some((command) => canonicalAction(command) === canonicalAction(action));
}

type Standing = Pick<TurnContext, 'observation' | 'recent'>;

/** Whether the action walks an exit that is not deadly and leads to one place, or that was closed before. */
function isSureWay(action: string, { observation, recent }: Standing): boolean {
  const { exits, exitsTold } = observation;
  const way = exits.find((exit) => takes(action, exit));
  if (way === undefined || way.deadly || exitsTold !== undefined) return false;
  const isOnly = exits.every(({ to, deadly }) => !deadly && to.id === way.to.id);
  return isOnly || isJustOpened(way, { observation, recent });
}

function isJustOpened(way: Exit, { observation, recent }: Standing): boolean {
  const isHere = ({ location }: Observation) => location.id === observation.location.id;
  const wasShut = (look: Observation) =>
    isHere(look) &&
    look.waitsFor !== 'key' &&
    !look.exits.some(({ direction }) => direction === way.direction);
  const shut = recent.findLastIndex(({ before, after }) => wasShut(before) || wasShut(after));
  if (shut === -1) return false;
  return !recent
    .slice(shut + 1)
    .some((turn) => isHere(turn.before) && moved(turn) && takes(turn.decision.action, way));
}

function takes(action: string, { direction, command }: Exit): boolean {
  return walkingDirection(action) === direction || normaliseAction(action) === command;
}
