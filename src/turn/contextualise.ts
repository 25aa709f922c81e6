import type { GameState } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { Observation } from '../domain/observation.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Lore } from '../managers/context/agent-sections.ts';
import type { TurnContext } from './turn-context.ts';

/** What a turn needs of each manager. */
export interface Managers {
  readonly map: {
    observe(observation: Observation): void;
    record(turn: TurnRecord): void;
    isKnown(room: LocationId): boolean;
    /** One line per dangerous neighbour; empty when none is known. */
    dangersNearby(room: LocationId): string;
    /** The way to a target, next command first; empty when there is none. */
    route(from: LocationId, to: LocationId): string;
  };
  readonly memory: {
    /** Reads what a person or another run changed on disk since the last look. */
    sync(): void;
    getLocationMemory(room: LocationId): string;
  };
  readonly context: {
    agentMessages(state: GameState, lore: Lore): readonly [Message, Message];
  };
}

/** What the agent is told this turn. Reads the managers, changes only what the map and the file already show. */
export function contextualise(state: GameState, managers: Managers): TurnContext {
  const { observation } = state;
  const here = observation.location.id;
  managers.memory.sync();
  managers.map.observe(observation);
  const lore: Lore = {
    objectives: '',
    locationMemory: managers.memory.getLocationMemory(here),
    dangersNearby: managers.map.dangersNearby(here),
    route: state.target === null ? '' : managers.map.route(here, state.target),
    stuckWarning: '',
    isKnownRoom: (room) => managers.map.isKnown(room),
  };
  return {
    turn: state.turn + 1,
    observation,
    messages: managers.context.agentMessages(state, lore),
    attempts: state.attempts.get(here) ?? [],
  };
}
