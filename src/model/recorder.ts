import { ModelError } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { requestHash } from './request-hash.ts';

/** One question and what came of it. */
export interface ModelCall {
  readonly request: ModelRequest;
  readonly requestHash: string;
  /** The turn it was asked for; null when nobody knows. */
  readonly turn: number | null;
  readonly outcome: ModelReply | ModelError;
  readonly latencyMs: number;
  /** 1, or how often the role was now asked the very same in a row. */
  readonly attempt: number;
}

/** Keeps a call. What it throws reaches the asker in place of the reply. */
export type CallSink = (call: ModelCall) => void;

export interface RecorderOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
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
  { now = () => performance.now(), turnOf = () => null }: RecorderOptions = {},
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
      const asked = { request, requestHash: hash, turn: turnOf(request.role), attempt };
      const start = now();
      const record = (outcome: ModelReply | ModelError) =>
        sink({ ...asked, outcome, latencyMs: now() - start });
      const reply = await model.complete(request).catch((error: unknown) => {
        if (error instanceof ModelError) record(error);
        throw error;
      });
      record(reply);
      return reply;
    },
  };
}
