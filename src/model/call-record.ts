import { createHash } from 'node:crypto';
import * as z from 'zod';
import { MODEL_ERROR_KINDS, ModelError, withoutAdvice } from '../domain/errors.ts';
import { isJsonObject } from '../domain/json.ts';
import { ROLES, type Role } from '../domain/message.ts';
import { replyShape, type LanguageModel, type ModelReply, type ModelRequest } from './model.ts';
import { portableSchema, type JsonSchema } from './reply-schema.ts';

const call = z.object({
  role: z.enum(ROLES),
  requestHash: z.string(),
  /** The turn it was asked for; absent where that is not known. */
  turn: z.int().min(1).optional(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .readonly(),
  /** Short ids of the memories that the messages show; absent where they show none. */
  memories: z.array(z.string()).readonly().optional(),
  /** Whether a fork has it from its parent: nobody was asked and nothing paid for it. */
  copied: z.literal(true).optional(),
  /** 1, or how often the role was asked the very same in a row. */
  attempt: z.number(),
  /** By a clock that may jump; nothing is decided by it. */
  startedAt: z.iso.datetime(),
  latencyMs: z.number(),
  /** What was waited before it: for room, through pauses, for attempts that failed; absent where that is nothing. */
  waitedMs: z.number().optional(),
  /** Attempts that failed before the outcome, with the pause after each; absent where the first one brought it. */
  failedAttempts: z
    .array(z.object({ kind: z.enum(MODEL_ERROR_KINDS), message: z.string(), waitMs: z.number() }))
    .readonly()
    .optional(),
});

const answered = call.extend({ outcome: z.literal('answered'), ...replyShape.shape });

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

interface RecorderOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly clock?: () => Date;
  /** The turn that a role asks for now, or null. */
  readonly turnOf?: (role: Role) => number | null;
}

/**
 * Hands every reply and every ModelError to `keep` before the asker gets it, so that nothing is used that was not kept; what
 * `keep` throws reaches the asker instead. What is no model's fault (an abort, a reached limit) is not a call.
 */
export function withRecorder(
  model: LanguageModel,
  keep: (call: CallRecord) => void,
  {
    now = () => performance.now(),
    clock = () => new Date(),
    turnOf = () => null,
  }: RecorderOptions = {},
): LanguageModel {
  const repeats = new Map<Role, { hash: string; count: number }>();
  const attemptOf = (role: Role, hash: string) => {
    const last = repeats.get(role);
    const count = last?.hash === hash ? last.count + 1 : 1;
    repeats.set(role, { hash, count });
    return count;
  };
  return {
    async complete(request) {
      const hash = requestHash(request);
      const turn = turnOf(request.role);
      const attempt = attemptOf(request.role, hash);
      const startedAt = clock().toISOString();
      const failedAttempts: FailedAttempt[] = [];
      const start = now();
      let sent = start;
      const record = (outcome: ModelReply | ModelError) => {
        const times = { startedAt, latencyMs: now() - sent, waitedMs: sent - start };
        keep(callRecord(request, outcome, { hash, turn, attempt, failedAttempts, ...times }));
      };
      const onFailedAttempt = ({ kind, message }: ModelError, waitMs: number) => {
        failedAttempts.push({ kind, message: withoutAdvice(message), waitMs: Math.round(waitMs) });
      };
      const onAttempt = () => {
        sent = now();
      };
      const reply = await model
        .complete({ ...request, onFailedAttempt, onAttempt })
        .catch((error: unknown) => {
          if (error instanceof ModelError) record(error);
          throw error;
        });
      record(reply);
      return reply;
    },
  };
}

type FailedAttempt = NonNullable<CallRecord['failedAttempts']>[number];

interface Circumstances extends Pick<CallRecord, 'attempt' | 'startedAt' | 'latencyMs'> {
  readonly hash: string;
  readonly turn: number | null;
  readonly waitedMs: number;
  readonly failedAttempts: readonly FailedAttempt[];
}

function callRecord(
  { role, messages, memories = [] }: ModelRequest,
  outcome: ModelReply | ModelError,
  { hash, turn, attempt, startedAt, latencyMs, waitedMs, failedAttempts }: Circumstances,
): CallRecord {
  const asked = {
    role,
    requestHash: hash,
    ...(turn !== null && { turn }),
    messages,
    ...(memories.length > 0 && { memories }),
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

/** SHA-256 in hex of a question to a model: role, messages and the schema of the reply. */
export function requestHash({ role, messages, replySchema }: ModelRequest): string {
  const schema = canonicalSchema(portableSchema(replySchema));
  const asked = `{"messages":${canonicalJson(messages)},"role":${JSON.stringify(role)},"schema":${schema}}`;
  return createHash('sha256').update(asked).digest('hex');
}

const schemas = new WeakMap<JsonSchema, string>();

function canonicalSchema(schema: JsonSchema): string {
  const text = schemas.get(schema) ?? canonicalJson(schema);
  schemas.set(schema, text);
  return text;
}

/** JSON with the keys of every object in order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
