import { createHash } from 'node:crypto';

/** A command, the thought that goes with it, and how much better things there are to do: the least cost is chosen. */
export interface Choice {
  readonly action: string;
  readonly why: string;
  readonly cost: number;
  /** Whether it is worth doing though it was done here before. */
  readonly again?: true;
  /** The place that a walk is to end at, where that is known. */
  readonly target?: number | null;
}

/** How much a player likes one of several things that are equally good otherwise; the least is chosen first. */
export type Taste = (what: string) => number;

/** Takes everything as the prompt lists it. */
export const INDIFFERENT: Taste = () => 0;

/** Likes and dislikes that a seed decides for good, so that players with different seeds play differently. */
export function tasteOf(seed: number): Taste {
  return (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0);
}
