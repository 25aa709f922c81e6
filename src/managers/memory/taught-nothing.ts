import { createHash } from 'node:crypto';
import type { Tools } from '../tools.ts';
import type { Lesson } from './memory-reply.ts';

/** Outcomes of turns that the memory role was asked about and that taught nothing, kept from episode to episode. */
export interface Fruitless {
  /** Whether an earlier episode found so. */
  taughtNothing(outcome: string): boolean;
  keepNothing(outcome: string): void;
}

export interface SynthesisTools extends Tools {
  /** Looked up for each use; without it every episode asks anew. */
  readonly fruitless?: () => Fruitless;
}

const LENGTH = 12;

/** The outcomes that are not asked about again: those judged in this episode, and those that taught an earlier one nothing. */
export class JudgedOutcomes {
  readonly #own = new Set<string>();
  readonly #fruitless: () => Fruitless | undefined;

  /** Looks up for each use what earlier episodes found. */
  constructor(fruitless: () => Fruitless | undefined) {
    this.#fruitless = fruitless;
  }

  has(outcome: string): boolean {
    return this.#own.has(outcome) || this.#fruitless()?.taughtNothing(hashOf(outcome)) === true;
  }

  add(outcome: string, { memory, invalidates }: Lesson): void {
    this.#own.add(outcome);
    const isNothing = memory === null && invalidates.length === 0;
    if (isNothing) this.#fruitless()?.keepNothing(hashOf(outcome));
  }

  forgetEpisode(): void {
    this.#own.clear();
  }
}

function hashOf(outcome: string): string {
  return createHash('sha256').update(outcome).digest('hex').slice(0, LENGTH);
}
