import type { Memory } from '../../domain/memory.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Tools } from '../tools.ts';
import type { Taught } from './lesson-plan.ts';
import type { Occasion } from './synthesis-trigger.ts';

/** What is remembered of the rooms where a turn began and ended, in both caches, and of clocks in all rooms. */
export interface Known {
  readonly here: readonly Memory[];
  readonly there: readonly Memory[];
  readonly clocks: readonly Memory[];
}

/** Where lessons are kept, so that each question shows what the one before it taught. */
export interface Remembering {
  /** Whether the answer tells of something new; see tellsNews. */
  readonly isNews: boolean;
  known(record: TurnRecord): Known;
  keep(taught: Taught): Promise<void>;
}

/** What a turn record does not say of itself. */
export interface LearnContext extends Occasion {
  readonly episode: number;
  /** Earlier turns of this episode, oldest first, without the one to learn from. */
  readonly recent: readonly TurnRecord[];
}

/** Outcomes of turns that the memory role was asked about and that taught nothing, kept from episode to episode. */
export interface Fruitless {
  taughtNothing(outcome: string): boolean;
  keepNothing(outcome: string): void;
}

export interface SynthesisTools extends Tools {
  /** Looked up for each use; without it every episode asks anew. */
  readonly fruitless?: () => Fruitless;
}
