import * as z from 'zod';
import { STOP_REASONS } from '../../../src/domain/stop-reason.ts';

const count = z.int().min(0);
const location = z.strictObject({ id: count, name: z.string() });
const thing = z.strictObject({ id: count, name: z.string() });
const nullableScore = z.int().nullable();

const logEntry = z.strictObject({
  turn: z.int().min(1),
  location,
  action: z.string(),
  reasoning: z.string(),
  response: z.string(),
  score: nullableScore,
  scoreChange: z.int(),
  rejections: count,
  overridden: z.boolean(),
});

const objective = z.strictObject({
  text: z.string(),
  target: count.nullable(),
  origin: z.enum(['discovered', 'agent', 'bootstrap']),
  createdTurn: count,
  renewedTurn: count,
});

const completedObjective = z.strictObject({
  objective: z.string(),
  completedTurn: count,
  completionAction: z.string(),
  completionResponse: z.string(),
  completionLocation: location,
  completionScore: nullableScore,
});

/** Shape of `current_state.json`: what a dashboard shows while an episode is played. */
export const currentStateSchema = z.strictObject({
  schemaVersion: z.literal(1),
  metadata: z.strictObject({
    /** IFID of the story. */
    story: z.string(),
    model: z.string(),
    episode: count,
    seed: count,
    turn: count,
    writtenAt: z.iso.datetime(),
    /** Null while the episode is played. */
    stopReason: z.enum(STOP_REASONS).nullable(),
  }),
  current: z.strictObject({
    location,
    inventory: z.array(thing),
    exits: z.array(
      z.strictObject({
        direction: z.string(),
        command: z.string(),
        to: location,
        deadly: z.boolean(),
      }),
    ),
    score: nullableScore,
    maxScore: nullableScore,
    moves: nullableScore,
    ended: z.enum(['victory', 'death', 'quit']).nullable(),
    target: count.nullable(),
    turnsWithoutProgress: count,
    /** Turns since the world was exactly like this and was left; null when it never was. */
    returnedAfterTurns: count.nullable(),
  }),
  /** The newest turns, oldest first. */
  recentLog: z.array(logEntry).max(10),
  performance: z.strictObject({
    modelCalls: count,
    failedCalls: count,
    promptTokens: count,
    completionTokens: count,
    cachedTokens: count,
    costUsd: z.number().nullable(),
    meanLatencyMs: z.number().min(0),
    rejections: count,
    overrides: count,
    repeatedFailures: count,
    deaths: count,
    failedLessons: count,
    toolWarnings: count,
  }),
  context: z.strictObject({
    lastPromptTokens: count,
    largestPromptTokens: count,
    contextTokens: count,
    /** Turn of the newest summary of the game so far; null while none was needed. */
    summarisedTurn: count.nullable(),
  }),
  map: z.strictObject({
    rooms: count,
    visitedRooms: count,
    ways: count,
    mermaid: z.string(),
  }),
  objectives: z.strictObject({
    current: z.array(objective),
    completed: z.array(completedObjective),
  }),
});
