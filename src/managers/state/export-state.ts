import type { GameState } from '../../domain/game-state.ts';
import type { CompletedObjective, Objective } from '../../domain/objective.ts';
import type { StopReason } from '../../domain/stop-reason.ts';
import { scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import type { CurrentState } from './current-state-schema.ts';
import type { Meter } from '../../events/meter.ts';
import type { WorldLoop } from './stuck-warning.ts';

const LOGGED_TURNS = 10;

/** What a game state does not say of itself. */
interface StateContext {
  readonly story: string;
  readonly model: string;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
  readonly stopReason: StopReason | null;
  readonly metrics: Meter;
  readonly contextTokens: number;
  readonly summarisedTurn: number | null;
  readonly loop: WorldLoop | null;
  readonly map: CurrentState['map'];
  readonly objectives: {
    readonly current: readonly Objective[];
    readonly completed: readonly CompletedObjective[];
  };
}

/** The content of `current_state.json`. Pure. */
export function exportState(state: GameState, around: StateContext): CurrentState {
  const { story, model, writtenAt, stopReason, loop, metrics, map, objectives } = around;
  const { episode, seed, turn, observation, tally } = state;
  const { location, inventory, exits, score, maxScore, moves, ended } = observation;
  const { rejections, overrides, repeatedFailures, deaths } = tally;
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
      returnedAfterTurns: loop?.kind === 'returned' ? loop.turnsAgo : null,
    },
    recentLog: state.recent.slice(-LOGGED_TURNS).map(logEntry),
    performance: {
      ...usage(metrics),
      rejections,
      overrides,
      repeatedFailures,
      deaths,
    },
    context: {
      lastPromptTokens: metrics.lastPromptTokens,
      largestPromptTokens: metrics.largestPromptTokens,
      contextTokens: around.contextTokens,
      summarisedTurn: around.summarisedTurn,
    },
    map,
    objectives: {
      current: objectives.current.map((one) => ({ ...one })),
      completed: objectives.completed.map((one) => ({
        ...one,
        completionLocation: place(one.completionLocation),
      })),
    },
  };
}

/** Only what the schema names: an object of the story carries more. */
function place({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name };
}

function logEntry(record: TurnRecord): CurrentState['recentLog'][number] {
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

function usage(metrics: Meter) {
  const { modelCalls, failedCalls, promptTokens, completionTokens, cachedTokens } = metrics;
  return {
    modelCalls,
    failedCalls,
    promptTokens,
    completionTokens,
    cachedTokens,
    costUsd: metrics.costUsd,
    meanLatencyMs: modelCalls === 0 ? 0 : metrics.latencyMs / modelCalls,
    failedLessons: metrics.failedLessons,
    toolWarnings: metrics.toolWarnings,
  };
}
