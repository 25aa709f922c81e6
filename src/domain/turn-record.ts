import type { ObjectId } from './ids.ts';
import type { Observation } from './observation.ts';
import type { Decision } from './proposal.ts';

/** What an outcome is owed to: what was done, what would have happened to one who waited, or nobody can tell. */
export const CAUSES = ['command', 'clock', 'unknown'] as const;
export type Cause = (typeof CAUSES)[number];

/** Who looks for causes: an idle twin of the player, or nobody. */
export const CAUSE_FINDERS = ['twin', 'none'] as const;

/** How often something happened under random numbers of which the first were the player's. */
export interface Odds {
  readonly tried: number;
  /** To one who gave the command, and to one who waited. */
  readonly command: number;
  readonly idle: number;
}

/** The command after which waiting was enough for the end to come. */
export interface Beginning {
  /** 0 where the end was under way when the game began. */
  readonly turn: number;
  /** Moves of the game from there to the end; turns where moves are not counted. */
  readonly moves: number;
}

/** How the outcome of a turn compares with that of waiting at the same moment. */
export interface Comparison {
  /** What of the outcome happened to the one who waited, too; see `outcomesOf`. */
  readonly alsoIdle: readonly string[];
  /** The lines that the game told both; absent where there are none. */
  readonly toldIdle?: string;
  /** Things that came into reach of the one who waited, too; absent where there are none. */
  readonly cameIdle?: readonly ObjectId[];
  /** Present where nothing is otherwise in reach than for the one who waited. */
  readonly isSameIdle?: true;
  /** Present where chance was tried. */
  readonly odds?: Odds;
  /** Present for what is the clock's, where its beginning was found. */
  readonly beginning?: Beginning;
}

/** One agent decision and its outcome. What changed is derived from before and after, never stored beside them. */
export interface TurnRecord {
  /** 1 for the first decision of the episode. */
  readonly turn: number;
  readonly before: Observation;
  readonly decision: Decision;
  readonly after: Observation;
  /** What the outcome is owed to; absent where it is worth no lesson, unknown where nobody looked for causes. */
  readonly cause?: Cause;
  /** What the cause was told from; absent where there was nothing to compare with. */
  readonly comparison?: Comparison;
  /** Present where the game answers the same for another thing: it has nothing of its own to say. */
  readonly isStock?: true;
  /** Present where something could not be taken and can be with nothing in the hands (simulated). */
  readonly needsHands?: true;
}

/** The same of the moments before and after a command. */
export type Around<T> = Readonly<Record<'before' | 'after', T>>;
