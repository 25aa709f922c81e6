import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from 'cockatiel';
import { ModelError, type ModelErrorKind } from '../domain/errors.ts';
import { untilAborted } from './deadline.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';

/** When an endpoint counts as down, and for how long. */
export interface BreakerLimits {
  /** Failures in a row. */
  readonly failures: number;
  /** Time before the first probe; doubles after each one that fails. */
  readonly coolDownMs: number;
  readonly longestCoolDownMs: number;
}

const BREAKER_LIMITS: BreakerLimits = {
  failures: 5,
  coolDownMs: 30_000,
  longestCoolDownMs: 600_000,
};

/** One endpoint's breaker, shared by every role that asks it. */
export interface Breaker {
  run(request: ModelRequest, work: () => Promise<ModelReply>): Promise<ModelReply>;
}

/** Failures that say the endpoint is down; a refused key or request says it is up. */
const OUTAGES: ReadonlySet<ModelErrorKind> = new Set(['network', 'timeout', 'server', 'rate']);

/**
 * After `failures` outages in a row rejects at once with ModelError `circuit-open`; after the cool-down lets exactly one
 * request through, whose result decides. `now` is a monotonic clock in milliseconds.
 */
export function createBreaker(
  limits: BreakerLimits = BREAKER_LIMITS,
  now: () => number = () => performance.now(),
): Breaker {
  const coolDown = new CoolDown(limits, now);
  // An aborted probe proved nothing, so it leaves the circuit open.
  const isLostProbe = (error: Error): boolean =>
    policy.state === CircuitState.HalfOpen && !(error instanceof ModelError);
  const policy: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => isOutage(error) || isLostProbe(error)),
    { halfOpenAfter: coolDown, breaker: new ConsecutiveBreaker(limits.failures) },
  );
  return {
    async run(request, work) {
      try {
        // Who comes while a probe is out waits for its result, but no longer than its own signal.
        return await untilAborted(request.signal, () => policy.execute(work));
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw openError(request, coolDown.remainingMs());
        throw error;
      }
    },
  };
}

export function withBreaker(model: LanguageModel, breaker: Breaker): LanguageModel {
  return { complete: (request) => breaker.run(request, () => model.complete(request)) };
}

function isOutage(error: Error): boolean {
  return error instanceof ModelError && OUTAGES.has(error.kind);
}

function openError({ role }: ModelRequest, waitMs: number): ModelError {
  const wait = `${Math.ceil(waitMs / 1000)} s`;
  return new ModelError(
    `The endpoint of the ${role} model failed several times in a row and is left alone for ${wait}; resume when it is up again.`,
    { kind: 'circuit-open', role, retryable: true, retryAfterMs: waitMs },
  );
}

/**
 * Cool-down on a monotonic clock. The library compares the wall clock with `duration`, which is read anew for every
 * request: answering "for ever" or "not at all" leaves the decision to our clock.
 */
class CoolDown implements IBackoffFactory<unknown> {
  readonly #limits: BreakerLimits;
  readonly #now: () => number;
  #end = 0;

  constructor(limits: BreakerLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  remainingMs(): number {
    return Math.max(0, this.#end - this.#now());
  }

  next(): IBackoff<unknown> {
    return this.#step(this.#limits.coolDownMs);
  }

  #step(ms: number): IBackoff<unknown> {
    this.#end = this.#now() + ms;
    const remaining = () => this.remainingMs();
    return {
      get duration() {
        return remaining() > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: () => this.#step(Math.min(ms * 2, this.#limits.longestCoolDownMs)),
    };
  }
}
