import type { LocationId } from '../domain/ids.ts';
import type { Location } from '../domain/observation.ts';
import { timesWords } from '../domain/text.ts';
import { roomWords } from '../prompts/wording.ts';

export const ARRIVALS_KEPT = 20;

export interface RevisitOptions {
  readonly revisitWindow: number;
  readonly revisitPenalty: number;
}

/** What speaks against walking to a room. */
export interface RevisitSignal {
  /** Arrivals there among the newest ones. */
  readonly visits: number;
  /** From -1 to 0. */
  readonly penalty: number;
  /** For people and critics; empty when nothing speaks against it. */
  readonly reason: string;
}

/** Judges a walk by the newest arrivals, the room where the player is last; staying there is no revisit. */
export function revisitSignal(
  arrivals: readonly LocationId[],
  to: Location,
  { revisitWindow, revisitPenalty }: RevisitOptions,
): RevisitSignal {
  const isHere = arrivals.at(-1) === to.id;
  const visits = isHere ? 0 : arrivals.slice(-revisitWindow).filter((id) => id === to.id).length;
  if (visits === 0) return { visits, penalty: 0, reason: '' };
  const reason = `${roomWords(to)} was entered ${timesWords(visits)} in the last ${revisitWindow} arrivals`;
  return { visits, penalty: Math.max(-1, visits * revisitPenalty), reason };
}
