import { ModelError } from '../domain/errors.ts';
import { withDeadline } from './deadline.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { SYSTEM_PACE, type Pace } from './pace.ts';

/** How long and how often to try. */
export interface RetryLimits {
  /** All attempts together, the first included. */
  readonly attempts: number;
  /** Longest wait before the second attempt; doubles for each later one. */
  readonly firstWaitMs: number;
  /** No wait is longer, whatever the provider asks for. */
  readonly longestWaitMs: number;
  /** Everything together: attempts and waits. */
  readonly totalMs: number;
}

export const RETRY_LIMITS: RetryLimits = {
  attempts: 3,
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  totalMs: 300_000,
};

/** Ways to watch and to replace time. */
export interface RetryHooks {
  /** Called before each wait, with the error that caused it. */
  readonly onRetry?: (error: ModelError, waitMs: number) => void;
  readonly pace?: Pace;
}

/**
 * Asks again after errors that say they are retryable, as long as the provider asked for (up to the longest wait), else
 * after a random time below a doubling one. An abort ends a wait at once. A wait that would end after the total is not
 * begun: the last error is the result.
 *
 * A loop of its own, because cockatiel's retry sleeps on after an abort and then asks once more.
 */
export function withRetry(
  model: LanguageModel,
  limits: RetryLimits = RETRY_LIMITS,
  { onRetry, pace = SYSTEM_PACE }: RetryHooks = {},
): LanguageModel {
  return {
    async complete(request) {
      const end = pace.now() + limits.totalMs;
      for (let attempt = 1; ; attempt++) {
        const error = await attemptOnce(model, request, end - pace.now());
        if (!(error instanceof ModelError)) return error;
        const waitMs = waitBefore(attempt, error, limits, pace);
        const isLast = attempt >= limits.attempts || pace.now() + waitMs >= end;
        if (!error.retryable || isLast) throw error;
        onRetry?.(error, waitMs);
        await pace.sleep(waitMs, request.signal);
      }
    },
  };
}

/** The reply, or the ModelError as a value. */
async function attemptOnce(
  model: LanguageModel,
  request: ModelRequest,
  ms: number,
): Promise<ModelReply | ModelError> {
  const expired = () =>
    new ModelError(
      `The ${request.role} model gave no answer in the time for all attempts; resume later or use a faster model.`,
      { kind: 'timeout', role: request.role, retryable: false },
    );
  try {
    return await withDeadline({ signal: request.signal, ms, expired }, (signal) =>
      model.complete({ ...request, signal }),
    );
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

function waitBefore(
  attempt: number,
  error: ModelError,
  { firstWaitMs, longestWaitMs }: RetryLimits,
  pace: Pace,
): number {
  const doubling = firstWaitMs * 2 ** (attempt - 1) * pace.random();
  return Math.min(longestWaitMs, error.retryAfterMs ?? doubling);
}
