import { canonicalAction } from '../../domain/command.ts';
import type { Location, Observation } from '../../domain/observation.ts';
import type { Decision } from '../../domain/proposal.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { addRoom, addToEdge } from './grow-graph.ts';
import { edgesFrom, type MapGraph } from './map-graph.ts';
import { isDirection } from './compare-actions.ts';

/** What a turn proves about the map, judged by location ids alone. */
export type Movement =
  | {
      readonly kind: 'walked';
      readonly from: Location;
      readonly action: string;
      /** The words played. */
      readonly command: string;
      readonly to: Location;
    }
  | {
      readonly kind: 'failed' | 'died';
      readonly from: Location;
      readonly action: string;
    }
  | { readonly kind: 'none' };

/** What of a turn tells where it led. */
interface Step {
  readonly before: Pick<Observation, 'location' | 'ended'>;
  readonly decision: Pick<Decision, 'action'>;
  readonly after: Pick<Observation, 'location' | 'ended'>;
  readonly cause?: TurnRecord['cause'];
}

/** Commands that mean something else each time, so that they can never be a way. */
const REFERS_BACK = new Set(['', 'again', 'g', 'undo']);

/**
 * Reads the movement out of any turn. Dying on the way is a death, never an arrival: where the game puts a dead player
 * is not where the action leads, and where the clock takes the player neither. Whether a command
 * that did not move was an attempt to move is for the map to judge.
 */
export function analyseMovement(step: Step): Movement {
  const command = step.decision.action.trim().toLowerCase();
  const action = canonicalAction(command);
  const { before, after } = step;
  if (before.ended !== null || after.ended === 'quit' || REFERS_BACK.has(action)) {
    return { kind: 'none' };
  }
  if (after.ended === 'death') return { kind: 'died', from: before.location, action };
  const hasMoved = before.location.id !== after.location.id;
  if (hasMoved && step.cause === 'clock') return { kind: 'none' };
  return hasMoved
    ? { kind: 'walked', from: before.location, action, command, to: after.location }
    : { kind: 'failed', from: before.location, action };
}

/**
 * Applies a movement. A failure or a death belongs to the map only when the action is a direction or has led somewhere
 * from this room before ("enter window" may fail, "take lamp" is no business of the map).
 */
export function applyMovement(graph: MapGraph, movement: Movement, episode: number): MapGraph {
  if (movement.kind === 'none') return graph;
  const { from, action } = movement;
  if (movement.kind === 'walked') {
    const rooms = addRoom(addRoom(graph, from, episode), movement.to, episode);
    const spelt = movement.command === action ? {} : { command: movement.command };
    const finding = { kind: 'walked', to: movement.to.id, ...spelt } as const;
    return addToEdge(rooms, from.id, action, { episode, finding });
  }
  if (!isDirection(action) && !edgesFrom(graph, from.id).has(action)) return graph;
  const finding = { kind: movement.kind };
  return addToEdge(addRoom(graph, from, episode), from.id, action, { episode, finding });
}
