import type { LocationId } from './ids.ts';
import type { Location } from './observation.ts';

/** Who set an objective: the periodic discovery, the agent while playing, or memories at the start. */
export type ObjectiveOrigin = 'discovered' | 'agent' | 'bootstrap';

/** A goal that takes several turns. Its text is its identity. */
export interface Objective {
  /** One line, never cut. */
  readonly text: string;
  /** The room where it begins. Null if none was named, or the map does not know it. */
  readonly target: LocationId | null;
  readonly origin: ObjectiveOrigin;
  readonly createdTurn: number;
  /** The turn on which it was last set or named again. Staleness counts from here. */
  readonly renewedTurn: number;
}

/** An open objective and the place where it begins. */
export interface Destination {
  readonly text: string;
  readonly target: LocationId;
}

/** A completed objective, with the turn in which the engine saw it. */
export interface CompletedObjective {
  readonly objective: string;
  readonly completedTurn: number;
  /** The turn in which the player claimed it. Absent if the engine saw it done. */
  readonly claimedTurn?: number;
  readonly completionAction: string;
  readonly completionResponse: string;
  /** The player's room after the action. */
  readonly completionLocation: Location;
  /** Null if the story keeps no score. */
  readonly completionScore: number | null;
}

/** The most characters of an objective. Models are told; it is never cut, because repeating it names the objective. */
export const LONGEST_OBJECTIVE = 300;
