import * as z from 'zod';
import { MODEL_ERROR_KINDS, ModelError } from '../domain/errors.ts';
import { ROLES } from '../domain/message.ts';
import type { ModelCall } from './recorder.ts';

const usage = z.object({
  promptTokens: z.number(),
  completionTokens: z.number(),
  cachedTokens: z.number(),
  reasoningTokens: z.number(),
  costUsd: z.number().nullable(),
  isEstimated: z.literal(true).optional(),
});

const call = z.object({
  role: z.enum(ROLES),
  requestHash: z.string(),
  /** The turn it was asked for; absent where that is not known. */
  turn: z.int().min(1).optional(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .readonly(),
  /** Whether a fork has it from its parent: nobody was asked and nothing paid for it. */
  copied: z.literal(true).optional(),
  attempt: z.number(),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  /** What the answer itself took. */
  latencyMs: z.number(),
  /** What was waited before it was asked for the last time; absent where that is nothing. */
  waitedMs: z.number().optional(),
  /** Attempts that failed before the outcome; absent where the first one brought it. */
  failedAttempts: z
    .array(z.object({ kind: z.enum(MODEL_ERROR_KINDS), message: z.string(), waitMs: z.number() }))
    .readonly()
    .optional(),
});

const answered = call.extend({
  outcome: z.literal('answered'),
  text: z.string(),
  reasoning: z.string(),
  usage,
  finishReason: z.enum(['stop', 'length', 'loop', 'refusal', 'other']),
  model: z.string(),
});

const failed = call.extend({
  outcome: z.literal('failed'),
  kind: z.enum(MODEL_ERROR_KINDS),
  message: z.string(),
  retryable: z.boolean(),
  retryAfterMs: z.number().nullable(),
  evidence: z.string(),
});

/** One recorded question with its reply or its failure, as plain JSON: a line of a cassette. */
export const callRecordSchema = z.discriminatedUnion('outcome', [answered, failed]);

export type CallRecord = Readonly<z.infer<typeof callRecordSchema>>;

export function toCallRecord({
  request,
  requestHash,
  turn,
  attempt,
  startedAt,
  latencyMs,
  waitedMs,
  failedAttempts,
  outcome,
}: ModelCall): CallRecord {
  const asked = {
    role: request.role,
    requestHash,
    ...(turn !== null && { turn }),
    messages: request.messages,
    ...(request.memories !== undefined &&
      request.memories.length > 0 && { memories: request.memories }),
    attempt,
    startedAt,
    latencyMs: Math.round(latencyMs),
    ...(Math.round(waitedMs) > 0 && { waitedMs: Math.round(waitedMs) }),
    ...(failedAttempts.length > 0 && { failedAttempts }),
  };
  if (!(outcome instanceof ModelError)) return { ...asked, outcome: 'answered', ...outcome };
  const { kind, message, retryable, retryAfterMs, evidence } = outcome;
  return { ...asked, outcome: 'failed', kind, message, retryable, retryAfterMs, evidence };
}
