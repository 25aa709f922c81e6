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

/** The first condition that holds, or null while play goes on. */
export function stopReason(state: GameState, limits: Limits): Stop | null {
  const { observation, turn, progressTurn } = state;
  const { maxTurns, maxTurnsStuck, stuckCheckInterval, stopWhenStuck } = limits;
  if (observation.ended !== null) {
    return { reason: observation.ended, detail: `The game ended on turn ${turn}.` };
  }
  if (observation.died && !limits.continueAfterDeath) {
    return { reason: 'death', detail: `The player died on turn ${turn}.` };
  }
  if (limits.stopRequested()) {
    return { reason: 'interruption', detail: `Stopped on request after turn ${turn}.` };
  }
  if (turn >= maxTurns) {
    return { reason: 'max-turns', detail: `The limit of ${maxTurns} turns is reached.` };
  }
  const turnsStuck = turn - progressTurn;
  const isChecked = stopWhenStuck && turn > 0 && turn % stuckCheckInterval === 0;
  if (!isChecked || turnsStuck < maxTurnsStuck) return null;
  const detail = `No point scored and no objective completed in ${turnsStuck} turns.`;
  return { reason: 'stuck', detail };
}
