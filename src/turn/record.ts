import type { GameState } from '../domain/game-state.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { applyTurn } from './apply-turn.ts';
import type { Journal } from './turn-deps.ts';

/** Makes the turn durable, then counts it. */
export function record(state: GameState, turn: TurnRecord, journal: Journal): GameState {
  journal.append(turn);
  return applyTurn(state, turn);
}
