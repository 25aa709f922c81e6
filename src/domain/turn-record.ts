import { canonicalAction } from './command.ts';
import type { ObjectId } from './ids.ts';
import type { Observation } from './observation.ts';
import type { Decision } from './proposal.ts';

/** The cause of an outcome: the command, the clock (waiting brings it, too), or unknown. */
export const CAUSES = ['command', 'clock', 'unknown'] as const;
export type Cause = (typeof CAUSES)[number];

/** Who looks for causes: an idle twin of the player, or nobody. */
export const CAUSE_FINDERS = ['twin', 'none'] as const;

/** How often something happened with several random numbers, the player's first. */
export interface Odds {
  readonly tried: number;
  /** With the command, and with waiting. */
  readonly command: number;
  readonly idle: number;
}

/** The turn after which waiting was enough to bring the end. */
export interface Beginning {
  /** 0 if the end was under way when the game began. */
  readonly turn: number;
  /** Moves of the game from there to the end, or turns if moves are not counted. */
  readonly moves: number;
}

/** The outcome of a turn compared with waiting at the same moment. */
export interface Comparison {
  /** The outcomes that waiting brings, too; see `outcomesOfEffect`. */
  readonly alsoIdle: readonly string[];
  /** The lines that the game printed for both. Absent if there are none. */
  readonly toldIdle?: string;
  /** Things that waiting brings into reach, too. Absent if there are none. */
  readonly cameIdle?: readonly ObjectId[];
  /** Present if everything in reach is as after waiting. */
  readonly isSameIdle?: true;
  /** Present if chance was tried. */
  readonly odds?: Odds;
  /** Present for an outcome of the clock whose beginning was found. */
  readonly beginning?: Beginning;
}

/** One decision and its outcome. Changes are derived from before and after, never stored beside them. */
export interface TurnRecord {
  /** 1 for the first decision of the episode. */
  readonly turn: number;
  readonly before: Observation;
  readonly decision: Decision;
  readonly after: Observation;
  /** The cause of the outcome. Absent if it is worth no lesson, unknown if nobody looked for causes. */
  readonly cause?: Cause;
  /** The comparison behind the cause. Absent if there was none. */
  readonly comparison?: Comparison;
  /** Present if the game answers the same for another thing: it is a stock answer. */
  readonly isStock?: true;
  /** Present if the command changed a property of some thing, though nothing in reach looks otherwise: a spell is learnt. */
  readonly changedUnseen?: true;
  /** Present if something could not be taken but can be with empty hands (simulated). */
  readonly needsHands?: true;
}

export type Around<T> = Readonly<Record<'before' | 'after', T>>;

/** What there was before and after each of these turns, in order. */
export function looksOf<T>(turns: readonly Around<T>[]): readonly T[] {
  return turns.flatMap(({ before, after }) => [before, after]);
}

/** A turn as far as it tells which command was given where. */
interface Given {
  readonly before: { readonly location: { readonly id: number } };
  readonly decision: Pick<Decision, 'action'>;
}

/** Tells the turns that gave one of these commands in a room. */
export function gaveIn(room: number, ...commands: readonly string[]): (turn: Given) => boolean {
  const meant = new Set(commands.map(canonicalAction));
  return ({ before, decision }) =>
    before.location.id === room && meant.has(canonicalAction(decision.action));
}
