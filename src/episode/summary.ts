import type { ModelErrorKind } from '../domain/errors.ts';
import type { ToldExits } from '../domain/observation.ts';
import type { Stop } from '../domain/stop-reason.ts';
import type { GameState } from '../domain/game-state.ts';
import type { ZorkEvent } from '../events/event.ts';

/** What an episode came to: the JSON line of `run --json` and `summary.json`. Tokens are what providers reported. */
export interface EpisodeSummary {
  readonly schemaVersion: 1;
  readonly episode: number;
  readonly story: string;
  readonly seed: number;
  readonly model: string;
  /** Ways out that the player was told. */
  readonly exits: ToldExits;
  readonly turns: number;
  readonly moves: number | null;
  readonly score: number | null;
  readonly maxScore: number | null;
  readonly stopReason: Stop['reason'];
  readonly stopDetail: string;
  /** What went wrong with a model; only when that stopped the episode. */
  readonly modelError?: ModelErrorKind;
  readonly locationsVisited: number;
  readonly memoriesAdded: number;
  readonly modelCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  /** Null when no provider and no price table named a price. */
  readonly costUsd: number | null;
  readonly rejections: number;
  readonly overrides: number;
  /** Share of turns that repeated an action without effect where it already had none; 0 to 1. */
  readonly repeatedFailureRate: number;
  readonly durationMs: number;
  /** Relative to the workdir. */
  readonly directory: string;
}

/** Counts over the events of one episode. */
export interface Meter {
  readonly modelCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly costUsd: number | null;
  readonly memoriesAdded: number;
}

export const EMPTY_METER: Meter = {
  modelCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  costUsd: null,
  memoriesAdded: 0,
};

/** The meter after one more event. Pure. */
export function measure(meter: Meter, event: ZorkEvent): Meter {
  if (event.type === 'memory-added') return { ...meter, memoriesAdded: meter.memoriesAdded + 1 };
  if (event.type !== 'model-call') return meter;
  return {
    ...meter,
    modelCalls: meter.modelCalls + 1,
    promptTokens: meter.promptTokens + event.promptTokens,
    completionTokens: meter.completionTokens + event.completionTokens,
    cachedTokens: meter.cachedTokens + event.cachedTokens,
    costUsd: event.costUsd === null ? meter.costUsd : (meter.costUsd ?? 0) + event.costUsd,
  };
}

/** What stays the same over an episode and where it was written. */
export interface EpisodeFacts {
  readonly story: string;
  readonly model: string;
  readonly directory: string;
  /** From a monotonic clock. */
  readonly durationMs: number;
}

export function summarise(
  state: GameState,
  stop: Stop,
  meter: Meter,
  facts: EpisodeFacts,
): EpisodeSummary {
  const { score, maxScore, moves } = state.observation;
  const { rejections, overrides, repeatedFailures } = state.tally;
  return {
    schemaVersion: 1,
    episode: state.episode,
    story: facts.story,
    seed: state.seed,
    model: facts.model,
    exits: state.observation.exitsTold ?? 'probed',
    turns: state.turn,
    moves,
    score,
    maxScore,
    stopReason: stop.reason,
    stopDetail: stop.detail,
    ...(stop.modelError !== undefined && { modelError: stop.modelError }),
    locationsVisited: state.visits.size,
    ...meter,
    rejections,
    overrides,
    repeatedFailureRate: state.turn === 0 ? 0 : repeatedFailures / state.turn,
    durationMs: facts.durationMs,
    directory: facts.directory,
  };
}
