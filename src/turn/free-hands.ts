import { normaliseAction, takenNouns } from '../domain/command.ts';
import { effectOf, outcomesOf } from '../domain/effect.ts';
import type { Look } from '../domain/observation.ts';
import { hadNoEffect, type TurnRecord } from '../domain/turn-record.ts';
import type { Snapshot } from '../interpreter/interpreter.ts';
import type { IdleTwin } from './idle-twin.ts';

/**
 * Whether something could not be taken because too much is held: it can be with nothing in the hands, and not by one who
 * only waited. Tried from the moment before the turn (simulated); the game is left as it was.
 */
export function needsFreeHands(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'play'>,
): boolean {
  const { before } = played;
  const action = normaliseAction(played.decision.action);
  if (before.inventory.length === 0 || !hadNoEffect(played)) return false;
  if (takenNouns(action).length !== 1) return false;
  const gains = (look: Look | null) =>
    look !== null && outcomesOf(effectOf(before, look)).some((one) => one.startsWith('gained '));
  return gains(twin.play(here, ['drop all', action])) && !gains(twin.play(here, ['wait', action]));
}
