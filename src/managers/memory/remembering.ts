import type { Memory } from '../../domain/memory.ts';
import type { Location } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Tools } from '../tools.ts';
import type { Taught } from './lesson-plan.ts';
import type { Occasion } from './synthesis-trigger.ts';

/** A memory as a question lists it. */
export type KnownMemory = Memory & {
  /** The room that it is filed under, if that is another one. */
  readonly filedAt?: Location;
};

/** The memories of the rooms where a turn began and ended, in both caches, and those about clocks in all rooms. */
export interface Known {
  readonly here: readonly KnownMemory[];
  readonly there: readonly KnownMemory[];
  readonly clocks: readonly Memory[];
  /** Memories of other rooms about moving things and creatures that the turn concerned. */
  readonly movers: readonly KnownMemory[];
}

/** Where lessons are kept. Each question shows what the previous one taught. */
export interface Remembering {
  /** Whether the answer tells something new; see tellsNews. */
  readonly isNews: boolean;
  known(record: TurnRecord): Known;
  keep(taught: Taught): Promise<void>;
}

/** Facts about a turn that its record does not hold. */
export interface LearnContext extends Occasion {
  readonly episode: number;
  /** Earlier turns of this episode, the oldest first. */
  readonly recent: readonly TurnRecord[];
}

/** Outcomes that were asked about, kept across episodes by hash, with the title of the memory that each taught. */
export interface JudgedOutcomes {
  /** Whether an earlier episode kept it. */
  has(outcome: string): boolean;
  keep(outcome: string): void;
}

export interface SynthesisTools extends Tools {
  /** Looked up for each use. If absent, every episode asks again. */
  readonly judged?: () => JudgedOutcomes;
}
