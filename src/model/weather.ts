import { setTimeout as delay } from 'node:timers/promises';

/** Time and chance for waiting between attempts. Replaced in tests. */
export interface Pace {
  /** Monotonic milliseconds. Nothing depends on a clock that can jump. */
  now(): number;
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const SYSTEM_PACE: Pace = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
  random: Math.random,
};

/** Runs `work` until it settles or the signal aborts, whichever comes first. Then rejects with the signal's reason. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => undefined as void;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** After so many answers without a failure, one more question at a time is tried. */
const EASY_ANSWERS = 20;
/** Questions at a time after a pause: one, then two once it is answered, then all. */
const AFTER_PAUSE: readonly number[] = [1, 2];

/** The shared state of all questions to one endpoint. */
export class Weather {
  /** When it began to fail. Null while it answers. */
  since: number | null = null;
  answers = 0;
  #holdUntil = 0;
  #why = '';
  #pauses = 0;
  /** Answers since the last pause to questions that went out after it. Null before the first pause. */
  #answersSince: number | null = null;
  #isTold = false;
  #asked = 0;
  /** The number of questions at a time that it was found to take. */
  #most = Infinity;
  #easySince = 0;
  readonly #waiting: (() => void)[] = [];

  /** Asks when no pause is on and there is room for one more question. `onHeld` hears of a pause. An abort rejects. */
  async withRoom<T>(
    pace: Pace,
    signal: AbortSignal,
    onHeld: (why: string, waitMs: number) => void,
    ask: (pausesBefore: number) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const held = this.#holdUntil - pace.now();
      if (held > 0) {
        onHeld(this.#why, held);
        await pace.sleep(held, signal);
      } else if (this.#asked < this.#room()) break;
      else await untilAborted(signal, () => new Promise<void>((free) => this.#waiting.push(free)));
    }
    this.#asked += 1;
    try {
      return await ask(this.#pauses);
    } finally {
      this.#asked -= 1;
      this.#wake();
    }
  }

  pause(until: number, why: string): void {
    this.#pauses += 1;
    this.#answersSince = 0;
    if (until > this.#holdUntil) [this.#holdUntil, this.#why] = [until, why];
  }

  /** Whether this outage is not reported yet. */
  isNews(): boolean {
    const isNews = !this.#isTold;
    this.#isTold = true;
    return isNews;
  }

  /** Takes in an answer. One to a question from before the last pause does not prove that the endpoint is back. */
  answered(pausesBefore: number): void {
    this.answers += 1;
    if (pausesBefore < this.#pauses) return;
    this.since = null;
    this.#isTold = false;
    if (this.#answersSince !== null) this.#answersSince += 1;
    if (this.answers - this.#easySince >= EASY_ANSWERS) {
      this.#most += 1;
      this.#easySince = this.answers;
    }
    this.#wake();
  }

  /** Takes in a failure. If several questions were in flight, it gets one less at a time from now on, once for them all. */
  overloaded(pausesBefore: number): void {
    if (pausesBefore < this.#pauses) return;
    if (this.#asked > 1) this.#most = Math.min(this.#most, this.#asked - 1);
    this.#easySince = this.answers;
  }

  #room(): number {
    const afterPause = this.#answersSince === null ? Infinity : AFTER_PAUSE[this.#answersSince];
    return Math.min(this.#most, afterPause ?? Infinity);
  }

  #wake(): void {
    this.#waiting.splice(0).forEach((free) => free());
  }
}
