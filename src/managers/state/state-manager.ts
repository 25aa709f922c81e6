import type { GameConfiguration } from '../../config/schema.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { jsonFile } from '../../domain/json.ts';
import type { CompletedObjective, Objective } from '../../domain/objective.ts';
import type { StopReason } from '../../domain/stop-reason.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { ZorkEvent } from '../../events/event.ts';
import { EMPTY_METER, addToMeter } from '../../events/meter.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { QuietTurns } from '../quiet-turns.ts';
import { exportState } from './export-state.ts';
import {
  stuckWarningWords,
  describeStagnation,
  stuckEndLines,
  stuckActions,
  type Stagnation,
  describeLoop,
  findLoop,
  WORLDS_KEPT,
  type WorldLoop,
} from './stuck-warning.ts';

export interface StatePorts {
  /** Replaces `current_state.json` as a whole. Asks for the text only when it is written. Throws StorageError. */
  readonly write: (text: () => string) => void;
  /** The time, ISO 8601 in UTC. Nothing depends on it. */
  readonly now: () => string;
  readonly run: { readonly story: string; readonly model: string };
  readonly map: {
    /** Untried directions to unvisited rooms, as far as is known. */
    unexploredWays(room: LocationId): readonly { readonly action: string }[];
    distancesFrom(room: LocationId): ReadonlyMap<LocationId, number>;
    roomName(room: LocationId): string;
    mermaid(): string;
    status(): { readonly rooms: number; readonly visitedRooms: number; readonly ways: number };
  };
  /** The last turn that agent prompts only sum up. Null if there is none. */
  readonly context: { summarisedTurn(): number | null };
  readonly objectives: {
    current(): readonly Objective[];
    completed(): readonly CompletedObjective[];
  };
}

export type StateSettings = Pick<GameConfiguration, 'episode' | 'context' | 'instruction'>;

/** Without a setting, a warning is given after so many turns without progress, or after half the limit if that is less. */
const WARN_FROM = 20;

/** After so many turns without anything new, a way out of here is offered. */
const QUIET_TURNS = 10;

/** Finds loops and stagnation, words them for the agent, counts usage, and shows all of it in `current_state.json`. */
export class StateManager {
  readonly lesson = 'state';
  readonly #ports: StatePorts;
  readonly #settings: StateSettings;
  #episode = 0;
  /** One fingerprint for the start and each turn. */
  #worlds: readonly string[] = [];
  #loop: WorldLoop | null = null;
  readonly #quiet = new QuietTurns();
  #meter = EMPTY_METER;
  #returns = 0;
  #exports = 0;

  constructor(ports: StatePorts, settings: StateSettings) {
    this.#ports = ports;
    this.#settings = settings;
  }

  /** Takes in an event; a sink for the events of the episode. */
  readonly observe = (event: ZorkEvent): void => {
    this.#meter = addToMeter(this.#meter, event);
  };

  /** Takes in the turn and writes the export before it returns its promise. Rejects with StorageError. */
  async learn(state: GameState, turn: TurnRecord): Promise<void> {
    const { before, after } = turn;
    const worlds = this.#worlds.length === 0 ? [before.fingerprint] : this.#worlds;
    this.#worlds = [...worlds, after.fingerprint].slice(-WORLDS_KEPT);
    this.#loop = findLoop(this.#worlds);
    this.#quiet.record(turn);
    if (this.#loop?.kind === 'returned') this.#returns += 1;
    this.export(state);
  }

  /** Same as `learn`, for a turn of a recipe. */
  witness(state: GameState, turn: TurnRecord): Promise<void> {
    return this.learn(state, turn);
  }

  /** Writes `current_state.json`, with a reason if the episode has stopped. Throws StorageError. */
  export(state: GameState, stopReason: StopReason | null = null): void {
    this.#episode = state.episode;
    this.#ports.write(() => this.#exportText(state, stopReason));
    this.#exports += 1;
  }

  #exportText(state: GameState, stopReason: StopReason | null): string {
    const { now, run, map, objectives } = this.#ports;
    const { rooms, visitedRooms, ways } = map.status();
    const exported = exportState(state, {
      ...run,
      writtenAt: now(),
      stopReason,
      metrics: this.#meter,
      contextTokens: this.#settings.context.summariseAbove,
      summarisedTurn: this.#ports.context.summarisedTurn(),
      loop: this.#loop,
      map: { rooms, visitedRooms, ways, mermaid: map.mermaid() },
      objectives: { current: objectives.current(), completed: objectives.completed() },
    });
    return jsonFile(exported);
  }

