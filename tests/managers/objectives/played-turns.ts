import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { completionOf } from '../../../src/managers/objectives/completion.ts';
import type { ScriptedReply } from '../../helpers/scripted-model.ts';
import { decision, state, turn } from '../../helpers/observation.ts';
import type { planning } from './planning.ts';

export const AT_2 = { location: { id: locationId(2), name: 'Room 2' } };
export const AT_1 = { location: { id: locationId(1), name: 'Room 1' } };

export function found(...objectives: readonly (string | [string, number])[]): ScriptedReply {
  const named = objectives.map((one) => (typeof one === 'string' ? [one, null] : one));
  return { json: { objectives: named.map(([text, target]) => ({ text, target })), reasoning: '' } };
}

export function keeps(...keep: readonly string[]): ScriptedReply {
  return { json: { keep, reasoning: '' } };
}

export function after(record: TurnRecord, earlier: readonly TurnRecord[] = []) {
  const recent = [...earlier, record];
  return state({ turn: record.turn, observation: record.after, recent });
}

export async function play(plan: ReturnType<typeof planning>, ...records: readonly TurnRecord[]) {
  for (const record of records) await plan.manager.learn(after(record), record);
}

export function wait(number: number): TurnRecord {
  return turn(number, 'wait', AT_1);
}

export function declares(number: number, newObjective: string): TurnRecord {
  return { ...wait(number), decision: decision('wait', { newObjective }) };
}

export function texts({ manager }: ReturnType<typeof planning>): readonly string[] {
  return manager.current().map(({ text }) => text);
}

/** What a claim after these turns completed, with the turn when it happened. */
export function doneOf(text: string, ...played: readonly TurnRecord[]) {
  const now = played.at(-1)?.after ?? {};
  const claim = { ...turn(9, 'wait', now, now), decision: decision('wait', { completed: [text] }) };
  return doneUnclaimed(text, ...played, claim);
}

/** What the last of these turns completed, with the turn when it happened. */
export function doneUnclaimed(text: string, ...played: readonly TurnRecord[]) {
  const list = {
    current: [{ text, target: null, origin: 'agent', createdTurn: 0, renewedTurn: 0 }],
    completed: [],
  } as const;
  const done = played.slice(-1).flatMap((last) => {
    return completionOf(last, played, list, () => 'somewhere').completed;
  });
  return done.map(({ by }) => [text, by.turn]);
}
