import * as z from 'zod';
import { MODEL_ERROR_KINDS } from '../domain/errors.ts';
import type { GameState } from '../domain/game-state.ts';
import { NAMES, TOLD_EXITS } from '../domain/observation.ts';
import { STOP_REASONS, type Stop } from '../domain/stop-reason.ts';
import type { Meter } from '../events/meter.ts';
import { STEP_PURPOSES } from '../interpreter/interpreter.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../model/budget.ts';

/** The result of an episode: the JSON line of `run --json` and `summary.json`. Tokens are those that providers reported. */
export const summarySchema = z.object({
  schemaVersion: z.literal(1),
  episode: z.int(),
  story: z.string(),
  /** ISO 8601. Null if the episode has no manifest. */
  startedAt: z.string().nullable(),
  /** When the run began that ended it, ISO 8601. Equal for all episodes of one run. */
  run: z.string().nullable(),
  seed: z.number(),
  /** The last turn that a fork shares with its parent. Absent if it is no fork. */
  parent: z.object({ episode: z.int(), turn: z.int() }).optional(),
  model: z.string(),
  /** Exits that the player was told. */
  exits: z.enum(TOLD_EXITS),
  names: z.enum(NAMES),
  turns: z.number(),
  /** Those of them that a recipe played without a model. */
  recipeTurns: z.number(),
  /** Where these turns ended, their points, and the player's points after them. Absent if there are none. */
  way: z
    .object({
      room: z.object({ id: z.int(), name: z.string() }),
      points: z.number(),
      beyond: z.number(),
    })
    .optional(),
  moves: z.number().nullable(),
  score: z.number().nullable(),
  /** The turn that brought the final score. Absent if it was not counted, and in a story without a score. */
  scoreTurn: z.number().optional(),
  maxScore: z.number().nullable(),
  stopReason: z.enum(STOP_REASONS),
  stopDetail: z.string(),
  /** What went wrong with a model, only if that stopped the episode. */
  modelError: z.enum(MODEL_ERROR_KINDS).optional(),
  locationsVisited: z.number(),
  /** Rooms of these that no earlier episode entered. Absent if it was not counted. */
  newRooms: z.number().optional(),
  /** Lessons that the file kept. Notes for the session do not count. */
  memoriesAdded: z.number(),
  /** Lessons that name what neither story nor episode knows. */
  inventionsRefused: z.number(),
  /** Lessons without any usable answer. */
  lessonsLost: z.number().default(0),
  /** Changes by the end of the episode that were taken back, because with them questions were answered worse. */
  changesRefused: z.number().default(0),
  modelCalls: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  cachedTokens: z.number(),
  /** Null if neither provider nor price table names a price. */
  costUsd: z.number().nullable(),
  /** Lines given to engines, by purpose. Absent if it was not counted. */
  engineSteps: z.record(z.enum(STEP_PURPOSES), z.number()).optional(),
  rejections: z.number(),
  overrides: z.number(),
  /** Share of turns that repeated an action without effect where it already had none; 0 to 1. */
  repeatedFailureRate: z.number(),
  durationMs: z.number(),
  /** Relative to the workdir. */
  directory: z.string(),
});

export type EpisodeSummary = Readonly<z.infer<typeof summarySchema>>;

/** Facts that stay the same over an episode, and its duration by a monotonic clock. */
export type SummaryFacts = Pick<
  EpisodeSummary,
  | 'names'
  | 'story'
  | 'startedAt'
  | 'run'
  | 'model'
  | 'directory'
  | 'durationMs'
  | 'newRooms'
  | 'engineSteps'
  | 'parent'
>;

export function summarise(state: GameState, stop: Stop, meter: Meter, facts: SummaryFacts) {
  const { episode, seed, turn: turns, scoreTurn, tally } = state;
  const { score, maxScore, moves, exitsTold: exits = 'probed' } = state.observation;
  const summary: EpisodeSummary = {
    ...facts,
    ...meter,
    ...tally,
    schemaVersion: 1,
    episode,
    seed,
    exits,
    turns,
    moves,
    score,
    maxScore,
    ...(score !== null && { scoreTurn }),
    way: tally.way ?? undefined,
    stopReason: stop.reason,
    stopDetail: stop.detail,
    modelError: stop.modelError,
    locationsVisited: state.visits.size,
    lessonsLost: meter.failedLessons,
    repeatedFailureRate: turns === 0 ? 0 : tally.repeatedFailures / turns,
  };
  // In the order of the fields above, without the other counts of meter and tally.
  return summarySchema.parse(summary);
}

/** Whether a model failed before one had played a turn. */
export function failedAtStart({ modelError, turns, recipeTurns }: EpisodeSummary): boolean {
  return modelError !== undefined && turns <= recipeTurns;
}

export function spentIn(summaries: readonly EpisodeSummary[]): Spent {
  return summaries
    .map((one): Spent => ({
      turns: one.turns,
      calls: one.modelCalls,
      promptTokens: one.promptTokens,
      completionTokens: one.completionTokens,
      cachedTokens: one.cachedTokens,
      costUsd: one.costUsd ?? 0,
      callsOfUnknownCost: one.costUsd === null ? one.modelCalls : 0,
      estimatedCalls: 0,
      minutes: one.durationMs / 60_000,
    }))
    .reduce(addSpent, NOTHING_SPENT);
}
