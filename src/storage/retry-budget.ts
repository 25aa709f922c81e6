import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from './storage-failure.ts';

const OPEN_FILES_PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 500;

/** How often one write may fail before it is given up: once for a disk error, 5 s for too many open files. */
export class RetryBudget {
  readonly #now: () => number;
  readonly #start: number;
  #diskErrors = 0;
  #pauses = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Waits and returns true when trying again may help after `error`; false at once when it may not. */
  async waitAfter(error: unknown): Promise<boolean> {
    const code = errnoOf(error);
    if (code === 'EIO') {
      this.#diskErrors += 1;
      return this.#diskErrors <= 1;
    }
    if (code !== 'EMFILE' && code !== 'ENFILE') return false;
    if (this.#now() - this.#start > OPEN_FILES_PATIENCE_MS) return false;
    this.#pauses += 1;
    await sleep(Math.min(LONGEST_PAUSE_MS, 5 * 2 ** this.#pauses) * (0.5 + Math.random() / 2));
    return true;
  }
}
