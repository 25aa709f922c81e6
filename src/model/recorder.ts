import { isJsonObject } from '../domain/json.ts';
import { createHash } from 'node:crypto';
import { ModelError, type ModelErrorKind } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import { withoutAdvice } from '../domain/text.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { portableSchema, type JsonSchema } from './reply-schema.ts';

/** An attempt that failed before its question was asked again. */
interface FailedAttempt {
  readonly kind: ModelErrorKind;
  /** What failed, in a sentence, redacted; with the status where there was one. */
  readonly message: string;
  /** How long was waited before the next attempt. */
  readonly waitMs: number;
}

/** One question and its outcome. */
export interface ModelCall {
  readonly request: ModelRequest;
  readonly requestHash: string;
  /** The turn it was asked for; null when that is not known. */
  readonly turn: number | null;
  readonly outcome: ModelReply | ModelError;
  /** When it was asked, ISO 8601, by a clock that may jump; nothing is decided by it. */
  readonly startedAt: string;
  /** What the attempt took that brought the outcome. */
  readonly latencyMs: number;
  /** What was waited before it: for room, through pauses, for attempts that failed. */
  readonly waitedMs: number;
  /** 1, or how often the role was now asked the very same in a row. */
  readonly attempt: number;
  /** The attempts before the outcome, in their order. */
  readonly failedAttempts: readonly FailedAttempt[];
}

/** Keeps a call. What it throws reaches the asker in place of the reply. */
type CallSink = (call: ModelCall) => void;

interface RecorderOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly clock?: () => Date;
  /** The turn that a role asks for now, or null. */
  readonly turnOf?: (role: Role) => number | null;
}

/**
 * Hands every reply and every ModelError to the sink before the asker gets it, so that nothing is used that was not kept.
 * What is no model's fault (an abort, a reached limit) is not a call.
 */
export function withRecorder(
  model: LanguageModel,
  sink: CallSink,
  {
    now = () => performance.now(),
    clock = () => new Date(),
    turnOf = () => null,
  }: RecorderOptions = {},
): LanguageModel {
  const attempts = new Map<Role, { hash: string; count: number }>();
  const attemptOf = (role: Role, hash: string) => {
    const last = attempts.get(role);
    const count = last?.hash === hash ? last.count + 1 : 1;
    attempts.set(role, { hash, count });
    return count;
  };
  return {
    async complete(request) {
      const hash = requestHash(request);
      const attempt = attemptOf(request.role, hash);
      const failedAttempts: FailedAttempt[] = [];
      const turn = turnOf(request.role);
      const startedAt = clock().toISOString();
      const asked = { request, requestHash: hash, turn, attempt, failedAttempts, startedAt };
      const onFailedAttempt = ({ kind, message }: ModelError, waitMs: number) => {
        failedAttempts.push({ kind, message: withoutAdvice(message), waitMs: Math.round(waitMs) });
      };
      const start = now();
      let sent = start;
      const onAttempt = () => {
        sent = now();
      };
      const record = (outcome: ModelReply | ModelError) =>
        sink({ ...asked, outcome, latencyMs: now() - sent, waitedMs: sent - start });
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

/** SHA-256 in hex of a question to a model: role, messages and the schema of the reply. */
export function requestHash({ role, messages, replySchema }: ModelRequest): string {
  const schema = canonicalSchema(portableSchema(replySchema));
  const asked = `{"messages":${canonicalJson(messages)},"role":${JSON.stringify(role)},"schema":${schema}}`;
  return createHash('sha256').update(asked).digest('hex');
}

const schemas = new WeakMap<JsonSchema, string>();

/** A few schemas are asked for all the time. */
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
