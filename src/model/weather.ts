import { untilAborted } from './deadline.ts';

/** After so many answers without a failure one more question at a time is tried. */
const EASY_ANSWERS = 20;

/** What the questions to one endpoint know of it together. */
export class Weather {
  /** When it began to fail; null while it answers. */
  since: number | null = null;
  /** Until then nobody asks. */
  holdUntil = 0;
  /** Questions that were answered so far. */
  answers = 0;
  #isTold = false;
  #asked = 0;
  /** So many questions at the same time it was found to take. */
  #most = Infinity;
  #easySince = 0;
  readonly #waiting: (() => void)[] = [];

  /** Asks when there is room for one more question. Rejects with the signal's reason when that aborts before. */
  async withRoom<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    while (this.#asked >= this.#most) {
      await untilAborted(signal, async () => new Promise<void>((free) => this.#waiting.push(free)));
    }
    this.#asked += 1;
    try {
      return await ask();
    } finally {
      this.#asked -= 1;
      this.#waiting.splice(0).forEach((free) => free());
    }
  }

  /** Whether nobody was told yet that it fails now. */
  isNews(): boolean {
    const isNews = !this.#isTold;
    this.#isTold = true;
    return isNews;
  }

  answered(): void {
    this.since = null;
    this.#isTold = false;
    this.answers += 1;
    if (this.answers - this.#easySince < EASY_ANSWERS) return;
    this.#most += 1;
    this.#easySince = this.answers;
  }

  /** It failed: where several questions were with it, it gets one less at a time from now on. */
  overloaded(): void {
    if (this.#asked > 1) this.#most = Math.min(this.#most, this.#asked - 1);
    this.#easySince = this.answers;
  }
}
