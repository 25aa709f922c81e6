import type { Attempt, GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Location, Observation, VisibleObject, ZObject } from '../../domain/observation.ts';
import { quote } from '../../prompts/quote.ts';
import { DEADLY_WAY, FRONTIER_HEADING } from '../../prompts/frontier-wording.ts';
import { LUCK_HEADING, RECIPE_HEADING } from '../../prompts/recipe-wording.ts';
import { commandWords, roomWords, thingWords, turnCount } from '../../prompts/wording.ts';
import { ESSENTIAL, type Section } from './section.ts';

const MAX_TRIED = 14;

/** A fight that nothing was heard of for longer is not told of. */
const FIGHT_TURNS = 2;

/** What the managers know of this moment, already worded by them; empty strings leave their section out. */
export interface Lore {
  /** What earlier episodes taught about the whole game: lines of the knowledge base that fit; quoted. */
  readonly knowledge: string;
  /** The checked way to points that the player is advised to take. */
  readonly recipe: string;
  /** The way to more points that needs luck. */
  readonly luck: string;
  /** Rooms where the player was in earlier episodes. */
  readonly places: readonly Location[];
  /** What no episode has tried yet, here and near; empty while a recipe is followed. */
  readonly frontier: string;
  readonly objectives: string;
  readonly locationMemory: string;
  readonly dangersNearby: string;
  /** What the clock will bring soon, in whatever room. */
  readonly alarms: string;
  readonly route: string;
  readonly stuckWarning: string;
  /** What the person who lets it play says; quoted. */
  readonly instruction: string;
  /** Whether the player was in a room in an earlier episode. */
  readonly visitedEarlier: (id: LocationId) => boolean;
}

/** What earlier episodes taught, for the beginning of the conversation. */
export function lessonSections({ knowledge, recipe, luck, places }: Lore): readonly Section[] {
  const rooms = places.map((room) => `- ${roomWords(room)}`).join('\n');
  return [
    section('Knowledge from earlier episodes', knowledge, ESSENTIAL),
    section(RECIPE_HEADING, recipe, ESSENTIAL),
    section(LUCK_HEADING, luck, ESSENTIAL),
    section('Places known from earlier episodes', rooms, ESSENTIAL),
  ].filter((one) => one !== null);
}

/** The state block: how things stand at this moment. It follows the newest text and is not kept. Pure. */
export function stateSections(
  state: GameState,
  lore: Lore,
  maxTurns: number | null,
): readonly Section[] {
  const { observation } = state;
  const tried = state.attempts.get(observation.location.id) ?? [];
  return [
    section(FRONTIER_HEADING, lore.frontier, 8),
    section('Now', now(state, maxTurns), ESSENTIAL),
    section('Held', objectLines(heldObjects(observation)), 9),
    section('Things in reach', objectLines(observation.objects.filter((o) => !o.held)), 8),
    section('Ways out', exitLines(state, lore), ESSENTIAL),
    roomDescription(state),
    section('What earlier visits taught about this place', memoryBody(state, lore), 9),
    section('Dangers that come by themselves', lore.alarms, 9),
    section('Dangers one step away', lore.dangersNearby, 8),
    section('Route', lore.route, 8),
    section('Objectives', lore.objectives, 7),
    section('Tried here', triedLines(tried, observation), 8),
    section('Warning', lore.stuckWarning, 9),
    section('Instruction of the person who lets you play', lore.instruction, ESSENTIAL),
  ].filter((one) => one !== null);
}

function section(name: string, body: string, priority: number): Section | null {
  return body === '' ? null : { name, body, priority };
}

function memoryBody(state: GameState, lore: Lore): string {
  if (lore.locationMemory !== '') return lore.locationMemory;
  const arrivals = state.visits.get(state.observation.location.id) ?? 0;
  return arrivals <= 1 && !lore.visitedEarlier(state.observation.location.id)
    ? 'First visit - no prior experiences'
    : 'Visited before, nothing learnt';
}

