import { askedBack } from '../../domain/asked-back.ts';
import { moved, thingsTakenAway } from '../../domain/turn-effect.ts';
import { type Attempt, type GameState, thingsInHand } from '../../domain/game-state.ts';
import { type Nouns, typedNoun } from '../../domain/named-things.ts';
import {
  type Location,
  type Observation,
  type RefusedWay,
  type VisibleObject,
  type ZObject,
  isAnimate,
  thingsSeen,
} from '../../domain/observation.ts';
import { HEADING } from '../../prompts/question.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { leftOpen, shutThings } from '../../prompts/shut-wording.ts';
import { objectLine, sceneAskedWords, sceneNowWords } from '../../prompts/scene-wording.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import { refusedLines } from './refused-ways.ts';
import { type LookAgain, roomSection } from './room-section.ts';
import { ESSENTIAL, type Section } from './section.ts';
import { triedLines } from './tried-lines.ts';
import { type KnownEnds, waysOut } from './ways-out.ts';

/** If there is no room for all attempts, so many of the newest are told. */
const MOST_IN_SHORT = 5;

/** A fight without news for more turns is not told, nor one with nobody in reach. */
const FIGHT_TURNS = 2;

/** What the managers know of this moment, in words. An empty string leaves its section out. */
export interface Lore extends KnownEnds {
  /** Lessons on the whole game: lines of the knowledge base that fit, quoted. */
  readonly knowledge: string;
  /** The checked way to points that the player is advised to take. */
  readonly recipe: string;
  /** The way to more points that needs luck. */
  readonly luck: string;
  /** The rooms of earlier episodes. */
  readonly places: readonly Location[];
  /** What no episode has tried yet, here and near. Empty while a recipe is followed. */
  readonly frontier: string;
  readonly objectives: string;
  /** Objectives completed since the last telling. */
  readonly completed: string;
  /** What this episode has added to the knowledge base, quoted. */
  readonly proposals: string;
  readonly locationMemory: string;
  /** Whether any memory of the room is believed, shown now or not. */
  readonly isRemembered: boolean;
  readonly dangersNearby: string;
  /** What commands returned in this situation in earlier episodes. */
  readonly returns: string;
  /** The dangers of clocks that strike soon, in any room. */
  readonly alarms: string;
  readonly route: string;
  readonly stuckWarning: string;
  /** The instruction of the person who runs the episode, quoted. */
  readonly instruction: string;
}

/** The lessons of earlier episodes, for the beginning of the conversation. */
export function lessonSections({ knowledge, recipe, luck, places }: Lore): readonly Section[] {
  const rooms = places.map((room) => `- ${roomWords(room)}`).join('\n');
  return [
    section(HEADING.knowledge, knowledge, ESSENTIAL),
    section(HEADING.recipe, recipe, ESSENTIAL),
    section(HEADING.luck, luck, ESSENTIAL),
    section(HEADING.places, rooms, ESSENTIAL),
  ].filter((one) => one !== null);
}

/** What the state block depends on beside state and lore. */
export interface Telling {
  /** The turns of the episode. Null if it has no end. */
  readonly maxTurns: number | null;
  /** The last turn that only a summary tells. Null if nothing was folded. */
  readonly folded: number | null;
  readonly lookAgain: LookAgain;
  readonly refusedWays: () => readonly RefusedWay[];
  /** The parser's nouns for things. If absent, the names of things serve. */
  readonly nouns?: Nouns;
}

/** The state of the game now, not kept. It ends with what can be done, because weak models copy the end of a prompt. */
export function stateSections(state: GameState, lore: Lore, told: Telling): readonly Section[] {
  const { observation } = state;
  const tried = state.attempts.get(observation.location.id) ?? [];
  const seen = thingsInHand(state).objects.filter(({ held }) => held);
  const lying = observation.objects.filter(({ held }) => !held);
  const unseen = observation.inventory.filter(({ id }) => !seen.some((one) => one.id === id));
  return [
    section(HEADING.now, now(state, lore, told), ESSENTIAL),
    roomSection(state, told.folded, told.lookAgain, lore.visitedEarlier(observation.location.id)),
    section(HEADING.memories, memoryBody(state, lore), 9),
    section(HEADING.alarms, lore.alarms, 9),
    section(HEADING.nearby, lore.dangersNearby, 8),
    section(HEADING.instruction, lore.instruction, ESSENTIAL),
    section(HEADING.objectives, lore.objectives, ESSENTIAL),
    section(HEADING.completed, lore.completed, ESSENTIAL),
    section(HEADING.proposals, lore.proposals, 5),
    section(HEADING.route, lore.route, 8),
    section(HEADING.warning, lore.stuckWarning, 9),
    section(HEADING.returns, lore.returns, 7),
    triedSection(tried, observation),
    section(HEADING.frontier, lore.frontier, 7),
    section(HEADING.refusedWays, refusedLines(state, tried, told.refusedWays()), 8),
    section(HEADING.held, heldLines([...seen, ...unseen], state, told), 9),
    section(HEADING.inReach, objectLines(lying, told), 9),
    section(HEADING.waysOut, waysOut(state, lore), ESSENTIAL),
  ].filter((one) => one !== null);
}

