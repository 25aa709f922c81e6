import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { RejectionKind } from '../../../src/domain/proposal.ts';
import { mergeRefusals, addRefusals, refusalsAt } from '../../../src/managers/frontier/refusals.ts';
import { decision, observation, thing, turn } from '../../helpers/observation.ts';

const HALL = observation().location.id;

/** A turn before which a check refused a command. */
function refusing(command: string, by: RejectionKind, reason = 'no door is within reach') {
  const verdict = { kind: 'rejected', by, score: -1, reason, forbidden: false } as const;
  const proposal = { action: command, reasoning: '', newObjective: null };
  const judged = [{ proposal, verdict }];
  return { ...turn(1, 'wait'), decision: decision('wait', { judged }) };
}

it.each([
  ['unknown-word', true],
  ['absent-object', false],
  ['known-failure', false],
  ['closed-container', false],
  ['critic', false],
] as const)('what is refused as %s is kept: %s', (by, isKept) => {
  const known = addRefusals([], refusing('Open  Door', by));
  const kept = { room: HALL, command: 'open door', reason: 'no door is within reach' };
  expect(known).toEqual(isKept ? [kept] : []);
});

it('holds in its room alone, where nothing that it names is in reach', () => {
  const known = addRefusals([], refusing('open door', 'unknown-word'));
  expect(refusalsAt(known, observation())).toHaveLength(1);
  expect(refusalsAt(known, observation({ objects: [thing(7, 'oak door', 'door')] }))).toEqual([]);
  const elsewhere = observation({ location: { id: locationId(9), name: 'Yard' } });
  expect(refusalsAt(known, elsewhere)).toEqual([]);
});

it('keeps the newest 200, each command of a room once', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ room: HALL, command: `open ${at}`, reason: 'no' }));
  const again = { room: HALL, command: 'open 0', reason: 'still no' };
  expect(mergeRefusals(many(200), [again])).toEqual([...many(200).slice(1), again]);
  expect(mergeRefusals(many(201), []).map(({ command }) => command)[0]).toBe('open 1');
});