function heldObjects({ objects, inventory }: Observation): readonly (ZObject | VisibleObject)[] {
  const seen = objects.filter(({ held }) => held);
  const rest = inventory.filter(({ id }) => !seen.some((object) => object.id === id));
  return [...seen, ...rest];
}

function objectLines(objects: readonly (ZObject | VisibleObject)[]): string {
  return objects
    .map((object) => {
      const traits =
        'traits' in object && object.traits.length > 0 ? `: ${object.traits.join(', ')}` : '';
      const container =
        'inside' in object ? objects.find(({ id }) => id === object.inside) : undefined;
      const where = container === undefined ? '' : ` (in ${thingWords(container)})`;
      return `- ${thingWords(object)}${where}${traits}`;
    })
    .join('\n');
}

/** Told where a command would be read as its first letter. */
const ONE_KEY =
  'The game waits for one key, not for a command: the action is that key, a character, `enter` or `space`.';

const UNTOLD = {
  seen: '(only ways that were walked are listed; any other direction may lead somewhere, too)',
  none: '(not told; any direction may lead somewhere)',
} as const;

function exitLines(state: GameState, lore: Lore): string {
  if (state.observation.waitsFor === 'key') return '(unknown until the key is pressed)';
  const lines = state.observation.exits.map(({ direction, command, to, deadly }) => {
    const way = command === direction ? direction : `${direction} (${command})`;
    // Where a probe found death its destination is where a game put the player afterwards, and says nothing.
    if (deadly) return `- ${way}: ${DEADLY_WAY}`;
    const visits = state.visits.get(to.id) ?? 0;
    const isKnown = visits > 0 || lore.visitedEarlier(to.id);
    const place = roomWords(isKnown ? to : { ...to, name: 'somewhere new' });
    const times = visits === 1 ? 'been there once' : `been there ${visits} times`;
    return `- ${way}: ${place}${visits > 0 ? `, ${times}` : ', untried this episode'}`;
  });
  const { exitsTold } = state.observation;
  if (exitsTold !== undefined) return [...lines, UNTOLD[exitsTold]].join('\n');
  return lines.length > 0 ? lines.join('\n') : '(no direction leads anywhere now)';
}

function triedLines(attempts: readonly Attempt[], { scene }: Observation): string {
  return attempts
    .slice(-MAX_TRIED)
    .map(({ action, times, failedInScene, failures }) => {
      const outcome =
        failedInScene === scene
          ? 'no effect, and nothing changed since'
          : failures > 0
            ? 'no effect then'
            : 'had an effect';
      return `- ${commandWords(action)}${times > 1 ? ` (${times}x)` : ''}: ${outcome}`;
    })
    .join('\n');
}

/** The player always knows how the room looks, also where the newest text does not say it. */
function roomDescription({ descriptions, turn, observation }: GameState): Section | null {
  const description = descriptions.get(observation.location.id);
  if (description === undefined || observation.text.includes(description.text)) return null;
  const age = turn - description.turn;
  const ago = age === 0 ? '' : ` (${age} ${age === 1 ? 'turn' : 'turns'} ago)`;
  return { name: `Room description${ago}`, body: quote(description.text), priority: ESSENTIAL };
}

function now({ observation, turn, fightTurn }: GameState, maxTurns: number | null): string {
  const { location, score, maxScore, moves, waitsFor } = observation;
  const most = maxScore === null ? '' : `/${maxScore}`;
  const points = ` | Score: ${score === null ? 'unknown' : `${score}${most}`}`;
  const count = moves === null ? '' : ` | Moves: ${moves}`;
  const fight = fightTurn !== null && turn - fightTurn <= FIGHT_TURNS ? ' | In combat' : '';
  const key = waitsFor === 'key' ? `\n${ONE_KEY}` : '';
  return `${turnCount(turn + 1, maxTurns)} | Location: ${roomWords(location)}${points}${count}${fight}${key}`;
}