function triedSection(tried: readonly Attempt[], now: Observation): Section | null {
  const told = section(HEADING.tried, triedLines(tried, now), 6);
  return told && { ...told, short: told.body.split('\n').slice(-MOST_IN_SHORT).join('\n') };
}

function section(name: string, body: string, priority: number): Section | null {
  return body === '' ? null : { name, body, priority };
}

/** Only on arrival does a room without memories say so. */
function memoryBody({ recent, visits, observation }: GameState, lore: Lore): string {
  if (lore.locationMemory !== '') return quote(lore.locationMemory);
  const { id } = observation.location;
  const last = recent.at(-1);
  const isFirst = (visits.get(id) ?? 0) <= 1 && !lore.visitedEarlier(id) && !lore.isRemembered;
  return isFirst && (last === undefined || moved(last)) ? 'First visit - no prior experiences' : '';
}

/** The things held, and what the last turn took away without a command for it. */
function heldLines(held: readonly ZObject[], { recent }: GameState, told: Telling): string {
  const gone = recent.slice(-1).flatMap(thingsTakenAway).map(thingWords).join(', ');
  const lost = gone === '' ? '' : `(no longer held since the last turn: ${gone})`;
  return [objectLines(held, told), lost].filter(Boolean).join('\n');
}

function objectLines(objects: readonly (ZObject | VisibleObject)[], { nouns }: Telling): string {
  const typed = (object: ZObject) => (nouns === undefined ? null : typedNoun(object, nouns));
  const holderOf = (object: ZObject | VisibleObject) =>
    'inside' in object ? objects.find(({ id }) => id === object.inside) : undefined;
  return objects.map((object) => objectLine(object, holderOf(object), typed(object))).join('\n');
}

function now(state: GameState, lore: Lore, { maxTurns }: Telling): string {
  const { observation, turn, fightTurn } = state;
  const isFresh = fightTurn !== null && turn - fightTurn <= FIGHT_TURNS;
  const isInCombat = isFresh && observation.objects.some((one) => isAnimate(one) && !one.held);
  const words = sceneNowWords(observation, { turn: turn + 1, most: maxTurns, isInCombat });
  // An objective names a key to try, not one that was tried.
  const known = [lore.locationMemory, lore.knowledge, lore.proposals].join('\n');
  const shut = shutThings(state, 'unsolved', known);
  const open = leftOpen(state, lore.objectives);
  const asked = askedBack(state.recent);
  return [
    words,
    ...(asked === null ? [] : [sceneAskedWords(asked)]),
    ...(shut === '' ? [] : [`Shut: ${shut}`]),
    ...(open === '' ? [] : [`Of your plan, left open by you: ${open}`]),
    ...goneWords(state),
  ].join('\n');
}

/** Those who were here when the player left and are gone on the player's return. */
function goneWords({ recent, observation }: GameState): readonly string[] {
  const { location, isDark } = observation;
  const last = recent.at(-1);
  const left = recent.findLast(({ before }) => before.location.id === location.id);
  if (isDark === true || last === undefined || !moved(last) || left === undefined) return [];
  const isHere = ({ id }: VisibleObject) => thingsSeen(observation).some((one) => one.id === id);
  const gone = left.before.objects.filter((one) => !one.held && isAnimate(one) && !isHere(one));
  const names = gone.map(thingWords).join(', ');
  return gone.length === 0 ? [] : [`Was here at turn ${left.turn} and is not now: ${names}`];
}
