import { turnOfRequest } from './prompt-sections.ts';
import type { CallRecord } from '../model/call-record.ts';

/**
 * The calls of each turn. In records of earlier versions only an agent's request says its turn; whatever was asked between
 * two of them (critic, lessons) belongs to the turn that was going on.
 */
export function callsByTurn(
  calls: readonly CallRecord[],
): ReadonlyMap<number, readonly CallRecord[]> {
  const turns = new Map<number, CallRecord[]>();
  let turn = 1;
  for (const call of calls) {
    const said = call.role === 'agent' ? turnOfRequest(call.messages) : null;
    turn = call.turn ?? said ?? turn;
    const known = turns.get(turn);
    if (known === undefined) turns.set(turn, [call]);
    else known.push(call);
  }
  return turns;
}
