import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnShortener, wholeTurns } from '../../src/records/recorded-turn.ts';

const HALL = { id: 1, name: 'Hall' };
const location = fc.constantFrom(HALL, { id: 0, name: 'Attic' });
const thing = fc.record({ id: fc.constantFrom(0, 1, 2), held: fc.boolean() });
const exit = fc.record({ direction: fc.constantFrom('north', 'up'), to: location });
const sight = fc.record(
  {
    location,
    text: fc.constantFrom('Taken.', ''),
    inventory: fc.array(thing, { maxLength: 1 }),
    objects: fc.array(thing, { maxLength: 3 }),
    exits: fc.array(exit, { maxLength: 3 }),
    fingerprint: fc.constantFrom('a', 'b'),
    waitsFor: fc.constant('key'),
    scene: fc.constantFrom('c', 'd'),
  },
  { requiredKeys: ['location'] },
);
const proposal = fc.record(
  { completed: fc.constant(['it']), action: fc.constantFrom('wait', 'n'), target: fc.constant(3) },
  { requiredKeys: ['action'] },
);
const decision = fc
  .record({ said: proposal, refused: fc.array(proposal, { maxLength: 2 }), isAsked: fc.boolean() })
  .map(({ said, refused, isAsked }) => ({
    ...said,
    judged: [...refused, ...(isAsked ? [said] : [])].map((one) => ({
      proposal: one,
      verdict: { score: 1 },
    })),
    overridden: false,
  }));
const turns = fc
  .array(fc.record({ before: sight, after: sight, decision }), { maxLength: 6 })
  .map((all) =>
    all.map(({ before, after, decision: decided }, index) => ({
      turn: index + 1,
      // As in play: a turn begins where the last one ended.
      before: all[index - 1]?.after ?? before,
      decision: decided,
      after,
    })),
  );

describe('turns that are not stored with what earlier ones said', () => {
  it('are read as they were, also when an earlier process recorded the first of them', () => {
    fc.assert(
      fc.property(turns, fc.nat(6), (all, recorded) => {
        const whole = all.map(createTurnShortener([]));
        const rest = all.slice(recorded).map(createTurnShortener(all.slice(0, recorded)));
        expect(JSON.stringify(rest)).toBe(JSON.stringify(whole.slice(recorded)));
        const stored = JSON.parse(JSON.stringify(whole)) as unknown[];
        // Byte for byte, for the comparison of a replay.
        expect(JSON.stringify(wholeTurns(stored))).toBe(JSON.stringify(all));
      }),
    );
  });

  it('say only in the first what it began with, and leave out the proposal that was played, and things and ways that are as they were told', () => {
    const [lamp, door] = [{ id: 7, held: false }, { id: 8 }];
    const [north, up] = [{ direction: 'north' }, { direction: 'up' }];
    const after = { location: HALL, text: 'A hall.', objects: [lamp, door], exits: [north] };
    const next = { ...after, text: 'Taken.', objects: [{ ...lamp, held: true }, door] };
    const attic = { ...next, location: { id: 0, name: 'Attic' }, exits: [north, up] };
    const said = { action: 'take lamp', target: null };
    const [refused, played] = [{ proposal: { ...said, target: 1 } }, { proposal: said }];
    const decided = { ...said, judged: [refused, played] };
    const shorten = createTurnShortener([{ turn: 1, before: {}, after }]);
    const all = [
      { turn: 2, before: after, decision: decided, after: next },
      { turn: 3, before: next, decision: said, after: attic },
    ];
    const stored = JSON.parse(JSON.stringify(all.map(shorten))) as unknown[];
    const held = { id: 7, held: true };
    expect(stored).toEqual([
      {
        turn: 2,
        decision: { ...said, judged: [refused, {}] },
        after: { ...next, objects: [held, 8], exits: ['north'] },
      },
      { turn: 3, decision: said, after: { ...attic, objects: [7, 8] } },
    ]);
    const whole = wholeTurns([{ turn: 1, before: {}, after }, ...stored]).slice(1);
    expect(JSON.stringify(whole)).toBe(JSON.stringify(all));
  });

  it('of another form are left as they are, and give nothing to the next one', () => {
    const odd = { turn: 1, kind: 'odd' };
    const turn = { turn: 2, after: { location: HALL, objects: [3, 'x', null] } };
    expect(wholeTurns([turn, odd, turn, null])).toEqual([turn, odd, turn, null]);
  });
});
