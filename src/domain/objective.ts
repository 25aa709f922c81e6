import type { LocationId } from './ids.ts';
import type { Location } from './observation.ts';

/** Who set an objective: the periodic discovery, the agent while playing, or what was remembered at the start. */
export type ObjectiveOrigin = 'discovered' | 'agent' | 'bootstrap';

/** A goal that takes several turns. Its text is its identity. */
export interface Objective {
  /** One line, at most 200 characters and "..." when it was cut. */
  readonly text: string;
  /** Room that has to be reached for it; null when it names none that the map knows. */
  readonly target: LocationId | null;
  readonly origin: ObjectiveOrigin;
  readonly createdTurn: number;
  /** Turn on which it was last set or named again; staleness counts from here. */
  readonly renewedTurn: number;
}

/** An objective that was completed, with the turn that did it. */
export interface CompletedObjective {
  readonly objective: string;
  readonly completedTurn: number;
  readonly completionAction: string;
  readonly completionResponse: string;
  /** Where the player stood after the action. */
  readonly completionLocation: Location;
  /** Null where the story keeps no score. */
  readonly completionScore: number | null;
}
