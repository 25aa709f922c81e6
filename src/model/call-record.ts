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
  /** The turn of the question. Absent if unknown. */
  turn: z.int().min(1).optional(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .readonly(),
  /** Short ids of the memories in the messages. Absent if there are none. */
  memories: z.array(z.string()).readonly().optional(),
  /** Whether a fork copied it from its parent, so that it cost nothing. */
  copied: z.literal(true).optional(),
  /** 1 plus the number of equal questions of the role just before. */
  attempt: z.number(),
  /** By a clock that may jump. Nothing depends on it. */
  startedAt: z.iso.datetime(),
  latencyMs: z.number(),
  /** Milliseconds of waiting before it: for room, in pauses, for failed attempts. Absent if there were none. */
  waitedMs: z.number().optional(),
  /** Attempts that failed before the outcome, with the pause after each. Absent if there were none. */
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

/** Passes every reply and every ModelError to `keep` before the asker gets it: nothing is used that was not kept. */
export function withRecorder(
  model: LanguageModel,
  keep: (call: CallRecord) => void,
  {
    now = () => performance.now(),
    clock = () => new Date(),
    turnOf = () => null,
  }: RecorderOptions = {},
): LanguageModel {
  const attemptOf = createRepeatCounter();
  return {
    async complete(request) {
      const { role, messages, memories = [] } = request;
      const hash = requestHash(request);
      const turn = turnOf(role);
      const asked = {
        role,
        requestHash: hash,
        ...(turn !== null && { turn }),
        messages,
        ...(memories.length > 0 && { memories }),
        attempt: attemptOf(role, hash),
        startedAt: clock().toISOString(),
      };
      const failedAttempts: NonNullable<CallRecord['failedAttempts']>[number][] = [];
      const start = now();
      let sent = start;
      const record = (outcome: ModelReply | ModelError) => {
        const [latencyMs, waitedMs] = [Math.round(now() - sent), Math.round(sent - start)];
        const waited = waitedMs > 0 && { waitedMs };
        const failed = failedAttempts.length > 0 && { failedAttempts };
        keep({ ...asked, latencyMs, ...waited, ...failed, ...recorded(outcome) });
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

/** Counts how often in a row a role asks the same question. */
function createRepeatCounter() {
  const repeats = new Map<Role, { hash: string; count: number }>();
  return (role: Role, hash: string) => {
    const last = repeats.get(role);
    const count = last?.hash === hash ? last.count + 1 : 1;
    repeats.set(role, { hash, count });
    return count;
  };
}

function recorded(outcome: ModelReply | ModelError) {
  if (!(outcome instanceof ModelError)) return { outcome: 'answered', ...outcome } as const;
  const { kind, message, retryable, retryAfterMs, evidence } = outcome;
  return { outcome: 'failed', kind, message, retryable, retryAfterMs, evidence } as const;
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
