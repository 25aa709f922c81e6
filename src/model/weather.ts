import { setTimeout as delay } from 'node:timers/promises';

/** Time and chance for waiting between attempts; replaced in tests. */
export interface Pace {
  /** Monotonic milliseconds: a clock that can jump decides nothing. */
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

/** Runs `work` until it settles or the signal aborts, whichever comes first; rejects with the signal's reason then. */
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

/** After so many answers without a failure one more question at a time is tried. */
const EASY_ANSWERS = 20;
/** Questions that go out together after a pause: one, then two once it is answered, then all. */
const AFTER_PAUSE: readonly number[] = [1, 2];

/** What the questions to one endpoint know of it together. */
export class Weather {
  /** When it began to fail; null while it answers. */
  since: number | null = null;
  answers = 0;
  #holdUntil = 0;
  #why = '';
  #pauses = 0;
  /** Answers since the last pause to questions that went out after it; null before the first one. */
  #answersSince: number | null = null;
  #isTold = false;
  #asked = 0;
  /** So many questions at the same time it was found to take. */
  #most = Infinity;
  #easySince = 0;
  readonly #waiting: (() => void)[] = [];

  /** Asks when no pause is on and there is room for one more question; `onHeld` hears of a pause. An abort rejects. */
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

  /** Whether this outage is not told yet. */
  isNews(): boolean {
    const isNews = !this.#isTold;
    this.#isTold = true;
    return isNews;
  }

  /** An answer came. One to a question from before the last pause does not say that the endpoint is back. */
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

  /** It failed: where several questions were with it, it gets one less at a time from now on, once for all of them. */
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
