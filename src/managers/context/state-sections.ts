import { askedBack } from '../../domain/asked-back.ts';
import { moved, thingsTakenAway } from '../../domain/turn-effect.ts';
import { type GameState, thingsInHand } from '../../domain/game-state.ts';
import { type Nouns, typedNoun } from '../../domain/named-things.ts';
import {
  type Location,
  type RefusedWay,
  type VisibleObject,
  type ZObject,
  isAnimate,
  thingsSeen,
} from '../../domain/observation.ts';
import { ESSENTIAL, HEADING, STATE_BLOCK } from '../../prompts/question.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { leftOpen, shutThings } from '../../prompts/shut-wording.ts';
import { objectLine, sceneAskedWords, sceneNowWords } from '../../prompts/scene-wording.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import { refusedLines } from './refused-ways.ts';
import { type LookAgain, roomSection } from './room-section.ts';
import type { Section } from './section.ts';
import { triedLines } from './tried-lines.ts';
import { type KnownEnds, waysOut } from './ways-out.ts';

/** If there is no room for all attempts, so many of the newest are told. */
const MOST_IN_SHORT = 5;

/** A fight without news for more turns is not told, nor one with nobody in reach. */
const FIGHT_TURNS = 2;

type Part = keyof typeof STATE_BLOCK;
/** The parts of the state block that are made here, from the state of the game. */
type OfState = 'now' | 'tried' | 'refusedWays' | 'held' | 'inReach' | 'waysOut';
type OfLore = Exclude<Part, OfState> | 'knowledge' | 'recipe' | 'luck';

/** What the managers know of this moment, in words, by its heading. An empty string leaves its part out. */
export interface Lore extends KnownEnds, Readonly<Record<OfLore, string>> {
  readonly places: readonly Location[];
  /** Whether any memory of the room is believed, shown now or not. */
  readonly isRemembered: boolean;
}

/** The lessons of earlier episodes, for the beginning of the conversation. */
export function lessonSections({ knowledge, recipe, luck, places }: Lore): readonly Section[] {
  return [
    ...section('knowledge', knowledge),
    ...section('recipe', recipe),
    ...section('luck', luck),
    ...section('places', places.map((room) => `- ${roomWords(room)}`).join('\n')),
  ];
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
  const bodies: Readonly<Record<Part, string>> = {
    ...lore,
    now: now(state, lore, told),
    memories: memoryBody(state, lore),
    tried: triedLines(tried, observation),
    refusedWays: refusedLines(state, tried, told.refusedWays()),
    held: heldLines([...seen, ...unseen], state, told),
    inReach: objectLines(lying, told),
    waysOut: waysOut(state, lore),
  };
  const isKnown = lore.visitedEarlier(observation.location.id);
  const room = roomSection(state, told.folded, told.lookAgain, isKnown);
  const parts = Object.keys(STATE_BLOCK) as Part[];
  return parts.flatMap((part) => [
    ...section(part, bodies[part], STATE_BLOCK[part]),
    ...(part === 'now' && room !== null ? [room] : []),
  ]);
}

function section(
  part: keyof typeof HEADING,
  body: string,
  priority: number = ESSENTIAL,
): readonly Section[] {
  if (body === '') return [];
  const newest = body.split('\n').slice(-MOST_IN_SHORT).join('\n');
  return [{ name: HEADING[part], body, priority, ...(part === 'tried' && { short: newest }) }];
}

/** Only on arrival does a room without memories say so. */
function memoryBody({ recent, visits, observation }: GameState, lore: Lore): string {
  if (lore.memories !== '') return quote(lore.memories);
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
  const known = [lore.memories, lore.knowledge, lore.proposals].join('\n');
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
