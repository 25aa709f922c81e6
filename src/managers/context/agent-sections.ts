import type { Attempt, GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Observation, VisibleObject, ZObject } from '../../domain/observation.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import { ESSENTIAL, type Section } from './section.ts';

const MAX_TRIED = 14;
const RESPONSE_LENGTH = 160;
const REASONING_LENGTH = 240;

/** A fight that nothing was heard of for longer is not told of. */
const FIGHT_TURNS = 2;

/** What the managers know of this moment, already worded by them; empty strings leave their section out. */
export interface Lore {
  /** Lines of the knowledge base that fit; quoted. */
  readonly knowledge: string;
  /** The game so far in short, where prompts no longer hold it. */
  readonly summary: string;
  readonly objectives: string;
  readonly locationMemory: string;
  readonly dangersNearby: string;
  readonly route: string;
  readonly stuckWarning: string;
  /** Whether the player was in a room in an earlier episode. */
  readonly visitedEarlier: (id: LocationId) => boolean;
}

export interface Windows {
  readonly reasoningTurns: number;
  readonly roomDescriptionAgeWindow: number;
}

/** The agent's sections, slowest to change first, the newest game text last. Pure. */
export function agentSections(state: GameState, lore: Lore, windows: Windows): readonly Section[] {
  const { observation } = state;
  const here = observation.location.id;
  const candidates: readonly (Section | null)[] = [
    section('Knowledge from earlier episodes', lore.knowledge, 6),
    section('Story so far', lore.summary, 6),
    section('Objectives', lore.objectives, 7),
    section('Held', objectLines(heldObjects(observation)), 6),
    section(`What earlier visits taught about this place`, memoryBody(state, lore), 9),
    section('Dangers one step away', lore.dangersNearby, 8),
    section('Ways out', exitLines(state, lore), ESSENTIAL),
    section('Things in reach', objectLines(observation.objects.filter((o) => !o.held)), 8),
    section('Tried here', triedLines(state.attempts.get(here) ?? [], observation), 8),
    section('Recent turns', recentTurns(state, windows.reasoningTurns), 5),
    section('Route', lore.route, 8),
    section('Warning', lore.stuckWarning, 9),
    roomDescription(state, windows.roomDescriptionAgeWindow),
    section('Now', now(state), ESSENTIAL),
    section('Newest game text', quote(observation.text), ESSENTIAL),
  ];
  return candidates.filter((candidate) => candidate !== null);
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
      const where = container === undefined ? '' : ` (in ${container.name})`;
      return `- ${oneLine(object.name, 60)}${where}${traits}`;
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
  const lines = state.observation.exits.map(({ command, to, deadly }) => {
    // Where a probe found death its destination is where a game put the player afterwards, and says nothing.
    if (deadly) return `- ${command}: somewhere new, untried this episode`;
    const visits = state.visits.get(to.id) ?? 0;
    const place = visits > 0 || lore.visitedEarlier(to.id) ? oneLine(to.name, 60) : 'somewhere new';
    const times = visits === 1 ? 'been there once' : `been there ${visits} times`;
    return `- ${command}: ${place} (${to.id})${visits > 0 ? `, ${times}` : ', untried this episode'}`;
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
      return `- ${oneLine(action, 80)}${times > 1 ? ` (${times}x)` : ''}: ${outcome}`;
    })
    .join('\n');
}

function recentTurns(state: GameState, window: number): string {
  return state.recent
    .slice(-window)
    .map(({ turn, decision, after }) =>
      [
        `Turn ${turn}:`,
        `Reasoning: ${oneLine(decision.reasoning, REASONING_LENGTH) || '(No reasoning recorded)'}`,
        `Action: ${oneLine(decision.action, 120)}`,
        `Response: ${oneLine(after.text, RESPONSE_LENGTH) || '(Response not recorded)'}`,
      ].join('\n'),
    )
    .join('\n');
}

function roomDescription(state: GameState, ageWindow: number): Section | null {
  const { roomDescription: description, turn, observation } = state;
  if (description === null || description.locationId !== observation.location.id) return null;
  const age = turn - description.turn;
  if (age > ageWindow || description.text === observation.text) return null;
  const ago = age === 0 ? '' : ` (${age} ${age === 1 ? 'turn' : 'turns'} ago)`;
  return { name: `Room description${ago}`, body: quote(description.text), priority: 7 };
}

function now({ observation, turn, fightTurn }: GameState): string {
  const { location, score, maxScore, moves, waitsFor } = observation;
  const most = maxScore === null ? '' : `/${maxScore}`;
  const points = ` | Score: ${score === null ? 'unknown' : `${score}${most}`}`;
  const count = moves === null ? '' : ` | Moves: ${moves}`;
  const fight = fightTurn !== null && turn - fightTurn <= FIGHT_TURNS ? ' | In combat' : '';
  return `Turn ${turn + 1} | Location: ${oneLine(location.name, 60)} (${location.id})${points}${count}${fight}${waitsFor === 'key' ? `\n${ONE_KEY}` : ''}`;
}
