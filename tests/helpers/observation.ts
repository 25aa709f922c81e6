import { openingState, type Attempt, type GameState } from '../../src/domain/game-state.ts';
import { locationId, objectId } from '../../src/domain/ids.ts';
import type { Observation, Trait, VisibleObject } from '../../src/domain/observation.ts';
import type { Decision } from '../../src/domain/proposal.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import type { Limits } from '../../src/episode/run-episode.ts';

/** An observation in a quiet hall; a test names only what it is about. */
export function observation(differs: Partial<Observation> = {}): Observation {
  return {
    text: 'Hall\nA quiet hall.',
    died: false,
    location: { id: locationId(1), name: 'Hall' },
    inventory: [],
    objects: [],
    score: 0,
    maxScore: 100,
    moves: 0,
    ended: null,
    exits: [],
    fingerprint: 'world-1',
    scene: 'scene-1',
    ...differs,
  };
}

export function thing(id: number, name: string, ...traits: readonly Trait[]): VisibleObject {
  return { id: objectId(id), name, inside: null, held: false, traits };
}

export function exit(
  direction: Observation['exits'][number]['direction'],
  id: number,
  name = `Room ${id}`,
) {
  return {
    direction,
    command: direction as string,
    to: { id: locationId(id), name },
    deadly: false,
  };
}

export function decision(action: string, differs: Partial<Decision> = {}): Decision {
  return {
    action,
    reasoning: `because of ${action}`,
    newObjective: null,
    judged: [],
    overridden: false,
    ...differs,
  };
}

export function turn(
  number: number,
  action: string,
  before: Partial<Observation> = {},
  after: Partial<Observation> = {},
): TurnRecord {
  const start = observation(before);
  return { turn: number, before: start, decision: decision(action), after: { ...start, ...after } };
}

export function state(differs: Partial<GameState> = {}): GameState {
  return { ...openingState(1, 12, differs.observation ?? observation()), ...differs };
}

/** What was tried once and refused; a test names only what it is about. */
export function attempt(action: string, differs: Partial<Attempt> = {}): Attempt {
  return {
    action,
    times: 1,
    brought: 'refused',
    moment: { objects: [], inventory: [], moves: 0 },
    failures: 1,
    failedInScene: 'scene-1',
    inVain: 1,
    confirmed: false,
    response: 'No.',
    lastTurn: 1,
    ...differs,
  };
}

/** The limits of an episode that nobody configured and nobody stops. */
export const LIMITS: Limits = {
  maxTurns: 200,
  maxTurnsStuck: 40,
  stopWhenStuck: true,
  stuckCheckInterval: 10,
  continueAfterDeath: false,
  stopRequested: () => false,
};