  /** The instruction of the person who runs the episode, quoted. Empty if there is none. */
  instruction(): string {
    const { instruction } = this.#settings;
    return instruction === null ? '' : quote(instruction);
  }

  /** The warning about going in circles or getting nowhere. Empty if there is none. */
  stuckWarning(state: GameState): string {
    if (!this.#settings.episode.warnWhenStuck) return '';
    const actions = state.recent.map(({ decision }) => decision.action);
    return [
      describeLoop(this.#loop, actions, this.#quiet.count),
      this.#stagnationWords(this.#stagnation(state)),
    ]
      .filter((part) => part !== '')
      .join('\n');
  }

  #stagnationWords(stagnation: Stagnation): string {
    const { turnsQuiet, turnsStuck } = stagnation;
    const { warnStuckFrom, maxTurnsStuck } = this.#settings.episode;
    const from = warnStuckFrom ?? Math.min(WARN_FROM, Math.ceil(maxTurnsStuck / 2));
    if (turnsQuiet >= from) return describeStagnation(stagnation, maxTurnsStuck);
    const isEnding = stagnation.endsEpisode && turnsStuck >= from;
    return [
      ...(isEnding ? stuckEndLines(stagnation) : []),
      ...(turnsQuiet >= QUIET_TURNS ? [stuckWarningWords(turnsQuiet, stagnation)] : []),
    ].join('\n');
  }

  status() {
    return {
      component: 'state',
      state: {
        episode: this.#episode,
        worlds: new Set(this.#worlds).size,
        summarisedTurn: this.#ports.context.summarisedTurn(),
      },
      metrics: { ...this.#meter, returns: this.#returns, exports: this.#exports },
    };
  }

  #stagnation(state: GameState): Stagnation {
    const { objectives } = this.#ports;
    const { maxTurns, maxTurnsStuck, stopWhenStuck, stuckCheckInterval } = this.#settings.episode;
    const completed = objectives.completed().map(({ completedTurn }) => completedTurn);
    const progressTurn = Math.max(state.progressTurn, ...completed);
    // The check runs every so many turns, and only in turns before the last.
    const due = Math.max(progressTurn + maxTurnsStuck, state.turn + 1);
    const end = Math.ceil(due / stuckCheckInterval) * stuckCheckInterval;
    const turnsStuck = state.turn - progressTurn;
    return {
      turnsQuiet: Math.min(this.#quiet.count, turnsStuck),
      turnsStuck,
      turnsLeft: end - state.turn,
      endsEpisode: stopWhenStuck && end < maxTurns,
      hasObjectives: objectives.current().length > 0,
      ...this.#untried(state.observation.location.id),
      repeated: stuckActions(state.recent, this.#settings.context.noveltyWindow),
    };
  }

  /** Exits to new rooms: here, and in the nearest other room that has some. */
  #untried(here: LocationId): Pick<Stagnation, 'untriedHere' | 'untriedNear'> {
    const { map } = this.#ports;
    const waysOf = (room: LocationId) => map.unexploredWays(room).map(({ action }) => action);
    const rooms = [...map.distancesFrom(here)].filter(([room]) => room !== here);
    const near = rooms
      .sort(([, a], [, b]) => a - b)
      .map(([room]) => room)
      .find((room) => waysOf(room).length > 0);
    const untriedNear =
      near === undefined
        ? null
        : { place: roomWords({ id: near, name: map.roomName(near) }), directions: waysOf(near) };
    return { untriedHere: waysOf(here), untriedNear };
  }
}
