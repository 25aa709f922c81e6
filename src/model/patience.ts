import { ModelError, type ModelErrorKind, withoutAdvice } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { LanguageModel, ModelRequest } from './model.ts';
import { isNobodyThere, noEndpoint } from './request-failure.ts';
import { type Pace, SYSTEM_PACE, type Weather } from './weather.ts';

/** A shorter pause is no news. */
const TOLD_FROM_MS = 5000;

/** A model with its endpoints, and how long they are waited for. */
export interface Waited {
  readonly adapter: LanguageModel;
  readonly weatherOf: (role: Role) => Weather;
  readonly limits: PatienceLimits;
  /** Called when an endpoint begins to fail. */
  readonly onDown: (error: ModelError) => void;
}

/**
 * Asks again what may be answered later.
 *
 * - An endpoint that is down, overloaded or over a limit per minute is asked again after the pause that it asks for, else
 *   after growing random pauses. When the patience is over, the error is an `outage`.
 * - A question that may wait is given up after eight seconds as `put-off`, where the agent has another endpoint.
 * - All questions to one endpoint pause together; then one goes first, then two, then all.
 * - An endpoint that fails, or names a limit, while it has several questions gets fewer at a time.
 * - An answer that is no completion is asked for again at once, three times in all.
 * - A question that timed out twice while others were answered gets twice the time, once.
 * - Where nobody ever answered and nobody is there, the error is `no-endpoint` at once.
 * - A stray refusal after good answers is waited out twice.
 * - An abort ends a pause at once.
 */
export function withPatience(
  { adapter, weatherOf, limits, onDown }: Waited,
  pace: Pace = SYSTEM_PACE,
): LanguageModel {
  return {
    async complete(request) {
      const weather = weatherOf(request.role);
      const mayWait = request.mayWait === true && weather !== weatherOf('agent');
      const attempts = new Attempts(weather, { ...limits, mayWait }, pace);
      const onHeld = (why: string, waitMs: number) =>
        request.onProgress?.({
          type: 'waiting',
          why,
          waitMs,
          downMs: pace.now() - (weather.since ?? pace.now()),
          patienceMs: limits.patienceMs,
        });
      for (;;) {
        const failed = await weather.withRoom(pace, request.signal, onHeld, async (sent) => {
          request.onAttempt?.();
          const came = await adapter.complete(attempts.next(request)).catch(modelErrors);
          if (!(came instanceof ModelError)) {
            weather.answered(sent);
            return { reply: came };
          }
          if (TOO_MUCH.has(came.kind)) weather.overloaded(sent);
          return came;
        });
        if (!(failed instanceof ModelError)) return failed.reply;
        const waitMs = pauseOrTell(() => attempts.pauseAfter(failed), weather, onDown);
        request.onFailedAttempt?.(failed, waitMs);
        if (waitMs === 0) continue;
        if (waitMs >= TOLD_FROM_MS && weather.isNews()) onDown(failed);
        onHeld(failed.message, waitMs);
        await pace.sleep(waitMs, request.signal);
      }
    },
  };
}

/** The pause that a failed attempt asks for. If the question is put off instead, the outage is reported. */
function pauseOrTell(pause: () => number, weather: Weather, onDown: Waited['onDown']): number {
  try {
    return pause();
  } catch (end) {
    if (end instanceof ModelError && end.kind === 'put-off' && weather.isNews()) onDown(end);
    throw end;
  }
}

/** A ModelError as a value. */
function modelErrors(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  throw error;
}

export interface PatienceLimits {
  /** How long an endpoint that fails is waited for, from its first failure. */
  readonly patienceMs: number;
  /** The attempts, the first included. Null: as many as the patience allows. */
  readonly attempts: number | null;
}

/** Longest pause before the second attempt. It doubles for each later one, up to the longest. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** From this attempt on, a provider's request for shorter pauses is ignored. */
const DOUBTED_FROM = 4;
/** So many answers in a row may be no completion: a gateway's page, a body cut on the way. */
const BAD_ANSWERS = 3;
/** A question that times out so often while others are answered is slow; the endpoint is not down. */
const SLOW_FROM = 2;

/** An endpoint that answered before may so often refuse the key, know no model, or send a page or far too much. */
const STRAYS = 3;
/** The kinds of such answers by status. */
const STRAY: Readonly<Record<number, ModelErrorKind>> = {
  200: 'malformed',
  403: 'auth',
  404: 'unknown-model',
  // A page to sign in, on the way.
  302: 'bad-request',
  303: 'bad-request',
  307: 'bad-request',
};
/** A question that may wait is asked again for so long before play goes on without its answer. */
const SHORT_PATIENCE_MS = 8000;

/** Failures that may come from asking an endpoint several questions at a time. */
const TOO_MUCH: ReadonlySet<ModelErrorKind> = new Set(['rate', 'server']);

/** Failures of an endpoint that pass by themselves. */
const WEATHER: ReadonlySet<ModelErrorKind> = new Set(['rate', 'server', 'network', 'timeout']);

class Attempts {
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

  /** Milliseconds until the next attempt. Throws the error that ends the question. */
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
    if (!this.#isSlow()) return this.#pause(error);
    if (this.#timeFactor > 1) throw error;
    this.#timeFactor = 2;
    return 0;
  }

  #isSlow(): boolean {
    return this.#timeouts >= SLOW_FROM && this.#weather.answers > this.#answersBefore;
  }

  #isStray({ kind, status, retryable }: ModelError): boolean {
    const isStray = status !== null && STRAY[status] === kind;
    if (!isStray || retryable || this.#weather.answers === 0) return false;
    this.#strays += 1;
    return this.#strays < STRAYS;
  }

  #pause(error: ModelError): number {
    const now = this.#pace.now();
    this.#failures += 1;
    this.#since ??= now;
    this.#weather.since ??= now;
    const wanted = this.#wait(error.retryAfterMs);
    const failing = Math.max(now - this.#since, now - this.#weather.since);
    const { mayWait, patienceMs } = this.#limits;
    if (mayWait && failing + wanted > Math.min(SHORT_PATIENCE_MS, patienceMs)) throw putOff(error);
    const left = patienceMs - failing;
    if (left <= 0 || (error.retryAfterMs ?? 0) > left) throw outage(error, failing, wanted);
    // The last try is when the patience ends.
    const waitMs = Math.min(wanted, left);
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

/** The error for a question that play goes on without. It is asked again when the endpoint is back, or at the end. */
function putOff(last: ModelError): ModelError {
  const message = `${withoutAdvice(last.message)}. Play goes on; what is to be asked of it waits in the records until it is back or the episode ends.`;
  return givenUp('put-off', message, last);
}

function outage(last: ModelError, failingMs: number, waitMs: number): ModelError {
  const minutes = (ms: number) => Math.round(ms / 6000) / 10;
  const since =
    failingMs < 1000
      ? `it asks to wait ${minutes(waitMs)} minutes`
      : `it has failed for ${minutes(failingMs)} minutes`;
  const message = `${withoutAdvice(last.message)}; ${since}, more than models.patienceMinutes allows. What was played is saved and is resumed by the next run.`;
  return givenUp('outage', message, last);
}

function givenUp(kind: 'put-off' | 'outage', message: string, cause: ModelError): ModelError {
  const { role, retryAfterMs, evidence } = cause;
  return new ModelError(message, { kind, role, retryable: true, retryAfterMs, evidence, cause });
}
