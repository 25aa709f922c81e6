import type { GameState } from '../domain/game-state.ts';
import type { Stop } from '../domain/stop-reason.ts';

export interface Limits {
  readonly maxTurns: number;
  readonly maxTurnsStuck: number;
  readonly stuckCheckInterval: number;
  readonly stopWhenStuck: boolean;
  /** Whether a death from which the story brings the player back lets the episode go on. */
  readonly continueAfterDeath: boolean;
  readonly stopRequested: () => boolean;
}

type StopCondition = (state: GameState, limits: Limits) => Stop | null;

const CONDITIONS: readonly StopCondition[] = [gameEnded, died, stopRequested, maxTurns, stuck];

/** The first condition that holds, or null while play goes on. */
export function stopReason(state: GameState, limits: Limits): Stop | null {
  for (const condition of CONDITIONS) {
    const stop = condition(state, limits);
    if (stop !== null) return stop;
  }
  return null;
}

function gameEnded({ observation, turn }: GameState): Stop | null {
  const { ended } = observation;
  return ended === null ? null : { reason: ended, detail: `The game ended on turn ${turn}.` };
}

function died({ observation, turn }: GameState, limits: Limits): Stop | null {
  if (!observation.died || limits.continueAfterDeath) return null;
  return { reason: 'death', detail: `The player died on turn ${turn}.` };
}

function stopRequested({ turn }: GameState, limits: Limits): Stop | null {
  if (!limits.stopRequested()) return null;
  return { reason: 'interruption', detail: `Stopped on request after turn ${turn}.` };
}

function maxTurns({ turn }: GameState, limits: Limits): Stop | null {
  if (turn < limits.maxTurns) return null;
  return { reason: 'max-turns', detail: `The limit of ${limits.maxTurns} turns is reached.` };
}

function stuck({ turn, progressTurn }: GameState, limits: Limits): Stop | null {
  const turnsStuck = turn - progressTurn;
  if (!limits.stopWhenStuck) return null;
  if (turn === 0 || turn % limits.stuckCheckInterval !== 0) return null;
  if (turnsStuck < limits.maxTurnsStuck) return null;
  return {
    reason: 'stuck',
    detail: `No point scored and no objective completed in ${turnsStuck} turns.`,
  };
}
