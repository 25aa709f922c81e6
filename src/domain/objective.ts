import type { LocationId } from './ids.ts';
import type { Location } from './observation.ts';

/** Who set an objective: the periodic discovery, the agent while playing, or what was remembered at the start. */
export type ObjectiveOrigin = 'discovered' | 'agent' | 'bootstrap';

/** A goal that takes several turns. Its text is its identity. */
export interface Objective {
  /** One line, never cut. */
  readonly text: string;
  /** Room where it begins; null where nobody said so, or the map knows no such room. */
  readonly target: LocationId | null;
  readonly origin: ObjectiveOrigin;
  readonly createdTurn: number;
  /** Turn on which it was last set or named again; staleness counts from here. */
  readonly renewedTurn: number;
}

/** Where an open objective begins, and what it is. */
export interface Destination {
  readonly text: string;
  readonly target: LocationId;
}

/** An objective that was completed, with the turn in which the engine saw it. */
export interface CompletedObjective {
  readonly objective: string;
  readonly completedTurn: number;
  /** The turn in which the player claimed it; absent where the engine saw it done. */
  readonly claimedTurn?: number;
  readonly completionAction: string;
  readonly completionResponse: string;
  /** Where the player stood after the action. */
  readonly completionLocation: Location;
  /** Null where the story keeps no score. */
  readonly completionScore: number | null;
}
