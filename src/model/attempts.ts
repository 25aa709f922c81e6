import { ModelError, type ModelErrorKind } from '../domain/errors.ts';
import { withoutAdvice } from '../domain/text.ts';
import type { ModelRequest } from './model.ts';
import type { Pace, Weather } from './weather.ts';
import { isNobodyThere, noEndpoint } from './request-failure.ts';

/** How long and how often one question is asked. */
export interface PatienceLimits {
  /** How long an endpoint is waited for that does not answer, counted from its first failure. */
  readonly patienceMs: number;
  /** All attempts together, the first included; null: as many as the patience allows. */
  readonly attempts: number | null;
}

/** Longest pause before the second attempt; doubles for each later one, up to the longest. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** From this attempt on a provider that asks for shorter pauses is not believed. */
const DOUBTED_FROM = 4;
/** Answers that are no completion may come so often in a row: a gateway's page, a body cut on the way. */
const BAD_ANSWERS = 3;
/** A question that times out so often while others are answered is slow; the endpoint is not down. */
const SLOW_FROM = 2;

/** An endpoint that answered before may so often refuse the key, know no model, or send a page or far too much. */
const STRAYS = 3;
/** Kinds of such an answer by their status; a status of its own means it. */
const STRAY: Readonly<Record<number, ModelErrorKind>> = {
  200: 'malformed',
  403: 'auth',
  404: 'unknown-model',
};
/** How long a question that may wait is asked again before play goes on without its answer. */
const SHORT_PATIENCE_MS = 8000;

/** Failures of an endpoint that pass by themselves. */
const WEATHER: ReadonlySet<ModelErrorKind> = new Set(['rate', 'server', 'network', 'timeout']);

/** The attempts of one question. */
export class Attempts {
  readonly #weather: Weather;
  readonly #limits: PatienceLimits & { readonly mayWait: boolean };
  readonly #pace: Pace;
  readonly #answersBefore: number;
  #count = 0;
  #failures = 0;
  #bad = 0;
  #timeouts = 0;
  #strays = 0;
  #since: number | null = null;
  #timeFactor = 1;

  constructor(
    weather: Weather,
    limits: PatienceLimits & { readonly mayWait: boolean },
    pace: Pace,
  ) {
    this.#weather = weather;
    this.#limits = limits;
    this.#pace = pace;
    this.#answersBefore = weather.answers;
  }

  next(request: ModelRequest): ModelRequest {
    this.#count += 1;
    return this.#timeFactor === 1 ? request : { ...request, timeFactor: this.#timeFactor };
  }

  /** Milliseconds until the next attempt; throws the error that ends the question. */
  pauseAfter(error: ModelError): number {
    const { attempts, mayWait } = this.#limits;
    if (this.#weather.answers === 0 && isNobodyThere(error)) throw noEndpoint(error);
    if (this.#isStray(error)) return this.#pause(error);
    if (!error.retryable) throw error;
    if (attempts !== null && this.#count >= attempts)
      throw mayWait && WEATHER.has(error.kind) ? putOff(error) : error;
    if (!WEATHER.has(error.kind)) {
      this.#bad += 1;
      if (this.#bad >= BAD_ANSWERS) throw error;
      return 0;
    }
    if (error.kind === 'timeout') this.#timeouts += 1;
    return this.#isSlow() ? this.#moreTime(error) : this.#pause(error);
  }

  #isStray({ kind, status, retryable }: ModelError): boolean {
    const isStray = status !== null && STRAY[status] === kind;
    if (!isStray || retryable || this.#weather.answers === 0) return false;
    this.#strays += 1;
    return this.#strays < STRAYS;
  }

  #isSlow(): boolean {
    return this.#timeouts >= SLOW_FROM && this.#weather.answers > this.#answersBefore;
  }

  #moreTime(error: ModelError): number {
    if (this.#timeFactor > 1) throw error;
    this.#timeFactor = 2;
    return 0;
  }

  #pause(error: ModelError): number {
    const now = this.#pace.now();
    this.#failures += 1;
    this.#since ??= now;
    this.#weather.since ??= now;
    const waitMs = this.#wait(error.retryAfterMs);
    const failing = Math.max(now - this.#since, now - this.#weather.since);
    const { mayWait, patienceMs } = this.#limits;
    if (mayWait && failing + waitMs > Math.min(SHORT_PATIENCE_MS, patienceMs)) throw putOff(error);
    if (failing + waitMs > patienceMs) throw outage(error, failing, waitMs);
    this.#weather.pause(now + waitMs, error.message);
    return waitMs;
  }

  #wait(asked: number | null): number {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    const own = longest * (0.5 + this.#pace.random() / 2);
    if (asked === null) return own;
    return this.#count >= DOUBTED_FROM ? Math.max(asked, own) : asked;
  }
}

/** What play goes on without; asked again when the endpoint is back, or at the end. */
function putOff(last: ModelError): ModelError {
  return new ModelError(
    `${withoutAdvice(last.message)}. Play goes on; what is to be asked of it waits in the records until it is back or the episode ends.`,
    {
      kind: 'put-off',
      role: last.role,
      retryable: true,
      retryAfterMs: last.retryAfterMs,
      evidence: last.evidence,
      cause: last,
    },
  );
}

function outage(last: ModelError, failingMs: number, waitMs: number): ModelError {
  const minutes = (ms: number) => Math.round(ms / 6000) / 10;
  const since =
    failingMs < 1000
      ? `it asks to wait ${minutes(waitMs)} minutes`
      : `it has failed for ${minutes(failingMs)} minutes`;
  return new ModelError(
    `${withoutAdvice(last.message)}; ${since}, more than models.patienceMinutes allows. What was played is saved and is resumed by the next run.`,
    {
      kind: 'outage',
      role: last.role,
      retryable: true,
      retryAfterMs: last.retryAfterMs,
      evidence: last.evidence,
      cause: last,
    },
  );
}
