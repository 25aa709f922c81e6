import { scoreChange } from '../../domain/turn-effect.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { CompletedObjective, Objective } from '../../domain/objective.ts';
import type { StopReason } from '../../domain/stop-reason.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import type { Meter } from '../../events/meter.ts';
import type { WorldLoop } from './stuck-warning.ts';

const LOGGED_TURNS = 10;

/** Facts that a game state does not hold. */
interface StateContext {
  readonly story: string;
  readonly model: string;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
  readonly stopReason: StopReason | null;
  readonly metrics: Meter;
  readonly contextTokens: number;
  /** The turn of the newest summary of the game so far. Null if there is none. */
  readonly summarisedTurn: number | null;
  readonly loop: WorldLoop | null;
  readonly map: {
    readonly rooms: number;
    readonly visitedRooms: number;
    readonly ways: number;
    readonly mermaid: string;
  };
  readonly objectives: {
    readonly current: readonly Objective[];
    readonly completed: readonly CompletedObjective[];
  };
}

/** The content of `current_state.json`, for dashboards while an episode is played. */
export function exportState(state: GameState, around: StateContext) {
  const { story, model, writtenAt, stopReason, loop, metrics, map, objectives } = around;
  const { episode, seed, turn, observation, tally } = state;
  const { location, inventory, exits, score, maxScore, moves, ended } = observation;
  const { lastPromptTokens, largestPromptTokens } = metrics;
  const { contextTokens, summarisedTurn } = around;
  return {
    schemaVersion: 1,
    metadata: { story, model, episode, seed, turn, writtenAt, stopReason },
    current: {
      location: place(location),
      inventory: inventory.map(place),
      exits: exits.map(({ to, ...exit }) => ({ ...exit, to: place(to) })),
      score,
      maxScore,
      moves,
      ended,
      target: state.target,
      turnsWithoutProgress: turn - state.progressTurn,
      /** Turns since the world was exactly the same and then changed. Null if it never was. */
      returnedAfterTurns: loop?.kind === 'returned' ? loop.turnsAgo : null,
    },
    recentLog: state.recent.slice(-LOGGED_TURNS).map(logEntry),
    performance: {
      modelCalls: metrics.modelCalls,
      failedCalls: metrics.failedCalls,
      promptTokens: metrics.promptTokens,
      completionTokens: metrics.completionTokens,
      cachedTokens: metrics.cachedTokens,
      costUsd: metrics.costUsd,
      meanLatencyMs: metrics.modelCalls === 0 ? 0 : metrics.latencyMs / metrics.modelCalls,
      failedLessons: metrics.failedLessons,
      toolWarnings: metrics.toolWarnings,
      rejections: tally.rejections,
      overrides: tally.overrides,
      repeatedFailures: tally.repeatedFailures,
      deaths: tally.deaths,
    },
    context: { lastPromptTokens, largestPromptTokens, contextTokens, summarisedTurn },
    map,
    objectives: {
      current: objectives.current,
      completed: objectives.completed.map((one) => {
        const { claimedTurn: _, ...told } = one;
        return { ...told, completionLocation: place(one.completionLocation) };
      }),
    },
  };
}

/** Only what dashboards need; an object of the story has more fields. */
function place({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name };
}

function logEntry(record: TurnRecord) {
  const { turn, before, decision, after } = record;
  return {
    turn,
    location: place(before.location),
    action: decision.action,
    reasoning: decision.reasoning,
    response: after.text,
    score: after.score,
    scoreChange: scoreChange(record),
    rejections: decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length,
    overridden: decision.overridden,
  };
}
